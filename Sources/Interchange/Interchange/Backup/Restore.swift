internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// One restore, in its scratch folder.
struct Restore {
  let catalog: BackupCatalog
  let scratch: RestoreScratch
  let schema: Schema
  let options: StoreOptions
  var sources: [String] = []
  /// As `Backup.Restored.isOutOfOrder`.
  var isOutOfOrder = false
  private var result: StoreCopy?
  private var written: Date?
  /// The full backup that the store is a copy of, with its digests.
  private var base: BackupManifest?
  private var attachments = AttachmentFolder.Copied()
  /// The names of those that the store is to have.
  private var needed: Set<String> = []
  /// The views of which it has damaged rows, or that were not what a build gives.
  private var damagedViews: Set<String> = []
  /// How often a schema had described something in it.
  private var generation: UInt64 = 0

  init(
    catalog: BackupCatalog, scratch: RestoreScratch, schema: Schema, options: StoreOptions
  ) {
    (self.catalog, self.scratch, self.schema) = (catalog, scratch, schema)
    var options = options
    options.createsStore = false
    // Every page is looked at before, and again by `verify`.
    options.pageChecks = .none
    self.options = options
  }

  mutating func run(to point: RestorePoint) throws {
    let number = try transaction(of: point)
    sources = []
    try begin(number)
    let store = try EventStore.open(at: scratch.store, schema: schema, options: options)
    do {
      try build(damagedViews, store)
      try fill(store, to: number)
      // Readers see what was taken in from its commit on.
      try store.flush()
      let references = try store.attachments.references()
      attachments = try store.attachments.folder.copy(
        references.attachments, from: Backup.attachments(in: catalog.folder))
      needed = references.neededNames
      try check(store)
      written = try store.read { try $0.transaction($0.token().number)?.wallTime }
    } catch {
      try? store.close()
      throw error
    }
    try store.close()
    let found = try StoreCopy(at: scratch.store)
    try checkViews(found)
    result = found
  }

  /// - Parameter others: the other stores that have backups in the folder.
  func report(_ seconds: Double, others: [String]) throws -> Backup.Restored {
    guard let result, let origin = catalog.stores.first else { throw CancellationError() }
    return Backup.Restored(
      origin: origin, others: others, store: result.store, transaction: result.transaction,
      written: written, events: result.events,
      sources: sources, views: result.views.mapValues(\.digest),
      damagedViews: damagedViews.sorted(), isOutOfOrder: isOutOfOrder,
      attachments: attachments.files,
      missingAttachments: needed.intersection(attachments.lacking.map(\.name)).sorted(),
      seconds: seconds)
  }

  // MARK: The beginning

  /// Makes the store as the newest full backup up to a transaction has it, under its own identity.
  private mutating func begin(_ number: UInt64) throws {
    if let full = catalog.fulls.last(where: { $0.transaction <= number }) {
      let (manifest, found) = try begin(from: full)
      (base, generation) = (manifest, found.generation)
      try mint(in: nil, former: nil)
    } else {
      try beginEmpty(number)
    }
  }

  private mutating func begin(
    from full: BackupName
  ) throws -> (manifest: BackupManifest, found: StoreCopy) {
    let copied: (manifest: BackupManifest, found: StoreCopy)
    do { copied = try copy(full, to: scratch.store) } catch let error as InterchangeError {
      throw error.with(wayOut: catalog.restorable(before: full))
    }
    let damage = try StoreCopy.damage(at: scratch.store)
    if let finding = damage.log { throw damaged(finding, full) }
    try leaveOut(damage.views)
    return copied
  }

  private func damaged(_ finding: String, _ full: BackupName) -> InterchangeError {
    .damagedStore(finding, in: full, catalog, restorable: catalog.restorable(before: full))
  }

  /// Empties the tables of views with damaged rows: what is written next would meet them.
  private mutating func leaveOut(_ views: [String]) throws {
    if views.isEmpty { return }
    damagedViews = Set(views)
    let store = try open(scratch.store)
    do { for view in views { try store.dropProjection(view) } } catch {
      try? store.close()
      throw error
    }
    try store.close()
  }

  /// Builds views anew that the schema has; others their app builds.
  private func build(_ views: Set<String>, _ store: EventStore) throws {
    if views.isEmpty { return }
    for view in try store.projectionNames() where views.contains(view) { try store.rebuild(view) }
  }

