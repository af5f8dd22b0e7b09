internal import LMDB

/// A transaction as it travels: into files, to other stores.
///
/// A function of the stored bytes alone, so that every store that holds the transaction gives the same
/// bytes, also of events that its schema does not know. Protobuf wire format:
///
/// | field | content |
/// |---|---|
/// | 1 | the replica, sixteen bytes |
/// | 2 | the header as its writer wrote it (see `TransactionRecord`) |
/// | 3 | one for each event: 1 name, 2 version, 3 kind (absent for the engine's own), 4 entity, 5 payload |
struct TransactionMessage: Equatable {
  struct Event: Equatable {
    var name = ""
    var version: UInt64 = 1
    var kind: String?
    var entity: UUID?
    var payload: [UInt8] = []
  }

  var replica: ReplicaID
  var header: [UInt8]
  var events: [Event] = []

  init(_ bytes: UnsafeRawBufferPointer) throws {
    var reader = PayloadReader(bytes.bytes)
    var replica: UUID?
    header = []
    while let field = try reader.next() {
      switch field {
      case 1: replica = try reader.uuid()
      case 2: header = try reader.bytes()
      case 3: events.append(try reader.message { try Event(from: &$0) })
      default: break
      }
    }
    guard let replica else { throw PayloadError.missing(1) }
    guard !events.isEmpty else { throw PayloadError.missing(3) }
    self.replica = ReplicaID(replica)
  }

  /// Writes the message of a stored transaction; false when there is none.
  static func write(
    _ number: UInt64, _ log: LogReader, into writer: inout PayloadWriter
  ) throws -> Bool {
    guard let record = try log.record(number) else { return false }
    writer.uuid(1, try log.replica(record.replica).uuid)
    _ = try log.withTransaction(number) { _, header in writer.bytes(2, header) }
    for position in record.positions {
      try log.withEvent(position) { event, payload in
        guard let type = try log.name(event.type) else {
          throw StoreError(.damaged, "the type of the event at position \(position) has no name")
        }
        let kind = type.kind == 0 ? nil : try log.name(type.kind)?.text
        writer.message(3) { writer in
          writer.string(1, type.text)
          writer.uint(2, type.version)
          writer.string(3, kind)
          writer.uuid(4, event.entity.id)
          writer.bytes(5, payload)
        }
      }
    }
    return true
  }
}

extension TransactionMessage.Event {
  fileprivate init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: version = try reader.uint()
      case 3: kind = try reader.string()
      case 4: entity = try reader.uuid()
      case 5: payload = try reader.bytes()
      default: break
      }
    }
    if name.isEmpty { throw PayloadError.missing(1) }
    if entity == nil { throw PayloadError.missing(4) }
  }
}
