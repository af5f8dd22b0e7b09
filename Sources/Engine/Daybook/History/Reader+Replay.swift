internal import LMDB

extension Reader {
  /// Hands every event of the log to `body`, in order of arrival, without copying or allocating.
  ///
  /// ```swift
  /// let groceries = try reader.decoder(of: Grocery.self)
  /// try reader.replay { event in
  ///   if let event = try groceries.decode(event) { count(event) }
  /// }
  /// ```
  /// Events that were taken back are among them; those that were purged are not. Checks every
  /// checksum. O(n); some 230 instructions an event, what `body` does not counted.
  ///
  /// - Parameters:
  ///   - token: leaves out the transactions up to this one.
  ///   - body: gets each event, where it is stored.
  /// - Throws: `StoreError.foreignToken`, `expiredToken`, `damaged`, and what `body` throws.
  public func replay(
    after token: History.Token? = nil, _ body: (borrowing History.StoredEvent) throws -> Void
  ) throws {
    log.trace?.noteLog()
    var first: UInt64 = 1
    if let token {
      let number = try place(token)
      guard try number <= newestNumber() else { return }
      first = try log.lastPosition(through: number).successor
    }
    let names = EventNames(log)
    var cursor = try log.transaction.cursor(log.tables.events)
    let counters = try LogCounters(log.transaction, log.tables)
    // What was purged has left gaps; after it nothing may be missing.
    var expected = max(first, counters.purgedPosition + 1)
    if try cursor.seek(first) {
      try cursor.forEach { position, row in
        guard EventRecord.isSound(row, position: position) else {
          throw StoreError.damaged("the event at position \(position) is damaged")
        }
        if position >= expected {
          guard position == expected else { throw LogReader.missingEvent(expected) }
          expected += 1
        }
        try body(History.StoredEvent(position, row, names))
      }
    }
    // Within a draft there may be more than the last commit says.
    guard expected > counters.events else { throw LogReader.missingEvent(expected) }
  }

  /// What turns stored events of one kind of entity into Swift values.
  ///
  /// - Throws: `StoreError.notInSchema`.
  @inlinable
  public func decoder<E: Entity>(of type: E.Type) throws -> EventDecoder<E> {
    EventDecoder(type: try registry.type(type))
  }
}

extension History {
  /// An event where it is stored: nothing is copied, and it ends with the call that got it.
  public struct StoredEvent: ~Copyable, ~Escapable {
    /// Its local number, from 1, in order of arrival.
    public let position: UInt64
    /// The payload, in the page of the file.
    public let payload: RawSpan
    // Safety: the sound row of the table `events`, which is there as long as the payload in it.
    private let row: UnsafeRawPointer
    // Safety: the walk keeps them while it hands out events.
    private let names: Lent<EventNames>

    /// The event of a sound row.
    @_lifetime(borrow row)
    init(_ position: UInt64, _ row: borrowing BorrowedBytes, _ names: EventNames) {
      self.position = position
      // Safety: a sound row has a header.
      self.row = row.baseAddress.unsafelyUnwrapped
      let payload = EventRecord.payload(of: copy row)
      self.payload = _overrideLifetime(payload.bytes, borrowing: row)
      self.names = Lent(names)
    }

    /// The local number of its transaction.
    public var transaction: UInt64 { EventRecord.transaction(row) }
    /// The entity.
    public var entity: UUID { EventRecord.entity(row) }
    /// The time of its stamp.
    public var time: HybridTime { EventRecord.time(row) }
    /// The number of its type, for the decoder.
    @usableFromInline var number: UInt32 { EventRecord.type(row) }

    /// The kind of its entity; empty for the engine's own events.
    ///
    /// - Throws: `StoreError.damaged`.
    public func kind() throws -> String { try names.object.entry(number, position).kind }

    /// Name and version.
    ///
    /// - Throws: `StoreError.damaged`.
    public func type() throws -> EventType { try names.object.entry(number, position).type }
  }
}

/// Turns stored events of one kind of entity into Swift values; see `Reader.decoder(of:)`.
public struct EventDecoder<E: Entity> {
  @usableFromInline let type: EntityType<E>

  @inlinable
  init(type: EntityType<E>) { self.type = type }

  /// The event; nil for one of another kind, or of a type that the schema does not know.
  ///
  /// - Throws: `PayloadError`, or what the event's own decoding throws.
  @inlinable
  public func decode(_ event: borrowing History.StoredEvent) throws -> E.Event? {
    try event.payload.withUnsafeBytes { try type.decode(event.number, $0) }
  }
}

/// The names of event types that a walk has met, read once each.
final class EventNames {
  struct Entry {
    let kind: String
    let type: EventType
  }

  private let log: LogReader
  private var entries: [UInt32: Entry] = [:]

  init(_ log: LogReader) { self.log = log }

  func entry(_ number: UInt32, _ position: UInt64) throws -> Entry {
    if let entry = entries[number] { return entry }
    let entry = try Self.read(log, number, position)
    entries[number] = entry
    return entry
  }

  /// The name of the type of the event at a position.
  static func read(_ log: LogReader, _ number: UInt32, _ position: UInt64) throws -> Entry {
    guard let name = try log.name(number) else {
      throw StoreError.damaged("the type of the event at position \(position) has no name")
    }
    return Entry(
      kind: try log.name(name.kind)?.text ?? "",
      type: EventType(name.text, version: Int(name.version)))
  }
}
