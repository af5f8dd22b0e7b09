public import Daybook
internal import DaybookSnapshot

extension Backup {
  /// What was restored.
  public struct Restored: Sendable, Hashable, Codable {
    /// The first eight digits of the identity of the store whose backups these are.
    public let origin: String
    /// The same of the other stores that have backups in the folder.
    public let others: [String]
    /// The identity of the new store.
    public let store: UUID
    /// The number of its newest transaction, which is the same as in the store of the backup.
    public let transaction: UInt64
    /// When that transaction was written; nil when it was purged, and when there is none.
    public let written: Date?
    /// Events in its log.
    public let events: UInt64
    /// The names of the backups that it was made from, in order.
    public let sources: [String]
    /// The digests of its views, by name.
    public let views: [String: String]
    /// The names of the views with damaged rows in the backup. They were built anew, but those that
    /// the schema lacks: their app builds them when it opens the store.
    public let damagedViews: [String]
    /// Whether a clock was wrong around the time that was told: times do not follow the order of
    /// the log there, and `transaction` is the last that shows a time by then.
    public let isOutOfOrder: Bool
    /// Files of attachments that it was given.
    public let attachments: Int
    /// The names of attachments that it refers to and of which the backups have no sound file.
    public let missingAttachments: [String]
    /// How long it took.
    public let seconds: Double
  }

  /// Makes a new store of what the backups have.
  ///
  /// It is made in a folder beside the new path, from the newest full backup that is not later than
  /// the point, and the increments since; before the oldest full backup, from that one's log. It
  /// gets a replica and an identity of its own, so that tokens and peers of the old store do not
  /// take it for that one. When every page, checksum, fold and view of it has been checked, and the
  /// digests are those of the manifest where it is as old as that, it gets its path. Nothing is
  /// left behind, whatever fails.
  ///
  /// What is not in the log comes from the full backup: tokens of consumers, marks of inboxes and
  /// commands. Those that were made after it are made again. A file of an attachment that the
  /// backups lack hinders nothing: `Restored.missingAttachments` names it.
  ///
  /// - Parameters:
  ///   - point: which transaction to restore to.
  ///   - path: the directory of the new store, which must not exist.
  ///   - schema: the schema of the app.
  ///   - options: how the store is to be opened while it is made.
  ///   - store: the first digits of the identity of the store whose backups are meant; nil for the
  ///     one that was backed up last.
  /// - Throws: `InterchangeError`: `targetExists`, `noBackup`, `historyPurged`, `damagedFile` and
  ///   `unreadableFile`, which name the file, `newerFormat`, `unwritableFile`, `inUse`; a
  ///   `StoreError`.
  @discardableResult
  public func restore(
    to point: RestorePoint = .newest, into path: String, schema: Schema,
    options: StoreOptions = StoreOptions(), store: String? = nil
  ) async throws -> Restored {
    try await OwnThread.value { try make(point, path, schema, options, store) }
  }

  /// The blocking twin of the asynchronous `restore`.
  @available(*, noasync)
  @discardableResult
  public func restore(
    to point: RestorePoint = .newest, into path: String, schema: Schema,
    options: StoreOptions = StoreOptions(), store: String? = nil
  ) throws -> Restored {
    try make(point, path, schema, options, store)
  }

  private func make(
    _ point: RestorePoint, _ path: String, _ schema: Schema, _ options: StoreOptions,
    _ store: String?
  ) throws -> Restored {
    let clock = ContinuousClock()
    let start = clock.now
    guard let lock = FolderLock.shared(folder) else { throw busy }
    defer { extendLifetime(lock) }
    let catalog = try catalog(of: store)
    let scratch = try RestoreScratch(for: path)
    var restore = Restore(
      catalog: catalog, scratch: scratch, schema: schema, options: options)
    try restore.run(to: point)
    try scratch.keep()
    let others = try BackupCatalog(folder).restorable.subtracting(catalog.stores).sorted()
    return try restore.report(start.duration(to: clock.now) / .seconds(1), others: others)
  }
}
