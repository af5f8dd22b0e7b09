internal import LMDB

extension Reader {
  /// Events of one type, whatever entity they are about.
  ///
  /// ```swift
  /// let eaten = try reader.events(
  ///   of: PantryItem.self, named: ".eaten", order: .newestFirst, limit: 20)
  /// ```
  /// Events of all versions of the type are among them, and of older types whose upcasters lead to
  /// it; so are those that were taken back. Those that were purged are not. An index leads to them,
  /// in O(k + n / 1,024) for k of n events; of the newest 1,023 each is looked at.
  ///
  /// - Parameters:
  ///   - type: the entity.
  ///   - name: the name of one of the types that the entity's events have; one that begins with a
  ///     dot follows the kind.
  ///   - token: leaves out the transactions up to this one.
  ///   - order: by arrival.
  ///   - limit: how many at most.
  /// - Throws: `StoreError.notInSchema` for another name; `foreignToken`, `expiredToken`,
  ///   `damaged`, and what decoding an event throws.
  @inlinable
  public func events<E: Entity>(
    of type: E.Type, named name: String, after token: History.Token? = nil,
    order: History.Order = .oldestFirst, limit: Int = .max
  ) throws -> [RecordedEvent<E>] {
    var found: [RecordedEvent<E>] = []
    if limit <= 0 { return found }
    try forEachEvent(of: type, named: name, after: token, order: order) { event in
      found.append(event)
      return found.count < limit
    }
    return found
  }

  /// Calls `body` with the events of one type until it says false.
  ///
  /// Cost and errors as `events(of:named:after:order:limit:)`, and what `body` throws.
  @inlinable
  public func forEachEvent<E: Entity>(
    of type: E.Type, named name: String, after token: History.Token? = nil,
    order: History.Order = .oldestFirst, _ body: (RecordedEvent<E>) throws -> Bool
  ) throws {
    let type = try registry.type(type)
    try forEachRecord(type.kind, named: name, after: token, order) { record, payload in
      guard let event = try type.decode(record.type, payload) else { return true }
      return try body(
        RecordedEvent(
          position: record.position, transaction: record.transaction, entity: ID(record.entity),
          time: record.time, event: event))
    }
  }

  /// Calls `body` with header and payload of the events of a kind that are read as one type.
  ///
  /// `last` is the last transaction that counts.
  @usableFromInline
  func forEachRecord(
    _ kind: EntityKind, named name: String, after token: History.Token?,
    through last: UInt64 = .max, _ order: History.Order,
    _ body: (EventPlace, BorrowedBytes) throws -> Bool
  ) throws {
    let name = EventType(name).of(kind: kind.name).name
    let wanted = kind.events.numbers(readAs: name)
    guard !wanted.isEmpty else {
      throw StoreError(.notInSchema, "entities of kind \(kind.name) have no event \(name)")
    }
    let log = log
    log.trace?.noteLog()
    let newest = try newestNumber()
    let (first, last) = (try start(token).successor, min(newest, last))
    if first > last { return }
    let positions =
      try log.existing(first).positions.lowerBound..<log.existing(last).positions.upperBound
    let walk = try TypeWalk(
      wanted, order, through: log.existing(newest).positions.upperBound - 1, log)
    // Neighbours are found from each other, on their page.
    var cursor = try log.transaction.cursor(log.tables.events)
    try walk.forEach(in: positions) { position in
      guard try cursor.seek(position), cursor.key == position else {
        throw LogReader.missingEvent(position)
      }
      return try cursor.value.withUnsafeBytes { bytes in
        let (record, payload) = try EventRecord.read(bytes, at: position)
        if !wanted.contains(record.type) { return true }
        return try body(EventPlace(position, record), payload)
      }
    }
  }
}

/// Where an event is in the log.
@usableFromInline
struct EventPlace {
  @usableFromInline let position: UInt64
  @usableFromInline let transaction: UInt64
  @usableFromInline let entity: UUID
  @usableFromInline let time: HybridTime
  @usableFromInline let type: UInt32

  init(_ position: UInt64, _ record: EventRecord) {
    self.position = position
    transaction = record.transaction
    entity = record.entity.id
    time = record.time
    type = record.type
  }
}

/// An event with its place in the log.
public struct RecordedEvent<State: Entity>: Identifiable, Sendable {
  /// Its local number, from 1, in order of arrival.
  public let position: UInt64
  /// The local number of its transaction.
  public let transaction: UInt64
  /// The entity.
  public let entity: ID<State>
  /// The time of its stamp.
  public let time: HybridTime
  /// The event.
  public let event: State.Event

  /// Its position.
  public var id: UInt64 { position }

  @inlinable
  init(
    position: UInt64, transaction: UInt64, entity: ID<State>, time: HybridTime, event: State.Event
  ) {
    self.position = position
    self.transaction = transaction
    self.entity = entity
    self.time = time
    self.event = event
  }
}

extension RecordedEvent: Equatable where State.Event: Equatable {}
