/// Goes through what references lead to, and finds out whether that is gone.
///
/// Peers decide how long rows of references are, and where they meet. So nothing here recurses, and
/// nothing is looked at twice. Entities that lead to each other are settled together, as Tarjan's
/// algorithm finds them.
struct StandingWalk {
  /// An entity that is not settled yet.
  private struct Visit {
    let key: EntityKey
    let keeper: UUID?
    /// Where its references lead that were not looked at yet.
    var rest: [EntityKey]
    /// The first of the visits to which it leads.
    var low: Int
  }

  /// The entities that are settled.
  private(set) var known: [EntityKey: Standings.Known]
  private var visits: [Visit] = []
  private var places: [EntityKey: Int] = [:]
  /// The way from the first entity to the present one.
  private var path: [Int] = []
  /// The visits that are not settled; each leads to one on the path, and so to its end.
  private var open: [Int] = []

  init(_ known: [EntityKey: Standings.Known]) { self.known = known }

  /// Settles an entity, and all that had to be looked at for that.
  mutating func go(
    from start: EntityKey, _ footing: Footing, _ look: (EntityKey) throws -> Footing
  ) throws {
    enter(start, footing)
    while let top = path.last {
      guard let next = visits[top].rest.popLast() else {
        leave(top)
        continue
      }
      if let settled = known[next] {
        if settled.isGone { return settleAsGone() }
      } else if let place = places[next] {
        visits[top].low = min(visits[top].low, place)
      } else {
        let footing = try look(next)
        if case .gone = footing {
          known[next] = Standings.Known(isGone: true)
          return settleAsGone()
        }
        enter(next, footing)
      }
    }
  }

  private mutating func enter(_ key: EntityKey, _ footing: Footing) {
    var (keeper, rest) = (UUID?.none, [EntityKey]())
    switch footing {
    case .there, .gone: break
    case .merged(let merged):
      keeper = merged.keeper
      rest = [EntityKey(kind: key.kind, id: merged.keeper)]
    case .following(let parents): rest = parents
    }
    let place = visits.count
    visits.append(Visit(key: key, keeper: keeper, rest: rest, low: place))
    places[key] = place
    path.append(place)
    open.append(place)
  }

  /// Ends with the last entity of the path, and settles those as there which lead to it and to
  /// which it leads.
  private mutating func leave(_ top: Int) {
    path.removeLast()
    if let above = path.last { visits[above].low = min(visits[above].low, visits[top].low) }
    guard visits[top].low == top, let start = open.lastIndex(of: top) else { return }
    for place in open[start...] { settle(place, isGone: false) }
    open.removeSubrange(start...)
  }

  private mutating func settleAsGone() {
    for place in open { settle(place, isGone: true) }
  }

  private mutating func settle(_ place: Int, isGone: Bool) {
    known[visits[place].key] = Standings.Known(isGone: isGone, keeper: visits[place].keeper)
  }
}
