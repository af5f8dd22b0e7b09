/// Folding one entity from its own events, in canonical order.
@usableFromInline
enum Refold {
  /// One event that is to be folded.
  @usableFromInline
  struct Item {
    @usableFromInline let position: UInt64
    @usableFromInline let transaction: UInt64
    /// The effective time.
    @usableFromInline let time: HybridTime
    /// The number of the event's type.
    @usableFromInline let type: UInt32
    /// Valid until the next change.
    @usableFromInline let payload: BorrowedBytes
    @usableFromInline var isRetracted = false
    /// Whether the transaction is in no fold.
    @usableFromInline var isVoid = false
    /// Whether the event changes the entity.
    @usableFromInline var counts: Bool { !isRetracted && !isVoid }
  }

  /// The record and state that the events of an entity fold to, retracted transactions left out.
  ///
  /// As of the last transaction that `reader` counts. O(k log k) for k events of the entity, which
  /// are read unless they are `known`.
  @inlinable
  static func fold<E: Entity>(
    _ type: EntityType<E>, _ reader: LogReader, _ key: EntityKey, _ record: EntityRecord,
    _ known: [Item]? = nil
  ) throws -> Folded<E> {
    let base = try reader.baseline(key)
    let items = try known ?? items(reader, key, from: record.lastPosition, through: base)
    return try fold(type, reader, key, record, items, onto: base)
  }

  /// The same of the events of some transactions only.
  @inlinable
  static func fold<E: Entity>(
    _ type: EntityType<E>, _ reader: LogReader, _ key: EntityKey, _ record: EntityRecord,
    where isFolded: (_ transaction: UInt64) throws -> Bool
  ) throws -> Folded<E> {
    let base = try reader.baseline(key)
    let items = try items(reader, key, from: record.lastPosition, through: base)
      .filter { try isFolded($0.transaction) }
    return try fold(type, reader, key, record, items, onto: base)
  }

  @inlinable
  static func fold<E: Entity>(
    _ type: EntityType<E>, _ reader: LogReader, _ key: EntityKey, _ record: EntityRecord,
    _ items: [Item], onto base: StoredEntity?
  ) throws -> Folded<E> {
    var result = Folded<E>(record: start(record, base, count: items.count), state: nil)
    do { result.state = try type.state(base) } catch {
      result.failures.append(try unreadable(reader, key, type.kind, error))
    }
    for item in items where item.counts {
      noteFolded(item, &result.record)
      var next = result.state
      do {
        // An event of a type that the schema does not know changes nothing.
        guard let event = try type.decode(item.type, item.payload) else { continue }
        try E._fold(&next, event, EventContext(id: key.id, time: item.time))
        result.state = next
      } catch {
        result.failures.append(FoldFailure(position: item.position, message: "\(error)"))
      }
    }
    finish(&result.record, hasState: result.state != nil, result.failures)
    return result
  }

  /// The events of an entity that have arrived, in canonical order, and which of them count.
  @usableFromInline
  static func items(
    _ reader: LogReader, _ key: EntityKey, from last: UInt64, through base: StoredEntity?
  ) throws -> [Item] {
    try marked(sorted(reader, key, from: last, through: base), reader)
  }

  /// Brings the events of a chain, newest first, into canonical order, and marks those that do not
  /// count.
  static func items(_ reader: LogReader, chain: consuming [Item]) throws -> [Item] {
    try marked(sorted(chain, reader), reader)
  }

  /// Marks the events that were taken back.
  private static func marked(_ items: consuming [Item], _ reader: LogReader) throws -> [Item] {
    guard reader.hasRetractions else { return items }
    var items = items
    try reader.remembering { reader in
      for index in items.indices {
        items[index].isRetracted = try reader.isRetracted(items[index].transaction)
      }
    }
    return items
  }

  /// The events of an entity that have arrived, in canonical order.
  static func sorted(
    _ reader: LogReader, _ key: EntityKey, from last: UInt64, through base: StoredEntity?
  ) throws -> [Item] {
    var items: [Item] = []
    var position = last
    while position > base?.record.lastPosition ?? 0 {
      position = try reader.withEvent(position) { event, payload in
        guard event.entity == key.packed else {
          throw StoreError.damaged("the event at \(position) belongs to another entity")
        }
        if event.transaction <= reader.asOf {
          items.append(try Item(event, payload, at: position, reader))
        }
        return event.previous
      }
    }
    return try sorted(items, reader)
  }

