import Daybook

/// Some of the transactions that a filter wants, the newest first.
///
/// What no index leads to is looked for in stretches, and only for a while: a page then says how
/// far it has looked, instead of keeping its reader waiting.
struct LogPage {
  let transactions: [History.Transaction]
  /// Where the next page goes on: the greatest number that is not on this one; nil at the end.
  let rest: UInt64?
  /// Whether it ended because looking took too long.
  let isCutShort: Bool

  /// How many on a page.
  static let size = 50
  /// How many transactions one stretch has.
  private static let stretch: UInt64 = 16_384
  /// How long is looked for.
  private static let patience = Duration.milliseconds(30)

  /// - Parameter last: the greatest number; nil for the newest.
  init(_ store: EventStore, _ filter: History.Filter, through last: UInt64?) throws {
    let newest = try store.read { try $0.token().number }
    let oldest = try store.read { try $0.oldestToken().number }
    var upper = min(last ?? newest, newest)
    var found: [History.Transaction] = []
    let began = ContinuousClock.now
    var isCutShort = false
    while upper > oldest, found.count <= Self.size, !isCutShort {
      let lower = upper > oldest + Self.stretch ? upper - Self.stretch : oldest
      let (after, before) = try store.read { reader in
        (try reader.transaction(lower)?.token, try reader.transaction(upper)?.token)
      }
      found += try store.history.transactions(
        after: after, before: before, limit: Self.size + 1 - found.count, order: .newestFirst,
        where: filter
      ).all()
      upper = lower
      isCutShort =
        found.count <= Self.size && upper > oldest && began.duration(to: .now) > Self.patience
    }
    transactions = Array(found.prefix(Self.size))
    self.isCutShort = isCutShort
    rest = found.count > Self.size ? found[Self.size].number : isCutShort ? upper : nil
  }
}
