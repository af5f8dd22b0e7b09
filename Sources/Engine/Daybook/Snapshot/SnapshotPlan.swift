internal import DaybookSnapshot

/// Which files are to be written, decided within one read of the store.
struct SnapshotPlan {
  struct File {
    let name: String
    let bytes: [UInt8]
  }

  var report: SnapshotReport
  /// The newest hybrid time of the store.
  let time: UInt64
  var writes: [File] = []
  /// Names that only the manifest tells of, and whose files are not as it says: the builder is not
  /// asked for them, because that could put its content in the place of somebody's file.
  private var unwanted: Set<String> = []
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
      report: SnapshotReport(token: try reader.token(), wasComplete: touched == nil),
      time: try LogCounters(reader.log.transaction, reader.log.tables).time.rawValue)
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
  private mutating func names(
    _ state: SnapshotState, _ builder: any SnapshotBuilder, _ reader: borrowing Reader,
    _ touched: Set<EntityReference>?, _ now: Date
  ) throws -> Set<String> {
    let known = state.manifest.files
    let unproven = state.strange.union(state.manifest.pending).union(state.manifest.announced.keys)
    guard let touched else {
      let wanted = Set(try builder.files(reader))
      unwanted = unproven.subtracting(wanted)
      return unproven.union(known.keys).union(wanted)
    }
    if !unproven.isEmpty { unwanted = unproven.subtracting(try builder.files(reader)) }
    var names = unproven
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
    let content = unwanted.contains(name) ? nil : try builder.build(name, reader, now: now)
    guard let content else {
      if entry != nil || state.manifest.announced[name] != nil { report.removed.append(name) }
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
      generation: max(0, entry?.generation ?? 0) &+ 1,
      digest: SnapshotDigest.text(of: content.bytes),
      size: content.bytes.count, token: report.token.description, now: now,
      expires: content.expires, dependsOn: Self.texts(content.dependsOn))
  }

  private static func texts(_ entities: [EntityReference]) -> [String] {
    Set(entities.map(\.description)).sorted()
  }
}
