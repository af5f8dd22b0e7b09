internal import LMDB

extension EventStore {
  /// Copies what can be read of a damaged store into a new one.
  ///
  /// The old file is only read, page by page and not through LMDB, so that damaged pages end
  /// nothing; close the store first. Its transactions are taken in one by one, in their order, as
  /// those of another store: times, authors and undos stay, also events of unknown types. Of a
  /// damaged transaction the sound events are kept in a transaction of their own, unless it was
  /// taken back. The new store has an identity of its own, so tokens and consumers begin anew, and
  /// entities and views are derived when it is opened with a schema. Needs free space for two
  /// copies of the log.
  ///
  /// States that a purge left in the place of older events are not copied; `SalvageReport.purged`
  /// says how far that purge went. In place of a damaged page it takes an older version of it,
  /// where the file still has one; pages below a damaged branch are found by their content. What
  /// the journal beside the file holds is taken in too, and the files of attachments are copied.
  /// `SalvageReport.notes` names the pages.
  ///
  /// The new store appears at `newPath` when everything is copied. A salvage that fails leaves
  /// nothing behind. A process that is killed leaves a folder `.daybook-salvage-…` at `newPath`,
  /// which the next salvage into it removes.
  ///
  /// - Throws: `StoreError`: `noSuchStore`; `notAStore` when nothing of a store can be read;
  ///   `newerFormat`; `invalidArgument` when there is a store at `newPath` already; what opening
  ///   the new store throws.
  @available(*, noasync)
  public static func salvage(
    from path: String, into newPath: String, options: StoreOptions = StoreOptions()
  ) throws -> SalvageReport {
    try StorePath.check(path)
    try StorePath.check(newPath)
    guard FileManager.default.fileExists(atPath: path + "/data.mdb") else {
      throw StoreError(.noSuchStore, "there is no store at \(path)")
    }
    guard !FileManager.default.fileExists(atPath: newPath + "/data.mdb") else {
      throw StoreError(
        .invalidArgument, "there is a store at \(newPath) already; name another directory")
    }
    let journal = JournalRescue(directory: path)
    let pages: PageRescue
    do { pages = try PageRescue(directory: path, root: journal.root) } catch {
      throw nothing(at: path, "\(error)")
    }
    let draft = try SalvageDraft(in: newPath)
    do {
      var report = try copy(pages, journal, of: path, into: draft, options)
      report.notes += try draft.copyAttachments(of: path)
      try draft.keep()
      return report
    } catch {
      // As long as the draft takes the room that may be missing.
      let told = draft.told((error as? LMDBError).map { StoreError($0, path: newPath) } ?? error)
      draft.discard()
      throw told
    }
  }

  /// Copies what can be read, and closes the new store.
  private static func copy(
    _ pages: PageRescue, _ journal: JournalRescue, of path: String, into draft: SalvageDraft,
    _ options: StoreOptions
  ) throws -> SalvageReport {
    let environment = try EnvironmentBox(Environment(path: draft.rows))
    let rescue = try RowRescue(pages, journal, into: environment)
    let notes = try rescue.run()
    let transaction = try environment.environment.beginRead()
    try refuseOther(transaction.borrowed, rescue.tables, path: path)
    var options = options
    options.createsStore = true
    let store = try EventStore.open(at: draft.store, schema: Schema(), options: options)
    let log = LogReader(
      transaction: transaction.borrowed, tables: rescue.tables, hasRetractions: true,
      hasBaselines: true)
    var salvage = try Salvage(log, store)
    var report = try salvage.run()
    end(transaction)
    if report.events == 0, report.losses.isEmpty, report.purged == 0, let first = notes.first {
      throw nothing(at: path, first)
    }
    report.notes = notes + report.notes
    return report
  }

  /// What is damaged or lost of the format is passed over, as other rows are.
  private static func refuseOther(
    _ read: BorrowedTransaction, _ tables: LogTables, path: String
  ) throws {
    do {
      try StoreFormat.check(read, tables.meta, path: path, knowing: LogIndexes.features)
    } catch let error as StoreError {
      if error.code == .newerFormat || error.code == .olderFormat { throw error }
    } catch {}
  }

  private static func nothing(at path: String, _ reason: String) -> StoreError {
    // Where opening it failed, the reason ends with the same way out.
    let reason = reason.replacing("; \(StoreError.wayFromOther)", with: "")
    return StoreError(
      .notAStore,
      "nothing of a store can be read at \(path): \(reason); \(StoreError.wayFromOther)")
  }

  /// Keeps a read transaction until here.
  private static func end(_ transaction: consuming ReadTransaction) {}
}
