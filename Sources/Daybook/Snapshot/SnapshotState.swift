internal import DaybookSnapshot

/// What a publisher knows of its folder.
struct SnapshotState {
  var manifest: SnapshotManifest
  /// Whether every file has to be looked at.
  var needsAll: Bool
  /// Files that are missing or hold other bytes than the manifest says.
  var strange: Set<String> = []
  /// The number of the transaction that the manifest on disk tells of.
  private var savedNumber: UInt64 = 0

  /// After so many transactions that concern no file the manifest is replaced nevertheless, so that
  /// a start need not read more.
  private static let largestLag: UInt64 = 1_000

  init(manifest: SnapshotManifest, needsAll: Bool) {
    self.manifest = manifest
    self.needsAll = needsAll
  }

  /// Writes and removes files as planned, then the manifest.
  mutating func apply(_ plan: SnapshotPlan, in folder: AtomicFolder) throws(SnapshotError) {
    try announce(plan, in: folder)
    for file in plan.writes { try folder.replace(file.name, with: file.bytes) }
    for name in plan.report.removed { try folder.remove(name) }
    if !plan.report.isEmpty { try folder.flush() }
    var new = manifest
    for (name, entry) in plan.entries { new.files[name] = entry }
    for name in plan.report.removed { new.files[name] = nil }
    new.pending = plan.report.failures.map(\.file).sorted()
    let number = plan.report.token.number
    let isStale = number < savedNumber || number - savedNumber >= Self.largestLag
    let mustSave = needsAll || isStale || new != manifest
    new.token = plan.report.token.description
    manifest = new
    if mustSave {
      try save(in: folder)
      savedNumber = number
    }
    needsAll = false
    strange = []
  }

  /// Notes names that no manifest has yet, so that they are found if the work ends before the last
  /// step.
  private mutating func announce(
    _ plan: SnapshotPlan, in folder: AtomicFolder
  ) throws(SnapshotError) {
    let fresh = plan.writes.map(\.name).filter { manifest.files[$0] == nil }
    guard !fresh.allSatisfy(manifest.pending.contains) else { return }
    manifest.pending = Set(manifest.pending).union(fresh).sorted()
    try save(in: folder)
  }

  private mutating func save(in folder: AtomicFolder) throws(SnapshotError) {
    manifest.generation += 1
    let bytes: [UInt8]
    do { bytes = try manifest.encoded() } catch {
      throw SnapshotError(.invalidArgument, "the manifest cannot be written: \(error)")
    }
    try folder.replace(SnapshotManifest.fileName, with: bytes)
    try folder.flush()
  }
}
