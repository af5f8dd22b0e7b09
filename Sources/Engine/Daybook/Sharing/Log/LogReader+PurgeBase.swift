extension LogReader {
  /// Whether the store was purged to a frontier that does not count any more. One whose statement
  /// is still to come, after a snapshot, counts.
  func mustStartAgain() throws -> Bool {
    guard let base = try SpaceRow.stored(transaction, tables)?.base, let rules,
      space?.frontiers.contains(where: base.isSame) != true
    else { return false }
    return rules.states(base)
  }

  /// Whether something was purged that a vector does not stand for.
  func hasPurged(beyond vector: VersionVector) throws -> Bool {
    let purged = try LogCounters(transaction, tables).purged
    var isFound = false
    if purged == 0 { return false }
    try forEachReplica { number, row in
      let next = vector[row.id].successor
      guard try !isFound && next <= newestSequence(number) else { return }
      isFound = try self.number(replica: number, sequence: next) ?? 0 <= purged
    }
    return isFound
  }

  /// The last transaction up to which a vector stands for all that is here; nil when it does for
  /// everything.
  func end(of vector: VersionVector) throws -> UInt64? {
    var first: UInt64?
    try forEachReplica { number, row in
      let next = vector[row.id].successor
      guard try next <= newestSequence(number),
        let found = try self.number(replica: number, sequence: next)
      else { return }
      first = min(first ?? found, found)
    }
    return first.map { $0 - 1 }
  }
}
