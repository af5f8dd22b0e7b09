extension Reader {
  /// What transactions have touched: the entities of their events and of what they take back, and
  /// the transactions that count, or do not count, because of them. Those themselves are among the
  /// latter.
  ///
  /// O(k) for k events, those of what they take back included.
  ///
  /// - Parameters:
  ///   - first: the number of the last transaction before them.
  ///   - last: the number of the last of them.
  /// - Throws: `StoreError.damaged`.
  package func touched(
    after first: UInt64, through last: UInt64
  ) throws -> (entities: [(kind: String, id: UUID)], transactions: Set<UInt64>) {
    let log = log
    log.trace?.noteLog()
    var found: Set<EntityKey> = []
    var walk = TouchWalk(log)
    for number in first..<max(first, last) { try walk.visit(number + 1) { found.insert($0) } }
    // What a statement about the space voids may itself take something back.
    var voided = TouchWalk(log, lookingAtStatements: false)
    if let rules = log.rules {
      for number in walk.stated.sorted() {
        let (old, new) = (rules.space(asOf: number - 1), rules.space(asOf: number))
        if old == new { continue }
        try log.forEachTransaction(changedFrom: old, to: new) { try voided.visit($0) { _ in } }
      }
    }
    let entities = try found.map { (kind: (try log.name($0.kind))?.text ?? "", id: $0.id) }
    return (entities, walk.seen.union(voided.seen))
  }
}
