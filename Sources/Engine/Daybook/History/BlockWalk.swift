/// Finds the next transaction worth a look, over blocks that cannot hold a wanted one.
struct BlockWalk {
  let matcher: FilterMatcher
  /// The first and the last transaction that may be looked at; none when the first is greater.
  let first: UInt64
  let last: UInt64
  let trail: EntityTrail?
  let order: History.Order
  /// What was found out about the block of each level that was met last.
  private var known: [(key: UInt64, mayMatch: Bool)] = [(.max, false), (.max, false)]

  init(
    matcher: FilterMatcher, first: UInt64, last: UInt64, trail: EntityTrail?, order: History.Order
  ) {
    self.matcher = matcher
    self.first = first
    self.last = last
    self.trail = trail
    self.order = order
  }

  /// Whether a transaction may be looked at.
  func holds(_ number: UInt64) -> Bool { number >= first && number <= last }

  /// Whether a transaction is known to touch the entity of the trail, where it comes from.
  func isTrailed(_ number: UInt64) -> Bool { trail.map { number <= $0.end } ?? false }

  /// `number`, or the next one in the walk's direction that may be wanted; it may be beyond the
  /// end.
  mutating func candidate(_ number: UInt64, _ log: LogReader) throws -> UInt64 {
    var number = number
    if let trail, number <= trail.end {
      if let known = trail.nearest(number, goesUp: order == .oldestFirst) { return known }
      if order == .newestFirst { return first - 1 }
      number = trail.end.successor
    }
    if matcher.matchesNothing { return order == .oldestFirst ? last.successor : first - 1 }
    if matcher.matchesAll { return number }
    while holds(number), let beyond = try skip(number, log) { number = beyond }
    return number
  }

  /// The first transaction beyond a block that cannot hold a wanted one; nil when `number` may be
  /// one.
  private mutating func skip(_ number: UInt64, _ log: LogReader) throws -> UInt64? {
    for level in Summary.shifts.indices.reversed() {
      let key = Summary.key(level: level, of: number)
      if known[level].key != key {
        let summary = try log.usableSummary(key)
        known[level] = (key, summary.map(matcher.mayMatch) ?? true)
      }
      if !known[level].mayMatch {
        return order == .oldestFirst
          ? Summary.end(level: level, of: number).successor
          : Summary.start(level: level, of: number) - 1
      }
    }
    return nil
  }
}
