/// A transaction as it travels: into files, to other stores.
///
/// A function of the stored bytes alone, so that every store that holds the transaction gives the
/// same bytes, also of events that its schema does not know. Protobuf wire format:
///
/// | field | content |
/// |---|---|
/// | 1 | the replica, sixteen bytes |
/// | 2 | the header as its writer wrote it (see `TransactionRecord`) |
/// | 3 | each event: 1 name, 2 version, 3 kind (absent for the engine's own), 4 entity, 5 payload |
/// | 4 | the space that the replica writes in, sixteen bytes |
struct TransactionMessage {
  struct Event {
    let name: String
    let version: UInt64
    /// Nil for the engine's own.
    let kind: String?
    let entity: UUID
    let payload: [UInt8]
  }

  private(set) var replica: ReplicaID
  private(set) var header: [UInt8] = []
  private(set) var events: [Event] = []
  private(set) var space: UUID
  /// Whether there are fields that this version does not know.
  private var holdsMore = false

  /// Reads what a peer sent, which must be what this store would pass on.
  ///
  /// A message that loses a field on its way, or comes out in other bytes, is another message to
  /// whoever compares, hashes or signs it.
  ///
  /// - Throws: `StoreError`: `newerMessage`, `invalidArgument`, `tooLarge`.
  init(_ bytes: [UInt8]) throws {
    try Limits.checkMessage(bytes.count)
    do {
      self = try bytes.withUnsafeBytes { try TransactionMessage(fields: $0) }
    } catch let error as PayloadError {
      throw StoreError(
        .invalidArgument, "these \(bytes.count) bytes are no transaction: \(error)", cause: error)
    }
    try checkLimits()
    if holdsMore {
      throw StoreError(
        .newerMessage,
        "transaction of replica \(replica) holds what this version does not know; update the app and send it again"
      )
    }
    guard bytes.withUnsafeBytes({ isWritten(as: $0) }) else {
      throw StoreError(
        .invalidArgument,
        "these \(bytes.count) bytes are a transaction in another form than its only one; send what `message(of:)` gives"
      )
    }
  }

  private init(fields bytes: BorrowedBytes) throws {
    var reader = PayloadReader(bytes.bytes)
    var replica: UUID?
    var (header, events, space): ([UInt8]?, [Event], UUID?) = (nil, [], nil)
    var holdsMore = false
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: header = try reader.bytes()
      case 3: events.append(try reader.message { try Event(from: &$0, &holdsMore) })
      case 4: space = try reader.uuid()
      default: holdsMore = true
      }
    }
    guard let replica else { throw PayloadError.missing(1) }
    guard let header else { throw PayloadError.missing(2) }
    guard !events.isEmpty else { throw PayloadError.missing(3) }
    // The last field: a message that was cut anywhere is without it.
    guard let space else { throw PayloadError.missing(4) }
    if space == ReplicaRecord.noSpace { throw PayloadError.outOfRange(4) }
    self.replica = ReplicaID(replica)
    self.header = header
    self.events = events
    self.space = space
    self.holdsMore = holdsMore
  }

  private func checkLimits() throws {
    try Limits.checkEvents(events.count)
    for event in events {
      try Limits.checkName(event.name, "the name of an event")
      if let kind = event.kind { try Limits.checkName(kind, "a kind of entity") }
    }
  }

  private func isWritten(as bytes: BorrowedBytes) -> Bool {
    var writer = PayloadWriter(capacity: bytes.count)
    writer.uuid(1, replica.uuid)
    header.withUnsafeBytes { writer.bytes(2, $0) }
    for event in events {
      writer.message(3) { event.write(into: &$0) }
    }
    writer.uuid(4, space)
    return writer.bytes.equals(bytes)
  }

  /// Writes the message of a stored transaction; false when there is none.
  ///
  /// - Parameter isIn: which of its events are in it, by their positions.
  static func write(
    _ number: UInt64, _ log: LogReader, into writer: inout PayloadWriter,
    where isIn: (_ position: UInt64) -> Bool = { _ in true }
  ) throws -> Bool {
    guard let record = try log.record(number) else { return false }
    let replica = try log.replicaRecord(record.replica)
    writer.uuid(1, replica.id.uuid)
    _ = try log.withTransaction(number) { _, header in writer.bytes(2, header) }
    for position in record.positions where isIn(position) {
      try writer.message(3) { try writeEvent(position, log, into: &$0) }
    }
    writer.uuid(4, replica.space)
    return true
  }

  /// Writes the content of the field of a stored event.
  static func writeEvent(
    _ position: UInt64, _ log: LogReader, into writer: inout PayloadWriter
  ) throws {
    try log.withEvent(position) { event, payload in
      guard let type = try log.name(event.type) else {
        throw StoreError.damaged("the type of the event at position \(position) has no name")
      }
      let kind = type.kind == 0 ? nil : try log.name(type.kind)?.text
      write(type.text, type.version, kind, event.entity.id, payload, into: &writer)
    }
  }

  fileprivate static func write(
    _ name: String, _ version: UInt64, _ kind: String?, _ entity: UUID,
    _ payload: BorrowedBytes, into writer: inout PayloadWriter
  ) {
    writer.string(1, name)
    writer.uint(2, version)
    writer.string(3, kind)
    writer.uuid(4, entity)
    writer.bytes(5, payload)
  }
}

extension TransactionMessage.Event {
  /// Writes the content of its field.
  func write(into writer: inout PayloadWriter) {
    payload.withUnsafeBytes {
      TransactionMessage.write(name, version, kind, entity, $0, into: &writer)
    }
  }

  fileprivate init(from reader: inout PayloadReader, _ holdsMore: inout Bool) throws {
    var (name, version, kind, entity): (String, UInt64, String?, UUID?) = ("", 1, nil, nil)
    var payload: [UInt8] = []
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: version = try reader.uint()
      case 3: kind = try reader.string()
      case 4: entity = try reader.uuid()
      case 5: payload = try reader.bytes()
      default: holdsMore = true
      }
    }
    if name.isEmpty { throw PayloadError.missing(1) }
    if kind?.isEmpty == true { throw PayloadError.outOfRange(3) }
    if !(1...UInt64(UInt32.max)).contains(version) { throw PayloadError.outOfRange(2) }
    guard let entity else { throw PayloadError.missing(4) }
    self.init(name: name, version: version, kind: kind, entity: entity, payload: payload)
  }
}
