internal import LMDB

extension EventStore {
  /// Copies what can be read of a damaged store into a new one.
  ///
  /// The old store is only copied, never opened or changed; close it first. Its transactions are taken in
  /// one by one, in their order, as those of another store: times, authors and undos stay, also events of
  /// unknown types. Of a damaged transaction the sound events are kept in a transaction of their own,
  /// unless it was taken back.
  /// The new store has an identity of its own, so tokens and consumers begin anew, and entities and views
  /// are derived when it is opened with a schema. Needs free space for two copies.
  ///
  /// States that a purge has left in the place of older events do not come along; `SalvageReport.purged`
  /// tells. Damage in LMDB's own pages can end the process, so run it in one of its own.
  ///
  /// Reads by the file's trees: what lies in pages that they do not lead to any more is not found.
  ///
  /// - Throws: `StoreError`: `noSuchStore`; `invalidArgument` when there is a store at `newPath` already;
  ///   `damaged` when not even the tables can be found; what opening the new store throws.
  @available(*, noasync)
  public static func salvage(
    from path: String, into newPath: String, options: StoreOptions = StoreOptions()
  ) throws -> SalvageReport {
    guard FileManager.default.fileExists(atPath: path + "/data.mdb") else {
      throw StoreError(.noSuchStore, "there is no store at \(path)")
    }
    guard !FileManager.default.fileExists(atPath: newPath + "/data.mdb") else {
      throw StoreError(
        .invalidArgument, "there is a store at \(newPath) already; name another directory")
    }
    var options = options
    options.createsStore = true
    let store = try EventStore.open(at: newPath, schema: Schema(), options: options)
    let copy = newPath + "/salvage"
    defer { try? FileManager.default.removeItem(atPath: copy) }
    do {
      try FileManager.default.createDirectory(
        atPath: copy, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(atPath: path + "/data.mdb", toPath: copy + "/data.mdb")
    } catch {
      throw StoreError(.storage, "\(path) cannot be copied: \(error)", cause: error)
    }
    do {
      let environment = try Environment(
        path: copy, options: Environment.Options(createsFiles: false))
      var opening = try environment.beginWrite()
      let tables = try LogTables(&opening)
      try opening.commit()
      let transaction = try environment.beginRead()
      let log = LogReader(
        transaction: transaction.borrowed, tables: tables, hasRetractions: true,
        hasBaselines: true)
      var salvage = try Salvage(log, store)
      let report = try salvage.run()
      end(transaction)
      return report
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }

  /// Keeps a snapshot until here.
  private static func end(_ transaction: consuming ReadTransaction) {}
}
