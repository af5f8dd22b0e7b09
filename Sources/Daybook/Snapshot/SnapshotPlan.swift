internal import DaybookSnapshot

/// Which files are to be written, decided within one snapshot of the store.
struct SnapshotPlan {
  struct File {
    let name: String
    let bytes: [UInt8]
  }

  var report: SnapshotReport
  var writes: [File] = []
  /// What the manifest is to say of files that are written or looked at.
  var entries: [String: SnapshotManifest.Entry] = [:]

  static func make(
    _ state: SnapshotState, _ builder: any SnapshotBuilder, _ reader: borrowing Reader, now: Date,
    isRefresh: Bool
  ) throws -> SnapshotPlan {
    let touched =
      state.needsAll || isRefresh
      ? nil : try SnapshotTouched.entities(reader, after: state.manifest.token)
    var plan = SnapshotPlan(
      report: SnapshotReport(token: try reader.token(), wasComplete: touched == nil))
    let names = try plan.names(state, builder, reader, touched, now)
    for name in names.sorted() {
      plan.report.considered += 1
      do {
        try plan.look(at: name, state, builder, reader, now, isRefresh)
      } catch {
        plan.report.failures.append(SnapshotReport.Failure(file: name, error: error))
      }
    }
    plan.report.expires = state.manifest.files.filter { !plan.report.removed.contains($0.key) }
      .merging(plan.entries) { $1 }.values.compactMap(\.expires).min()
    return plan
  }

  /// The files to look at.
  private func names(
    _ state: SnapshotState, _ builder: any SnapshotBuilder, _ reader: borrowing Reader,
    _ touched: Set<EntityReference>?, _ now: Date
  ) throws -> Set<String> {
    let known = state.manifest.files
    var names = state.strange.union(state.manifest.pending)
    guard let touched else {
      return names.union(known.keys).union(try builder.files(reader))
    }
    for entity in touched { names.formUnion(try builder.files(concerning: entity, reader)) }
    let texts = Set(touched.map(\.description))
    for (name, entry) in known {
      let isOutdated = entry.expires.map { $0 <= now } ?? false
      if isOutdated || entry.dependsOn.contains(where: texts.contains) { names.insert(name) }
    }
    return names
  }

  private mutating func look(
    at name: String, _ state: SnapshotState, _ builder: any SnapshotBuilder,
    _ reader: borrowing Reader, _ now: Date, _ isRefresh: Bool
  ) throws {
    try AtomicFolder.check(name)
    guard name != SnapshotManifest.fileName else {
      throw SnapshotError(.invalidArgument, "\(name) is the name of the manifest")
    }
    let entry = state.manifest.files[name]
    let isWhole = entry != nil && !state.strange.contains(name)
    if let entry, isWhole, !isRefresh, entry.expires.map({ now < $0 }) ?? true,
      let same = try builder.build(name, reader, now: entry.now),
      SnapshotDigest.text(of: same.bytes) == entry.digest
    {
      return keep(name, entry, same, now: entry.now)
    }
    guard let content = try builder.build(name, reader, now: now) else {
      if entry != nil || state.manifest.pending.contains(name) { report.removed.append(name) }
      return
    }
    if let entry, isWhole, SnapshotDigest.text(of: content.bytes) == entry.digest {
      return keep(name, entry, content, now: now)
    }
    write(name, entry, content, now: now)
  }

  /// Leaves a file as it is, and notes what it depends on by now.
  private mutating func keep(
    _ name: String, _ entry: SnapshotManifest.Entry, _ content: SnapshotContent, now: Date
  ) {
    var entry = entry
    entry.now = now
    entry.expires = content.expires
    entry.dependsOn = Self.texts(content.dependsOn)
    entries[name] = entry
  }

  private mutating func write(
    _ name: String, _ entry: SnapshotManifest.Entry?, _ content: SnapshotContent, now: Date
  ) {
    report.written.append(name)
    writes.append(File(name: name, bytes: content.bytes))
    entries[name] = SnapshotManifest.Entry(
      generation: (entry?.generation ?? 0) + 1, digest: SnapshotDigest.text(of: content.bytes),
      size: content.bytes.count, token: report.token.description, now: now,
      expires: content.expires, dependsOn: Self.texts(content.dependsOn))
  }

  private static func texts(_ entities: [EntityReference]) -> [String] {
    Set(entities.map(\.description)).sorted()
  }
}
