internal import LMDB

/// The numbers between which a stray row may belong to the log: what is older was purged, what is
/// newer was never committed.
struct StrayBounds {
  /// More than any store has.
  private static let greatest: UInt64 = 1 << 48

  let transactions: ClosedRange<UInt64>
  let events: ClosedRange<UInt64>
  let names: UInt64

  /// By the heads; without them, from what the newest of their stray versions says was purged.
  init(_ read: BorrowedTransaction, _ tables: LogTables, _ pages: PageRescue) throws {
    var heads = Heads()
    if let found = try? Heads(read, tables), found.transactions > 0 { heads = found }
    let isKnown = heads.transactions > 0
    if !isKnown {
      try pages.strays { _, key, value in
        guard key.elementsEqual("heads".utf8), let row = tables.meta.opened(value, key),
          let stray = try? Heads(row), stray.purged >= heads.purged
        else { return }
        heads = stray
      }
    }
    let (first, position) = (heads.purged.successor, heads.purgedPosition.successor)
    transactions = first...max(first, isKnown ? heads.transactions : Self.greatest)
    events = position...max(position, isKnown ? heads.events : Self.greatest)
    names = isKnown ? heads.names : UInt64(UInt32.max)
  }
}
