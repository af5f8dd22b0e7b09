internal import Daybook
internal import DaybookSnapshot
internal import Foundation

/// One restore, in its scratch folder.
struct Restore {
  let catalog: BackupCatalog
  let scratch: RestoreScratch
  let schema: Schema
  let options: StoreOptions
  private var sources: [String] = []
  private var result: StoreCopy?
  /// The full backup that the store is a copy of, with its digests.
  private var base: BackupManifest?
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
      try fill(store, to: number)
      try check(store)
    } catch {
      try? store.close()
      throw error
    }
    try store.close()
    let found = try StoreCopy(at: scratch.store)
    try checkViews(found)
    result = found
  }

  func report(_ seconds: Double) throws -> Backup.Restored {
    guard let result else { throw CancellationError() }
    return Backup.Restored(
      store: result.store, transaction: result.transaction, events: result.events,
      sources: sources, views: result.views.mapValues(\.digest), seconds: seconds)
  }

  // MARK: The beginning

  /// Makes the store as the newest full backup up to a transaction has it, under its own identity.
  private mutating func begin(_ number: UInt64) throws {
    if let full = catalog.fulls.last(where: { $0.transaction <= number }) {
      let (manifest, found) = try copy(full, to: scratch.store)
      (base, generation) = (manifest, found.generation)
      try mint(in: nil)
    } else {
      try beginEmpty(number)
    }
  }

  /// Makes an empty store in the space of the oldest full backup, whose log it is filled from.
  private mutating func beginEmpty(_ number: UInt64) throws {
    guard let full = catalog.fulls.first else { throw unreachable(number) }
    let manifest = try catalog.manifest(full)
    guard manifest.purged == 0 else { throw purged(full, manifest) }
    var options = options
    options.createsStore = true
    // Bound to its space where the old store was.
    options.space = try copy(full, to: scratch.other).found.boundSpace
    try EventStore.open(at: scratch.store, schema: schema, options: options).close()
    try mint(in: manifest.space)
  }

  /// Copies a full backup, whose bytes must have the digest of its manifest.
  @discardableResult
  private mutating func copy(
    _ full: BackupName, to place: String
  ) throws -> (manifest: BackupManifest, found: StoreCopy) {
    let manifest = try catalog.manifest(full)
    let file = "\(full.text)/data.mdb"
    try? FileManager.default.removeItem(atPath: place)
    do { try AtomicFolder(path: place).make() } catch {
      throw InterchangeError.unwritable(place, error)
    }
    var (digest, size) = (SHA256(), UInt64(0))
    let blocks = try BlockReader(URL(fileURLWithPath: catalog.data(full)), file)
    let copy = try NewFile(URL(fileURLWithPath: "\(place)/data.mdb"))
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

  private func mint(in space: UUID?) throws {
    let store = try EventStore.open(at: scratch.store, schema: schema, options: options)
    do { try store.mintIdentity(in: space) } catch {
      try? store.close()
      throw error
    }
    try store.close()
  }

  // MARK: What was written since

  /// Takes in what the increments have, and then what only the log of a later full backup has.
  private mutating func fill(_ store: EventStore, to number: UInt64) throws {
    var last = try store.read { try $0.token().number }
    while last < number, let name = catalog.log(after: last) {
      let file = try catalog.file(name)
      try file.forEach(from: last + 1) { next, message in
        last = try take(message, next, store, name.text)
        return last < number
      }
      sources.append(name.text)
    }
    guard last < number else { return }
    guard let later = catalog.fulls.first(where: { $0.transaction >= number }) else {
      throw unreachable(number)
    }
    try fill(store, after: last, to: number, from: later)
  }

  private mutating func fill(
    _ store: EventStore, after last: UInt64, to number: UInt64, from full: BackupName
  ) throws {
    let manifest = try copy(full, to: scratch.other).manifest
    guard manifest.purged <= last else { throw purged(full, manifest) }
    let other = try open(scratch.other)
    defer { try? other.close() }
    for next in last + 1...number {
      guard let message = try other.read({ try $0.message(of: next) }) else {
        throw InterchangeError.damaged("\(full.text)/data.mdb", "it lacks transaction \(next)")
      }
      _ = try take(message, next, store, full.text)
    }
  }

  /// Opens a copy for its log alone.
  private func open(_ path: String) throws -> EventStore {
    var options = StoreOptions()
    options.createsStore = false
    options.pageChecks = .none
    return try EventStore.open(at: path, schema: Schema(), options: options)
  }

  private func take(
    _ message: [UInt8], _ number: UInt64, _ store: EventStore, _ file: String
  ) throws -> UInt64 {
    let token: History.Token
    do { token = try store.restore(message) } catch let error as StoreError
      where [.invalidArgument, .forkedReplica, .foreignSpace].contains(error.code)
    {
      throw InterchangeError.damaged(
        file, "transaction \(number) does not follow those before it: \(error.message)")
    }
    guard token.number == number else {
      throw InterchangeError.damaged(file, "transaction \(number) is one that came before")
    }
    return number
  }

  // MARK: Checks

  private func check(_ store: EventStore) throws {
    try store.flush()
    let name = sources.last ?? catalog.folder
    let found = try store.verify()
    if let bad = found.checks.first(where: { !$0.ok }) {
      throw InterchangeError.damaged(
        name, "what was restored from it is not sound: \(bad.name): \(bad.detail)")
    }
  }

  /// Compares the digests of the views with those of the manifest, unless the schema has described
  /// a kind or a view anew.
  private func checkViews(_ found: StoreCopy) throws {
    guard let base, base.transaction == found.transaction, generation == found.generation else {
      return
    }
    for (name, was) in base.views where found.views[name] != was {
      throw InterchangeError.damaged(
        sources.last ?? catalog.folder,
        "the digest of \(name) is \(found.views[name]?.digest ?? "missing"), its manifest says \(was.digest)"
      )
    }
  }

  private func unreachable(_ number: UInt64) -> InterchangeError {
    let newest = (catalog.fulls + catalog.logs).map(\.transaction).max() ?? 0
    return InterchangeError(
      .noBackup, file: catalog.folder,
      "No backup in \(catalog.folder) leads to transaction \(number); the newest one has \(newest)."
    )
  }

  private func purged(_ full: BackupName, _ manifest: BackupManifest) -> InterchangeError {
    InterchangeError(
      .historyPurged, file: full.text,
      "Transactions up to \(manifest.purged) had been purged when \(full.text) was made, and no older backup leads to the one that is asked for."
    )
  }
}

