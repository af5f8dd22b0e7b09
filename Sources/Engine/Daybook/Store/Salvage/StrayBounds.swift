internal import LMDB

/// The numbers between which a stray row may belong to the log: what is older was purged, what is
/// newer was never committed.
struct StrayBounds {
  /// More than any store has.
  private static let greatest: UInt64 = 1 << 48

  let transactions: ClosedRange<UInt64>
  let events: ClosedRange<UInt64>
  let names: UInt64

  /// By the counters; without them, from what the newest of their stray versions says was purged.
  init(_ read: BorrowedTransaction, _ tables: LogTables, _ pages: PageRescue) throws {
    var counters = LogCounters()
    if let found = try? LogCounters(read, tables), found.transactions > 0 { counters = found }
    let isKnown = counters.transactions > 0
    if !isKnown {
      try pages.strays { _, key, value in
        guard key.elementsEqual("heads".utf8), let row = tables.main.opened(value, key),
          let stray = try? LogCounters(row), stray.purged >= counters.purged
        else { return }
        counters = stray
      }
    }
    let (first, position) = (counters.purged.successor, counters.purgedPosition.successor)
    transactions = first...max(first, isKnown ? counters.transactions : Self.greatest)
    events = position...max(position, isKnown ? counters.events : Self.greatest)
    names = isKnown ? counters.names : UInt64(UInt32.max)
  }
}
