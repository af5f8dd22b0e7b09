internal import CDaybook

/// Noticing that the file was replaced, overwritten or removed while it is open.
extension Environment {
  /// LMDB takes the number of the newest commit from the lock file, and the root from the data
  /// file, which somebody may have overwritten with an older one: its pages would be read by
  /// another's root, or past the end of the file.
  func requireRoot(of transaction: UInt64) throws(LMDBError) {
    if information.me_last_txnid < transaction { throw overwritten }
  }

  /// As `requireRoot(of:)`, for whoever writes: the root is that of the commit before.
  func requireRoot(before transaction: UInt64) throws(LMDBError) {
    if information.me_last_txnid + 1 != transaction { throw overwritten }
  }

  /// As `lastTransactionID`, for whoever waits for commits of others: looks whether the file is
  /// still the one that was opened, and has not gone back. Wraps `stat`.
  ///
  /// - Throws: `LMDBError` `replaced`.
  public func lastTransaction(after known: UInt64) throws(LMDBError) -> UInt64 {
    try file.binding?.check()
    let last = lastTransactionID
    if last < known { throw overwritten }
    return last
  }

  private var overwritten: LMDBError {
    FileBinding.replaced(
      "\(path)/data.mdb holds commit \(information.me_last_txnid), not the one that was written last"
    )
  }
}