// MARK: Times

extension Restore {
  /// The number of the transaction that a point names.
  private mutating func transaction(of point: RestorePoint) throws -> UInt64 {
    switch point.place {
    case .transaction(let number): return number
    case .newest:
      return (catalog.fulls + catalog.logs).map(\.transaction).max() ?? 0
    case .time(let time): return try transaction(at: time)
    }
  }

  private mutating func transaction(at time: Date) throws -> UInt64 {
    var base: BackupManifest?
    for full in catalog.fulls where full.time <= time {
      let manifest = try catalog.manifest(full)
      if manifest.time <= time { base = manifest }
    }
    var last = base?.transaction ?? 0
    if let base {
      let (number, isPast) = try walk(from: base, to: time)
      if isPast { return number }
      last = number
    }
    guard let later = catalog.fulls.first(where: { $0.transaction > last }) else { return last }
    try copy(later, to: scratch.other)
    let other = try open(scratch.other)
    defer { try? other.close() }
    do { return max(last, try other.read { try $0.token(at: time).number }) } catch let error
      as StoreError where error.code == .expiredToken
    {
      return last
    }
  }

  /// The last transaction by a time among the increments after a full backup, and whether a later
  /// one follows. Those that came from elsewhere are where they arrived among the store's own.
  private func walk(
    from base: BackupManifest, to time: Date
  ) throws -> (UInt64, isPast: Bool) {
    let latest = HybridTime(time).milliseconds
    var (last, isPast) = (base.transaction, false)
    while !isPast, let name = catalog.log(after: last) {
      try catalog.file(name).forEach(from: last + 1) { next, message in
        let message = try LogMessage(message)
        isPast = message.dot.replica.uuid == base.replica && message.time.milliseconds > latest
        if !isPast { last = next }
        return !isPast
      }
    }
    return (last, isPast)
  }
}
