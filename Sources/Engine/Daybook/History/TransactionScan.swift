internal import LMDB

/// A walk through the transactions that a filter wants, in pages of one short read each.
struct TransactionScan: Sendable {
  /// Transactions in one page.
  static let pageSize = 256
  /// Transactions looked at in one read, so that none is held for long.
  static let patience = 1 << 14

  let filter: History.Filter
  let order: History.Order
  /// Where it begins: after this token.
  let after: History.Token?
  /// Where it ends: with the transaction of this token.
  let before: History.Token?
  /// The next transaction to look at; nil before the first page.
  private(set) var next: UInt64?
  /// Whether the last page saw everything there was.
  private(set) var isAtEnd = false
  /// The number of the commit that the last page was read of.
  private(set) var version: UInt64 = 0
  /// How many transactions were looked at so far.
  private(set) var looks = 0
  private var trail: EntityTrail?

  init(
    filter: History.Filter, order: History.Order, after: History.Token?, before: History.Token?
  ) {
    self.filter = filter
    self.order = order
    self.after = after
    self.before = before
  }

  /// Whether nothing can follow, whatever is committed later.
  var isComplete: Bool {
    guard isAtEnd else { return false }
    if order == .newestFirst { return true }
    guard let before, let next else { return false }
    return next > before.number
  }

  /// The next transactions; an empty page does not mean the end, `isAtEnd` does.
  @inline(never)  // the optimizer of Swift 6.3 dies of it in callers that are asynchronous
  mutating func page(
    _ store: EventStore, limit: Int = pageSize
  ) throws -> [History.Transaction] {
    try store.read { reader in
      version = reader.log.transaction.id
      let memo = RetractionMemo()
      var log = reader.log
      log.memo = memo
      defer { extendLifetime(memo) }
      var walk = try walk(reader, store)
      var number = next ?? (order == .oldestFirst ? walk.first : walk.last)
      var found: [History.Transaction] = []
      var looks = 0
      if walk.matcher.matchesAll {
        found = try reader.consecutive(
          from: number, goesUp: order == .oldestFirst, limit: limit, while: walk.holds)
        looks = found.count
        let passed = UInt64(found.count)
        number = order == .oldestFirst ? number &+ passed : number - min(number, passed)
      } else {
        number = try walk.candidate(number, log)
      }
      while !walk.matcher.matchesAll, walk.holds(number), found.count < limit,
        looks < Self.patience
      {
        let isTrailed = walk.isTrailed(number)
        if try walk.matcher.matches(number, log, isTrailed: isTrailed),
          let transaction = try reader.transaction(number, log)
        {
          found.append(transaction)
        }
        looks += 1
        number = order == .oldestFirst ? number.successor : number - 1
        number = try walk.candidate(number, log)
      }
      self.looks += looks
      isAtEnd = !walk.holds(number)
      // What is not there yet is looked at when it is.
      next = order == .oldestFirst ? min(number, max(walk.last.successor, walk.first)) : number
      return found
    }
  }

  private mutating func walk(
    _ reader: borrowing Reader, _ store: EventStore
  ) throws -> BlockWalk {
    let hasFilter = !filter.conditions.isEmpty
    let matcher = try FilterMatcher(
      filter.conditions, hasFilter ? store.readers.names.names(reader.log) : Names(), reader.log)
    if trail == nil, let entity = matcher.entities.first {
      trail = try EntityTrail(entity, reader.log, end: try reader.newestNumber())
    }
    var cursor = try reader.log.transaction.cursor(reader.log.tables.transactions)
    let oldest = try cursor.first() ? cursor.key : 1
    var last = try reader.newestNumber()
    if let before { last = min(last, try reader.start(before)) }
    return BlockWalk(
      matcher: matcher, first: max(try start(reader).successor, oldest), last: last, trail: trail,
      order: order)
  }

  /// The transaction after which the page may begin; checked against the log each time.
  private func start(_ reader: borrowing Reader) throws -> UInt64 {
    guard order == .oldestFirst, let next else { return try reader.start(after) }
    if next == 1 { return 0 }
    return try reader.start(History.Token(store: reader.storeID, transaction: next - 1))
  }
}
