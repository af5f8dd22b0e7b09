package import DaybookSnapshot
internal import Synchronization

/// Keeps a folder of small files up to date for processes that must not open the store.
///
/// ```swift
/// let publisher = SnapshotPublisher(store: store, builder: WidgetSnapshots(), folder: path)
/// try publisher.update()
/// ```
/// An update reads what was committed since the last one and looks only at files that it may
/// concern. It first builds a file for the `now` that the file has. If the content differs, it
/// builds the file for the present, and replaces it as a whole. The manifest is replaced last, so
/// whatever stops the process, each file is an old or a new one, and the next update finds out
/// which. `DaybookSnapshot` reads the files.
///
/// The first update looks at what is in the folder; so do an update after a failed one, and
/// `refresh`. What somebody else, or a failing disk, does to the files between two updates that
/// succeed stays as it is until then.
///
/// Use one publisher per folder: two replace each other's manifest. It removes only files whose
/// bytes are those that the manifest says it made; a name that the builder gives a file is the
/// builder's. Costs two flushes for each file that changed and four for the manifest; nothing is
/// flushed when no file changed.
public final class SnapshotPublisher: Sendable {
  /// The store that is published.
  public let store: EventStore
  let builder: any SnapshotBuilder
  let folder: AtomicFolder
  let now: @Sendable () -> Date
  private let state = Mutex<SnapshotState?>(nil)

  /// A publisher of a store's files into a folder, which is made when it is missing.
  ///
  /// Nothing is read or written before the first update.
  ///
  /// - Parameters:
  ///   - store: what the builder reads.
  ///   - builder: builds the files.
  ///   - folder: where they are; use one publisher per folder.
  ///   - now: the wall clock; that of the store by default.
  public convenience init(
    store: EventStore, builder: any SnapshotBuilder, folder: String,
    now: (@Sendable () -> Date)? = nil
  ) {
    self.init(store: store, builder: builder, folder: AtomicFolder(path: folder), now: now)
  }

  package init(
    store: EventStore, builder: any SnapshotBuilder, folder: AtomicFolder,
    now: (@Sendable () -> Date)? = nil
  ) {
    self.store = store
    self.builder = builder
    self.folder = folder
    self.now = now ?? store.options.now
  }

  /// Brings the files up to the newest transaction.
  ///
  /// Blocks while another update of the same publisher runs. The builder must not call it.
  ///
  /// - Throws: `SnapshotError` when the folder cannot be written, `StoreError`; the next update
  ///   finds out how far this one came.
  @discardableResult
  public func update() throws -> SnapshotReport { try update(isRefresh: false) }

  /// Builds every file for the present, also those that nothing has touched, and repairs what
  /// somebody else did to files and manifest. Reads every file of the folder.
  ///
  /// - Throws: as `update()`.
  @discardableResult
  public func refresh() throws -> SnapshotReport { try update(isRefresh: true) }

  private func update(isRefresh: Bool) throws -> SnapshotReport {
    try state.withLock { kept in
      var state = try (isRefresh ? nil : kept) ?? load()
      kept = nil  // Whatever fails from here on, the next update looks at the disk.
      let plan = try store.read { reader in
        try SnapshotPlan.make(state, builder, reader, now: now(), isRefresh: isRefresh)
      }
      let report = try state.apply(plan, in: folder)
      kept = state
      return report
    }
  }

  /// What the folder holds, and which files are not what the manifest tells of.
  private func load() throws -> SnapshotState {
    try folder.make()
    try folder.removeDrafts()
    let name = "\(builder.name)@\(builder.revision)"
    var state = SnapshotState(manifest: SnapshotManifest(builder: name), needsAll: true)
    do throws(SnapshotError) {
      guard let bytes = try folder.read(SnapshotManifest.fileName) else { return state }
      state.manifest = try SnapshotManifest(bytes: bytes)
    } catch {
      // Not what a publisher wrote: every file is made anew, and the manifest replaced.
      guard [.damaged, .tooLarge, .notAFile].contains(error.code) else { throw error }
      return state
    }
    state.needsAll = state.manifest.builder != name
    state.manifest.builder = name
    let read = state.manifest
    state.manifest.dropImpossibleNames()
    if state.manifest != read { state.needsAll = true }
    for (file, entry) in state.manifest.files where folder.digest(of: file) != entry.digest {
      state.strange.insert(file)
    }
    return state
  }
}

extension SnapshotManifest {
  /// Forgets what no publisher writes.
  fileprivate mutating func dropImpossibleNames() {
    func isPossible(_ name: String) -> Bool {
      name != Self.fileName && (try? AtomicFolder.check(name)) != nil
    }
    files = files.filter { isPossible($0.key) }
    announced = announced.filter { isPossible($0.key) }
    pending = pending.filter(isPossible)
  }
}
