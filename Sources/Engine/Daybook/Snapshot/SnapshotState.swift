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

  /// Writes and removes files as planned, then the manifest. Returns what came of it.
  mutating func apply(
    _ plan: SnapshotPlan, in folder: AtomicFolder
  ) throws(SnapshotError) -> SnapshotReport {
    try announce(plan, in: folder)
    var (report, new) = (plan.report, manifest)
    for (name, entry) in plan.entries { new.files[name] = entry }
    try write(plan.writes, in: folder, &report, &new)
    for name in plan.report.removed { try remove(name, in: folder, &report, &new) }
    if !report.isEmpty { try folder.flush() }
    new.announced = manifest.announced.filter { name, _ in
      report.failures.contains { $0.file == name }
    }
    new.pending = Set(report.failures.map(\.file)).sorted()
    let number = report.token.number
    let isStale = number < savedNumber || number - savedNumber >= Self.largestLag
    let mustSave = needsAll || isStale || new != manifest
    new.token = report.token.description
    new.time = plan.time
    manifest = new
    if mustSave {
      try save(in: folder)
      savedNumber = number
    }
    needsAll = false
    strange = []
    return report
  }
  /// Notes what the files are going to be, so that they are known as the publisher's own if the
  /// work ends before the last step.
  private mutating func announce(
    _ plan: SnapshotPlan, in folder: AtomicFolder
  ) throws(SnapshotError) {
    var announced = manifest.announced
    for file in plan.writes { announced[file.name] = plan.entries[file.name]?.digest }
    guard announced != manifest.announced else { return }
    manifest.announced = announced
    try save(in: folder)
  }

  private func write(
    _ files: [SnapshotPlan.File], in folder: AtomicFolder, _ report: inout SnapshotReport,
    _ new: inout SnapshotManifest
  ) throws(SnapshotError) {
    for file in files {
      guard folder.containsFolder(file.name) else {
        try folder.replace(file.name, with: file.bytes)
        continue
      }
      // One file that cannot be made keeps no other from being made.
      let error = SnapshotError(
        .notAFile, "\(file.name) in \(folder.path) is a folder; remove it, and the file is made")
      report.failures.append(SnapshotReport.Failure(file: file.name, error: error))
      report.written.removeAll { $0 == file.name }
      new.files[file.name] = manifest.files[file.name]
    }
  }

  /// Removes a file, unless its bytes are not those that a publisher made.
  private func remove(
    _ name: String, in folder: AtomicFolder, _ report: inout SnapshotReport,
    _ new: inout SnapshotManifest
  ) throws(SnapshotError) {
    new.files[name] = nil
    let own = [manifest.files[name]?.digest, manifest.announced[name]].compactMap(\.self)
    let isOwn = folder.digest(of: name).map(own.contains) ?? !folder.contains(name)
    if isOwn { return try folder.remove(name) }
    report.removed.removeAll { $0 == name }
    report.abandoned.append(name)
  }

  private mutating func save(in folder: AtomicFolder) throws(SnapshotError) {
    manifest.generation = max(0, manifest.generation) &+ 1
    let bytes: [UInt8]
    do { bytes = try manifest.encoded() } catch {
      throw SnapshotError(.invalidArgument, "the manifest cannot be written: \(error)")
    }
    try folder.replace(SnapshotManifest.fileName, with: bytes)
    try folder.flush()
  }
}
