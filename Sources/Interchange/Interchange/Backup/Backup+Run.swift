public import Daybook
internal import DaybookSnapshot
internal import Foundation

extension Backup {
  /// What a run did.
  public struct Report: Sendable, Hashable, Codable {
    /// The backups that were made; none when nothing was written since the last one.
    public let made: [Point]
    /// The names of those that were removed.
    public let removed: [String]
    /// The newest transaction that can be restored.
    public let transaction: UInt64
    /// Why an older backup could not be built on; nil when nothing was found.
    public let problem: String?
    /// Files of attachments that were copied into the folder, which lacked them.
    public let attachments: Int
    /// The names of attachments whose file has another content in the store, or is none; they are
    /// not copied.
    public let changedAttachments: [String]
    /// How long it took.
    public let seconds: Double
  }

  /// Backs the store up: writes an increment, or a full backup where that is called for, and then
  /// removes what is not to be kept.
  ///
  /// A full backup is made when there is none of this store, when the data of the newest is not
  /// there in full length or has no good manifest, which `Report.problem` says, when the increments
  /// have grown beyond `largestShare` of theirs, when transactions since were purged, and when
  /// `full` asks for it. The files of attachments are beside the backups, each of them once.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - full: whether to make a full backup in any case.
  ///   - policy: what to keep of this store's backups; nil for everything. Those of other stores in
  ///     the folder stay.
  ///   - zone: where the days of the policy begin.
  ///   - now: when it is made.
  /// - Throws: `InterchangeError`: `inUse`, `unwritableFile`, `unreadableFile`; a `StoreError`.
  @discardableResult
  public func run(
    _ store: EventStore, full: Bool = false, keep policy: RetentionPolicy? = nil,
    zone: TimeZone = .current, now: Date = Date()
  ) async throws -> Report {
    try await OwnThread.value { try perform(store, full, policy, zone, now) }
  }

  /// The blocking twin of the asynchronous `run`.
  @available(*, noasync)
  @discardableResult
  public func run(
    _ store: EventStore, full: Bool = false, keep policy: RetentionPolicy? = nil,
    zone: TimeZone = .current, now: Date = Date()
  ) throws -> Report {
    try perform(store, full, policy, zone, now)
  }

  private func perform(
    _ store: EventStore, _ full: Bool, _ policy: RetentionPolicy?, _ zone: TimeZone, _ now: Date
  ) throws -> Report {
    let clock = ContinuousClock()
    let start = clock.now
    do { try AtomicFolder(path: folder).make() } catch {
      throw InterchangeError(.unwritableFile, file: folder, error.message)
    }
    guard let lock = try FolderLock.exclusive(folder) else { throw busy }
    defer { extendLifetime(lock) }
    do { try sweep() } catch { throw InterchangeError.unwritable(folder, error) }
    // What was acknowledged is in the backup, and is on disk here before it is there.
    try store.flush()
    // Before the log, because a purge may let go of them meanwhile, and after it, for those that
    // were added meanwhile.
    var copied = try copyAttachments(of: store)
    let (made, problem) = try add(store, full, now)
    let more = try copyAttachments(of: store)
    (copied.files, copied.changed) = (copied.files + more.files, more.changed)
    let own = try BackupCatalog(folder).only(BackupName.short(store.id))
    let removed = try policy.map { try remove(own.removable($0, zone: zone), own) } ?? []
    if !removed.isEmpty { try removeAttachments() }
    return Report(
      made: made.map { point($0, own, checksAll: false) }, removed: removed,
      transaction: (own.fulls + own.logs).map(\.transaction).max() ?? 0, problem: problem,
      attachments: copied.files, changedAttachments: copied.changed.map(\.name),
      seconds: start.duration(to: clock.now) / .seconds(1))
  }

  /// Makes what is called for.
  private func add(
    _ store: EventStore, _ full: Bool, _ now: Date
  ) throws -> (made: [BackupName], problem: String?) {
    let catalog = try BackupCatalog(folder).only(BackupName.short(store.id))
    guard let base = catalog.fulls.last else { return ([try addFull(store, now)], nil) }
    let manifest: BackupManifest
    do {
      manifest = try catalog.manifest(base)
      guard manifest.store == store.id else { return ([try addFull(store, now)], nil) }
      try catalog.checkSize(of: base, manifest)
    } catch {
      return ([try addFull(store, now)], "\(error)")
    }
    let last = catalog.end(from: base.transaction)
    try checkLine(store, manifest, last, catalog)
    let newest = try store.read { try $0.token().number }
    var made: [BackupName] = []
    if newest > last, let log = try addLog(store, after: last, now) { made.append(log) }
    let isBehind = newest > last && made.isEmpty
    if try full || isBehind || isOutgrown(base, manifest) || hasOtherViews(store, manifest) {
      // Twice within a second is once.
      if BackupName(store.id, newest, now) != base { made.append(try addFull(store, now)) }
    }
    return (made, nil)
  }

