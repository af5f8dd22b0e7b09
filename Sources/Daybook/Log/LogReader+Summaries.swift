internal import LMDB

extension LogReader {
  /// The summary of a block; nil when there is none, which says nothing.
  func summary(_ key: UInt64) throws -> Summary? {
    guard let span = try transaction.value(tables.summaries, key) else { return nil }
    return try span.withUnsafeBytes { bytes in
      guard let summary = Summary(bytes, key: key) else {
        throw StoreError(.damaged, "the summary of block \(key) of the log is damaged")
      }
      return summary
    }
  }

  /// The summary of a block for a search: one that is damaged leaves nothing out, and `verify` tells.
  func usableSummary(_ key: UInt64) throws -> Summary? {
    do {
      return try summary(key)
    } catch let error as StoreError where error.code == .damaged {
      return .unknown
    }
  }

  /// Calls `body` with the numbers that a transaction brings into its summaries, until it says false.
  ///
  /// Some may come twice. The events are read only when the numbers of the record were not enough.
  func eachSummaryNumber(
    of number: UInt64, _ name: (UInt32) throws -> Names.Name?, _ body: (UInt32) throws -> Bool
  ) throws {
    let record = try existing(number)
    guard try body(record.author == 0 ? Summary.noAuthor : record.author),
      try body(record.context == 0 ? Summary.noContext : record.context),
      try body(record.flags & TransactionRecord.isRemote == 0 ? Summary.local : Summary.remote)
    else { return }
    var retracts = false
    for position in record.positions {
      let type = try event(position).type
      guard try body(type), let found = try name(type) else { return }
      if found.kind != 0, try !body(found.kind) { return }
      if Control.isRetraction(found) { retracts = true }
    }
    if !retracts { return }
    for kind in try kinds(touchedBy: number) {
      if try !body(kind) { return }
    }
  }
}