  /// Makes an empty store in the space of the oldest full backup, whose log it is filled from.
  private mutating func beginEmpty(_ number: UInt64) throws {
    guard let full = catalog.fulls.first else { throw unreachable(number) }
    let manifest = try catalog.manifest(full)
    guard manifest.purged == 0 else { throw purged(full, manifest) }
    var options = options
    options.createsStore = true
    // Bound to its space where the old store was.
    let found = try copy(full, to: scratch.other).found
    options.space = found.boundSpace
    try EventStore.open(at: scratch.store, schema: schema, options: options).close()
    try mint(in: manifest.space, former: found.replica)
  }

  /// Copies a full backup, whose bytes must have the digest of its manifest.
  @discardableResult
  mutating func copy(
    _ full: BackupName, to place: String
  ) throws -> (manifest: BackupManifest, found: StoreCopy) {
    let manifest = try catalog.manifest(full)
    let file = "\(full.text)/data.mdb"
    try? FileManager.default.removeItem(atPath: place)
    do { try AtomicFolder(path: place).make() } catch {
      throw InterchangeError.unwritable(place, error)
    }
    var (digest, size) = (FileDigest(), UInt64(0))
    let blocks = try BlockReader(URL(atPath: catalog.data(full)), file)
    let copy = try NewFile(URL(atPath: "\(place)/data.mdb"))
    while let block = try blocks.next() {
      digest.update(block)
      size += UInt64(block.count)
      try copy.write(block)
    }
    guard size == manifest.size, digest.text == manifest.digest else {
      throw InterchangeError.damaged(file, "its digest is not what the manifest says")
    }
    try copy.keep(flushes: false)
    let found: StoreCopy
    do { found = try StoreCopy(at: place) } catch let error as StoreError
      where error.code == .damaged
    {
      throw InterchangeError.damaged(file, error.message)
    }
    guard manifest.describes(found) else {
      throw InterchangeError.damaged(file, "it is not the store of its manifest")
    }
    if !sources.contains(full.text) { sources.append(full.text) }
    return (manifest, found)
  }

  /// - Parameter former: the replica that the store was; nil for the one that it is.
  private func mint(in space: UUID?, former: ReplicaID?) throws {
    let store = try EventStore.open(at: scratch.store, schema: schema, options: options)
    do { try store.mintReplica(in: space, afterRestore: true, of: former) } catch {
      try? store.close()
      throw error
    }
    try store.close()
  }

  // MARK: Checks

  /// Checks everything; views that are not what their entities lead to are built anew.
  private mutating func check(_ store: EventStore) throws {
    try store.flush()
    var found = try store.verify()
    let wrong = Set(found.checks.filter { !$0.isSound && $0.part == .view }.map(\.name))
    if !wrong.isEmpty {
      try build(wrong, store)
      damagedViews.formUnion(wrong)
      found = try store.verify()
    }
    // What the schema cannot read was so in the store that was backed up, and stays in the log.
    guard let bad = found.checks.first(where: { !$0.isSound }) else { return }
    let finding = "\(bad.name): \(bad.detail)"
    // The increments were checked one by one.
    guard let full = sources.lazy.compactMap({ BackupName($0) }).first(where: \.isFull) else {
      throw InterchangeError.damaged(catalog.folder, "what was restored from it has \(finding)")
    }
    throw damaged(finding, full)
  }

  /// Compares the digests of the views with those of the manifest, unless the schema has described
  /// a kind or a view anew.
  private func checkViews(_ found: StoreCopy) throws {
    guard let base, base.transaction == found.transaction, generation == found.generation else {
      return
    }
    let views = base.views.filter { !damagedViews.contains($0.key) }
    for (name, was) in views where found.views[name] != was {
      throw InterchangeError.damaged(
        sources.last ?? catalog.folder,
        "the digest of \(name) is \(found.views[name]?.digest ?? "missing"), its manifest says \(was.digest)"
      )
    }
  }

  func unreachable(_ number: UInt64) -> InterchangeError {
    let newest = catalog.fulls.last.map { catalog.end(from: $0.transaction) } ?? 0
    let gap = catalog.logs.lazy.compactMap { catalog.gap(before: $0) }.first
    let reason = gap.map { ": those from \($0.lowerBound) to \($0.upperBound) are missing" } ?? ""
    return InterchangeError(
      .noBackup, file: catalog.folder,
      "No backup in \(catalog.folder) leads to transaction \(number)\(reason); the last one that can be restored is \(newest)."
    )
  }

  func purged(_ full: BackupName, _ manifest: BackupManifest) -> InterchangeError {
    InterchangeError(
      .historyPurged, file: full.text,
      "Transactions up to \(manifest.purged) had been purged when \(full.text) was made, and no older backup leads to the one that is asked for."
    )
  }
}
