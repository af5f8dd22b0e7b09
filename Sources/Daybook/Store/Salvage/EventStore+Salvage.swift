internal import LMDB

extension EventStore {
  /// Copies what can be read of a damaged store into a new one.
  ///
  /// The old file is only read, page by page and not through LMDB, so that damaged pages end nothing;
  /// close the store first. Its transactions are taken in
  /// one by one, in their order, as those of another store: times, authors and undos stay, also events of
  /// unknown types. Of a damaged transaction the sound events are kept in a transaction of their own,
  /// unless it was taken back.
  /// The new store has an identity of its own, so tokens and consumers begin anew, and entities and views
  /// are derived when it is opened with a schema. Needs free space for two copies of the log.
  ///
  /// States that a purge has left in the place of older events do not come along; `SalvageReport.purged`
  /// tells. Of a damaged page, what an older version of it says is taken, where the file still has one;
  /// pages below a damaged branch are found by their content. `SalvageReport.notes` names the pages.
  ///
  /// - Throws: `StoreError`: `noSuchStore`; `invalidArgument` when there is a store at `newPath` already;
  ///   what opening the new store throws.
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
    } catch {
      throw StoreError(.storage, "\(copy) cannot be made: \(error)", cause: error)
    }
    do {
      let environment = try EnvironmentBox(Environment(path: copy))
      let rescue = try RowRescue(path, into: environment)
      let notes = try rescue.run()
      let transaction = try environment.environment.beginRead()
      let log = LogReader(
        transaction: transaction.borrowed, tables: rescue.tables, hasRetractions: true,
        hasBaselines: true)
      var salvage = try Salvage(log, store)
      var report = try salvage.run()
      report.notes = notes + report.notes
      end(transaction)
      return report
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }

  /// Keeps a snapshot until here.
  private static func end(_ transaction: consuming ReadTransaction) {}
}
