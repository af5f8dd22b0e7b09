extension Reader {
  /// The transactions that one undo takes back together with `number`, itself among them,
  /// ascending; only itself unless it was written as a part of a save.
  ///
  /// Those that count no longer are among them. O(t) for t transactions since the first.
  ///
  /// - Throws: `StoreError.noSuchTransaction`.
  public func undoGroup(of number: UInt64) throws -> [UInt64] {
    let log = log
    log.trace?.noteLog()
    let purged = try purged()
    guard try number > purged && log.record(number) != nil else {
      throw StoreError.noTransaction(number, purged: purged)
    }
    return try log.undoGroup(of: number, newest: newestNumber()) ?? [number]
  }
}