  /// Makes sure that the newest transaction of the backups is that of the store.
  ///
  /// A file that was put back by hand has gone another way since, under the same numbers. Backups
  /// of both in one folder would be mixed.
  private func checkLine(
    _ store: EventStore, _ base: BackupManifest, _ last: UInt64, _ catalog: BackupCatalog
  ) throws {
    var known: UInt32? = base.checksum == 0 ? nil : base.checksum
    if let log = catalog.logs.last(where: { $0.transaction == last }), last > base.transaction {
      known = try catalog.checksum(ofLastIn: log)
    }
    let (newest, message) = try store.read { reader in
      (try reader.token().number, try reader.message(of: last))
    }
    let own = message.map { LogMessage.checksum(of: $0) }
    guard newest >= last, known == nil || own == nil || known == own else {
      throw InterchangeError(
        .otherInstance, file: folder,
        "The store is not any more the one that is backed up in \(folder): transaction \(last) is another one, or not there. Its file was put back by hand; back it up in another folder."
      )
    }
  }

  /// Whether increments take too large a share.
  private func isOutgrown(_ base: BackupName, _ manifest: BackupManifest) throws -> Bool {
    let catalog = try BackupCatalog(folder)
    let logs = catalog.chains.first { $0.full == base }?.logs ?? []
    let sizes = try logs.map {
      try FileState(URL(fileURLWithPath: catalog.path($0)), $0.text).size
    }
    return Double(sizes.reduce(0, +)) > Double(manifest.size) * Self.largestShare
  }

  /// Whether a view has other parameters than in the full backup: an increment has none.
  private func hasOtherViews(_ store: EventStore, _ base: BackupManifest) throws -> Bool {
    try store.projectionParameters().contains { name, parameters in
      base.views[name].map { $0.parameters != parameters } ?? false
    }
  }

  /// Writes an increment; nil when transactions after that place were purged.
  private func addLog(
    _ store: EventStore, after: UInt64, _ now: Date
  ) throws -> BackupName? {
    let newest = try store.read { try $0.token() }
    let name = BackupName(store.id, after: after, newest.number, now)
    do {
      try LogFile.write(
        store, after: History.Token("\(store.id.uuidString):\(after)"), through: newest,
        to: URL(fileURLWithPath: "\(folder)/\(name.text)"))
    } catch let error as InterchangeError where error.code == .historyPurged {
      return nil
    }
    return name
  }

  func addFull(_ store: EventStore, _ now: Date) throws -> BackupName {
    let draft = "\(folder)/.daybook-backup-\(UUID().uuidString)"
    do {
      try AtomicFolder(path: draft).make()
      defer { try? FileManager.default.removeItem(atPath: draft) }
      let place = "\(draft)/full"
      let copy = try store.copy(to: place, withAttachments: false)
      let data = try SourceFile(URL(fileURLWithPath: "\(place)/data.mdb"), name: "data.mdb")
      let manifest = BackupManifest(
        copy, at: now, size: UInt64(data.size), digest: data.digest)
      let inner = AtomicFolder(path: place)
      try inner.replace(BackupManifest.fileName, with: manifest.bytes)
      try inner.flush()
      let name = BackupName(copy.store, copy.transaction, manifest.time)
      let outer = AtomicFolder(path: folder)
      guard !outer.contains(name.text) else { return name }
      try AtomicFolder(path: draft).move("full", to: outer, as: name.text)
      try outer.flush()
      return name
    } catch let error as SnapshotError {
      throw InterchangeError.unwritable(folder, error)
    }
  }

  private func remove(_ names: [BackupName], _ catalog: BackupCatalog) throws -> [String] {
    let outer = AtomicFolder(path: folder)
    do {
      for name in names {
        // A full backup goes with its name, not file by file; the next run would sweep the rest.
        let draft = ".daybook-removed-\(UUID().uuidString)"
        try FileManager.default.moveItem(
          atPath: catalog.path(name), toPath: "\(folder)/\(draft)")
        try FileManager.default.removeItem(atPath: "\(folder)/\(draft)")
      }
      if !names.isEmpty { try outer.flush() }
    } catch { throw InterchangeError.unwritable(folder, error) }
    return names.map(\.text)
  }
}
