/// The transactions by which an entity was moved out of a store, as its log tells, so that every
/// replica of the store knows them.
enum Departure {
  /// What the log says of the transactions of a move.
  static let context = "move"

  /// Whether a transaction may be one: it is of a move, has one event, and its own time. What a
  /// move has brought has an earlier one.
  static func isAlone(_ number: UInt64, _ reader: borrowing Reader) throws -> Bool {
    guard let found = try reader.transaction(number) else { return false }
    return found.context == context && found.positions.count == 1 && found.stampTime == found.time
  }

  /// The transaction of a move by which readers do not see an entity: it has left itself, or what
  /// it refers to or was merged into has. Nil where there is none.
  ///
  /// O(k) for the k events of those that it is gone with.
  static func hiding(_ start: EntityKey, _ reader: borrowing Reader) throws -> UInt64? {
    let log = reader.log
    var (open, seen) = ([start], Set<EntityKey>())
    while let key = open.popLast() {
      guard seen.insert(key).inserted,
        let kind = reader.registry.kinds.first(where: { $0.number == key.kind })
      else { continue }
      var isGone = false
      switch try kind.operations.footing(log, key.id) {
      case .there: break
      case .gone: isGone = true
      case .following(let parents): open += parents
      case .merged(let merged):
        isGone = merged.isDeleted
        open.append(EntityKey(kind: key.kind, id: merged.keeper))
        open += merged.parents
      }
      // What another device wrote before it heard of the move may have come later than that.
      if isGone, let last = try kind.operations.endings(log, key.id).last,
        try isAlone(last, reader)
      {
        return last
      }
    }
    return nil
  }
}
