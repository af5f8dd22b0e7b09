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
    /// The names of attachments that the store refers to, and of which neither it nor the folder
    /// has the file.
    public let missingAttachments: [String]
    /// The same of a store that others share: one of them may still send the file.
    public let awaitedAttachments: [String]
    /// Why other files could not be copied, by their places in the folder. A file that cannot be
    /// copied keeps neither others nor the log out of a backup.
    public let attachmentProblems: [String: String]
    /// The names of the views of which the store holds damaged rows, as the full backup that was
    /// made does; a restore builds them anew, and so does `EventStore.rebuild`.
    public let damagedViews: [String]
    /// That the transactions of an increment, or some before it, are not those that were written.
    /// It has them as they are now. Nil when the chain of the log says that they are.
    public let finding: String?
    /// Why a backup is kept that the policy lets go of: no newer one is whole. Nil when none is.
    public let spared: String?
    /// How long it took.
    public let seconds: Double
  }

  /// Backs the store up: writes an increment, or a full backup where that is called for, and then
  /// removes what is not to be kept.
  ///
  /// A full backup is made when there is none of this store, when the data of the newest is not
  /// there in full length or has no good manifest, which `Report.problem` says, when the increments
  /// have grown beyond `largestShare` of theirs, when transactions since were purged, and when
  /// `full` asks for it. The files of attachments are beside the backups, each of them once; with
  /// `full`, those that are there are read, too, and what has changed is copied anew.
  ///
  /// What is copied is checked: every row, and for a full backup the chain of the log. A store that
  /// is damaged there makes no backup, and nothing is removed then; damaged rows of views alone are
  /// no hindrance, because a restore builds views anew. Of the backups that are whole, the newest
  /// always stays.
  ///
  /// - Parameters:
  ///   - store: the store.
  ///   - full: whether to make a full backup in any case.
  ///   - policy: what to keep of this store's backups; nil for everything. Those of other stores in
  ///     the folder stay.
  ///   - zone: where the days of the policy begin.
  ///   - now: when it is made.
  /// - Throws: `InterchangeError`: `inUse`, `unwritableFile`, `unreadableFile`; a `StoreError`,
  ///   which is `damaged` when the store is.
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
    var files = Files()
    copyFirst(of: store, to: &files)
    let added = try add(store, full, now)
    // Those that were added meanwhile.
    try copyAll(of: store, checksAll: full, to: &files)
    let own = try BackupCatalog(folder).only(BackupName.short(store.id))
    let pruning = policy.map { Pruning(self, own, $0, zone: zone, sound: added.made) }
    let removed = try remove(pruning?.names ?? [], own)
    if !removed.isEmpty { try removeAttachments() }
    return Report(
      made: added.made.map { point($0, own, checksAll: false) }, removed: removed,
      transaction: (own.fulls + own.logs).map(\.transaction).max() ?? 0,
      problem: added.problem, attachments: files.copied,
      changedAttachments: files.changed, missingAttachments: files.missing,
      awaitedAttachments: files.awaited, attachmentProblems: files.problems,
      damagedViews: added.damagedViews,
      finding: added.finding, spared: pruning?.spared,
      seconds: start.duration(to: clock.now) / .seconds(1))
  }

  /// What was made.
  struct Added {
    var made: [BackupName] = []
    var damagedViews: [String] = []
    /// Why an older one could not be built on.
    var problem: String?
    var finding: String?
  }

  /// Makes what is called for.
  private func add(_ store: EventStore, _ full: Bool, _ now: Date) throws -> Added {
    let catalog = try BackupCatalog(folder).only(BackupName.short(store.id))
    var added = Added()
    guard let base = catalog.fulls.last else {
      try addFull(store, now, to: &added)
      return added
    }
    var manifest: BackupManifest?
    do {
      let found = try catalog.manifest(base)
      if found.store == store.id {
        try catalog.checkSize(of: base, found)
        manifest = found
      }
    } catch {
      added.problem = "\(error)"
    }
    guard let manifest else {
      try addFull(store, now, to: &added)
      return added
    }
    let last = catalog.end(from: base.transaction)
    try checkLine(store, manifest, last, catalog)
    let newest = try store.read { try $0.token().number }
    if newest > last, let log = try addLog(store, after: last, now) {
      added.made.append(log)
      added.finding = try finding(store, after: last)
    }
    let isBehind = newest > last && added.made.isEmpty
    if try full || isBehind || isOutgrown(base, manifest) || hasOtherViews(store, manifest) {
      // Twice within a second is once.
      if BackupName(store.id, newest, now) != base { try addFull(store, now, to: &added) }
    }
    return added
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
    let (newest, message): (UInt64, [UInt8]?)
    do {
      (newest, message) = try store.read { (try $0.token().number, try $0.message(of: last)) }
    } catch let error as StoreError where error.code == .damaged {
      throw damaged(error.finding)
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
      try FileState(URL(atPath: catalog.path($0)), $0.text).size
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
  ///
  /// - Throws: also `StoreError.damaged` when one of them is.
  private func addLog(
    _ store: EventStore, after: UInt64, _ now: Date
  ) throws -> BackupName? {
    let newest = try store.read { try $0.token() }
    let name = BackupName(store.id, after: after, newest.number, now)
    do {
      try LogFile.write(
        store, after: History.Token("\(store.id.uuidString):\(after)"), through: newest,
        to: "\(folder)/\(name.text)")
    } catch let error as InterchangeError where error.code == .historyPurged {
      return nil
    } catch let error as StoreError where error.code == .damaged {
      throw damaged(error.finding)
    }
    return name
  }

  /// What the chain of the log says of an increment. It begins before it, so that damage there does
  /// not keep what was written since out of the backups.
  private func finding(_ store: EventStore, after: UInt64) throws -> String? {
    do {
      try store.read { try $0.checkLog(after: after, through: $0.token().number) }
      return nil
    } catch let error as StoreError where error.code == .damaged {
      return error.finding
    }
  }

  func addFull(_ store: EventStore, _ now: Date, to added: inout Added) throws {
    let draft = "\(folder)/.daybook-backup-\(UUID().uuidString)"
    do {
      try AtomicFolder(path: draft).make()
      defer { try? FileManager.default.removeItem(atPath: draft) }
      let place = "\(draft)/full"
      let copy = try copied(store, to: place, &added)
      let data = try SourceFile("\(place)/data.mdb", name: "data.mdb")
      let manifest = BackupManifest(
        copy, at: now, size: UInt64(data.size), digest: data.digest)
      let inner = AtomicFolder(path: place)
      try inner.replace(BackupManifest.fileName, with: manifest.bytes)
      try inner.flush()
      let name = BackupName(copy.store, copy.transaction, manifest.time)
      let outer = AtomicFolder(path: folder)
      added.made.append(name)
      if outer.contains(name.text) { return }
      try AtomicFolder(path: draft).move("full", to: outer, as: name.text)
      try outer.flush()
    } catch let error as SnapshotError {
      throw InterchangeError.unwritable(folder, error)
    }
  }

  /// A copy of the store, all rows of which were read and checked.
  private func copied(
    _ store: EventStore, to place: String, _ added: inout Added
  ) throws -> StoreCopy {
    let copy: StoreCopy
    do { copy = try store.copy(to: place, withAttachments: false) } catch let error as StoreError
      where error.code == .damaged
    {
      throw damaged(error.finding, after: added.made.last)
    }
    let damage = try StoreCopy.damage(at: place)
    if let finding = damage.log { throw damaged(finding, after: added.made.last) }
    added.damagedViews = damage.views
    return copy
  }

  /// What is thrown for a store that is damaged.
  ///
  /// - Parameter log: the increment that was made before.
  private func damaged(_ finding: String, after log: BackupName? = nil) -> StoreError {
    let made = log.map { "; what was written since the last backup is in \($0.text)" } ?? ""
    return StoreError(
      .damaged,
      "no \(log == nil ? "" : "full ")backup was made, because the store is damaged: \(finding)\(made); older backups stay as they are: \(StoreError.remedy)"
    )
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
