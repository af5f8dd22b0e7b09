internal import LMDB

extension StoreCopy {
  /// Whether the store whose file lies in a directory has statements about a space, so that others
  /// may have what it lacks. Nobody may write the file meanwhile; nothing is put beside it.
  ///
  /// - Throws: `StoreError` when the file is not there or cannot be read.
  package static func isShared(at path: String) throws -> Bool {
    do {
      let environment = try Environment(reading: "\(path)/data.mdb")
      let transaction = try environment.beginRead()
      let isShared = try hasSpace(transaction.borrowed)
      _ = consume transaction
      return isShared
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }

  private static func hasSpace(_ read: BorrowedTransaction) throws -> Bool {
    try SpaceRow.stored(read, LogTables(existing: read)) != nil
  }
}
