internal import LMDB

/// What a projection may know of others with the same value.
extension Rows {
  /// Throws when another entity has a value too as the append leaves it.
  ///
  /// Its row may be there still although the append takes the value away from it, so its state
  /// decides. Those that were one until the append parts them may have one value.
  @inlinable
  mutating func refuseTaken<U: Unique>(
    _ value: U.Value, by id: UUID, _ projection: U.Type, _ touched: TouchedEntities<U.Subject>
  ) throws {
    buffers.newKey.reset()
    value.encode(into: &buffers.newKey)
    for other in try holders(U.rows.index) where other != id {
      if let state = touched.find(other) {
        guard let held = state.flatMap(U.value), held.hasSameBytes(as: value) else { continue }
      }
      if Self.wereOne(id, other, touched.keeper) { continue }
      throw ValueTaken(value: "\(value)", kind: U.Subject.kind, holder: other)
    }
  }

  /// Notes that the append gives an entity another value, which is checked at its end.
  @usableFromInline @inline(never)
  mutating func noteValue<U: Unique>(
    _ old: U.Value?, _ new: U.Value?, of id: UUID, _ projection: U.Type, keeper: UUID?
  ) {
    awaited?.note(projection, id, old, new, keeper: keeper)
  }

  /// Throws when another entity has a row of the value; all rows are up to date.
  mutating func refuseTaken<U: Unique>(
    _ value: U.Value, by id: UUID, _ projection: U.Type, _ keeper: (UUID) -> UUID?
  ) throws {
    buffers.newKey.reset()
    value.encode(into: &buffers.newKey)
    let other = try holders(U.rows.index).first {
      $0 != id && !Self.wereOne(id, $0, keeper)
    }
    guard let other else { return }
    throw ValueTaken(value: "\(value)", kind: U.Subject.kind, holder: other)
  }

  /// Whether two entities were merged before the append, one into the other or both into a third.
  @usableFromInline
  static func wereOne(_ one: UUID, _ other: UUID, _ keeper: (UUID) -> UUID?) -> Bool {
    let (first, second) = (keeper(one), keeper(other))
    return first == other || second == one || first != nil && first == second
  }

  /// The entities whose rows have `newKey` before their id.
  @usableFromInline
  mutating func holders(_ table: Int) throws -> [UUID] {
    // What does not fit is refused when it is written.
    if buffers.newKey.overflowed { return [] }
    try settle(table)
    Self.check(table, of: tables.count)
    let prefix = buffers.newKey.bytes
    let read: BorrowedTransaction = transaction.borrowed
    var found: [UUID] = []
    try RowScan.forward(read, tables[table], prefix: prefix) { key, _ in
      if key.count == prefix.count + 16 { found.append(key.loadUUID(prefix.count)) }
      return true
    }
    return found
  }
}

/// The entities of one kind that the append touches, as it leaves them.
@usableFromInline
final class TouchedEntities<E: Entity>: @unchecked Sendable {
  /// The state of an entity, or that it is gone; nil for one that the append does not touch.
  // Set when the store is opened; afterwards only who writes looks here.
  @usableFromInline var find: (UUID) -> E?? = { _ in nil }
  /// What an entity was merged into before the append; nil for one that the append does not touch.
  @usableFromInline var keeper: (UUID) -> UUID? = { _ in nil }

  @inlinable init() {}
}

/// Why `Unique` refuses an append.
@usableFromInline
struct ValueTaken: Error, CustomStringConvertible {
  let value: String
  let kind: String
  let holder: UUID

  @usableFromInline
  init(value: String, kind: String, holder: UUID) {
    self.value = value
    self.kind = kind
    self.holder = holder
  }

  @usableFromInline var description: String { "\(kind) \(holder) has the value \(value) already" }
}
