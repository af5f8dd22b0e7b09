extension LogReader {
  /// Calls `body` with the entities whose events count otherwise when a space is another; an entity
  /// may come more than once.
  func forEachEntity(
    changedFrom old: Space?, to new: Space?, _ body: (EntityKey) throws -> Void
  ) throws {
    if old == new { return }
    var walk = TouchWalk(self, lookingAtStatements: false)
    try forEachTransaction(changedFrom: old, to: new) { try walk.visit($0, body) }
  }

  /// The entities that a transaction touches, those of what it takes back included; each once, in
  /// the order of its events.
  func touched(_ number: UInt64) throws -> [EntityKey] {
    var found: [EntityKey] = []
    var known: Set<EntityKey> = []
    var walk = TouchWalk(self)
    try walk.visit(number) { if known.insert($0).inserted { found.append($0) } }
    return found
  }

  /// The kinds of these entities, ascending.
  func kinds(touchedBy number: UInt64) throws -> [UInt32] {
    if let known = memo?.kinds(touchedBy: number) { return known }
    var kinds: Set<UInt32> = []
    var walk = TouchWalk(self)
    try walk.visit(number) { target in
      guard let known = memo?.kinds(touchedBy: target) else { return false }
      kinds.formUnion(known)
      return true
    } _: {
      kinds.insert($0.kind)
    }
    let found = kinds.sorted()
    memo?.remember(found, touchedBy: number)
    return found
  }
}