  /// Brings the events of a chain, newest first, into canonical order.
  private static func sorted(_ chain: consuming [Item], _ reader: LogReader) throws -> [Item] {
    var items = chain
    items.reverse()
    try sort(&items, reader)
    if reader.rules != nil {
      for index in items.indices {
        items[index].isVoid = try reader.isVoid(reader.existing(items[index].transaction))
      }
    }
    return items
  }

  /// What a baseline comes to that the schema cannot read: it is left out like an event that does
  /// not fold, under the position of the last event that it stands for.
  @usableFromInline
  static func unreadable(
    _ reader: LogReader, _ key: EntityKey, _ kind: EntityKind, _ error: any Error
  ) throws -> FoldFailure {
    let position = try reader.baseline(key)?.record.lastPosition ?? 0
    let revision = try reader.baselineRevision(key)
    return FoldFailure(
      position: position,
      message:
        "revision \(kind.revision) cannot read the state that revision \(revision) left when it purged: \(error)"
    )
  }

  /// Whether the log has, or had before a purge, an event of an entity that folds to a record.
  @usableFromInline
  static func hasEvents(
    _ reader: LogReader, _ key: EntityKey, _ record: EntityRecord
  ) throws -> Bool {
    try record.eventCount > 0 || reader.baseline(key) != nil
  }

  /// The record before the first event.
  @usableFromInline
  static func start(_ record: EntityRecord, _ base: StoredEntity?, count: Int) -> EntityRecord {
    var folded = base?.record ?? EntityRecord()
    folded.lastPosition = record.lastPosition
    folded.unknownFlags = record.unknownFlags
    folded.eventCount = UInt32(count)
    return folded
  }

  @usableFromInline
  static func noteFolded(_ item: Item, _ record: inout EntityRecord) {
    if record.newest == 0 { record.created = item.time }
    // What comes after a baseline may be older than it.
    if item.time >= record.modified {
      record.modified = item.time
      record.newest = item.transaction
    }
  }

  @usableFromInline
  static func finish(_ record: inout EntityRecord, hasState: Bool, _ failures: [FoldFailure]) {
    record.hasState = hasState
    record.isQuarantined = !failures.isEmpty
  }

  /// Sorts into canonical order; items are in order of arrival, which most often is that order.
  private static func sort(_ items: inout [Item], _ reader: LogReader) throws {
    if zip(items, items.dropFirst()).allSatisfy({ $0.time < $1.time || $0.isTogether(with: $1) }) {
      return
    }
    let stamped = try items.map { item in (item, try reader.stamp(item.transaction, item.position))
    }
    items = stamped.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

/// What the events of an entity fold to.
@usableFromInline
struct Folded<E: Entity> {
  @usableFromInline var record: EntityRecord
  @usableFromInline var state: E?
  /// The events that were left out because decoding or folding them threw.
  @usableFromInline var failures: [FoldFailure] = []

  @inlinable
  init(record: EntityRecord, state: E?) {
    self.record = record
    self.state = state
  }
}

/// What comes of folding an entity anew and comparing it with what is stored.
@usableFromInline
enum FoldCheck {
  case same
  /// Another state, or another record.
  case differs
  /// An event that cannot be read or folded, and was when it was stored.
  case failed(FoldFailure)
}

/// An event that a fold left out.
@usableFromInline
struct FoldFailure {
  let position: UInt64
  let message: String

  @usableFromInline
  init(position: UInt64, message: String) {
    self.position = position
    self.message = message
  }
}

extension Refold.Item {
  init(
    _ event: EventRecord, _ payload: BorrowedBytes, at position: UInt64, _ reader: LogReader
  ) throws {
    self.init(
      position: position, transaction: event.transaction,
      time: try reader.effectiveTime(of: event), type: event.type, payload: payload)
  }

  fileprivate func isTogether(with next: Refold.Item) -> Bool {
    transaction == next.transaction && position < next.position
  }
}
