/// A reference to an entity that is deleted.
public struct DanglingReference<R: Relation>: Hashable, Sendable {
  /// The entity that refers.
  public let child: ID<R.Child>
  /// The one that is deleted.
  public let parent: ID<R.Parent>

  /// Makes one from its parts.
  @inlinable
  public init(child: ID<R.Child>, parent: ID<R.Parent>) {
    self.child = child
    self.parent = parent
  }
}

extension Reader {
  /// The references of a relation, as readers see them, that lead to what is deleted.
  ///
  /// Only a relation with the rule `deny` has such: what another replica wrote while the parent was
  /// there may arrive after it was deleted here. In the order of the parents. O(n) for n
  /// references, with one look-up for each parent.
  ///
  /// - Throws: as `view`.
  public func dangling<R: Relation>(_ relation: R.Type) throws -> [DanglingReference<R>] {
    let parents = try registry.type(R.Parent.self)
    var found: [DanglingReference<R>] = []
    var log = log
    let standings = Standings()
    log.standings = standings
    defer { extendLifetime(standings) }
    var last: (parent: ID<R.Parent>, isGone: Bool)?
    try view(relation).forEach(R.all) { key, _ in
      if last?.parent != key.first {
        let parent = parents.kind.entityKey(key.first.rawValue)
        last = (key.first, try parents.standing(log, parent).isGone)
      }
      if last?.isGone == true {
        found.append(DanglingReference(child: key.second, parent: key.first))
      }
      return true
    }
    return found
  }
}
