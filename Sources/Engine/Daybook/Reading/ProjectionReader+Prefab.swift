extension ProjectionReader where P: Totals {
  /// Count and sum of a group; zero for one without entities. O(log n).
  @inlinable
  public func total(of group: P.Key) throws -> Tally { try row(P.rows, group) ?? Tally() }
}

extension ProjectionReader where P: Unique {
  /// The entity that has a value, the one with the least id when there are several; nil when none
  /// has it. O(log n).
  @inlinable
  public func holder(of value: P.Value) throws -> ID<P.Subject>? {
    try first(P.where(value))?.key.second
  }

  /// The values that several entities have, because they arrived from several replicas.
  ///
  /// In the order of the values. O(n) for n entities; only keys are compared.
  @inlinable
  public func duplicates() throws -> [Duplicate<P>] {
    var found: [Duplicate<P>] = []
    for key in try rows.keysThatDifferInID(P.rows.index) {
      var reader = KeyReader(key.span.bytes)
      let key = try P.Key(from: &reader)
      if let last = found.last, last.value.hasSameBytes(as: key.first) {
        found[found.count - 1] = Duplicate(value: last.value, ids: last.ids + [key.second])
      } else {
        found.append(Duplicate(value: key.first, ids: [key.second]))
      }
    }
    return found
  }
}
