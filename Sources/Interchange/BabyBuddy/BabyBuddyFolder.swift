public import Foundation
public import Nursery

/// Reads the CSV files Baby Buddy's admin pages export, one file a table.
public enum BabyBuddyFolder {
  /// The provider's name in ``SourceIdentity``.
  public static let provider = "babybuddy"

  /// Reads `child.csv`, `feeding.csv`, `diaperchange.csv` and `tag.csv` of a folder.
  ///
  /// The files name neither their zone nor a unit, so both are told: `zone` is that of the user
  /// who exported, `volume` the unit that household fed in. `instance` labels the installation.
  /// `now` serves only the warning `future`. A file may be absent, but not all of them; `child.csv`
  /// only when no row refers to a child. Columns may stand in any order, and others may be there.
  ///
  /// Reads and returns values, nothing else; the same files give the same result, in whatever
  /// order their rows stand. Only where a repeated hour is decided by the export's own order
  /// does that order count. Cost: O(n log n) of the rows, all in memory.
  ///
  /// Throws ``InterchangeError``: for a folder or file that may not be read, a folder without any
  /// of the files, a file that is not CSV, a missing column, an unknown zone. Then nothing was
  /// read.
  public static func read(
    directory: URL, zone: String, volume: VolumeUnit, now: Date, instance: String = ""
  ) throws(InterchangeError) -> BabyBuddyExport {
    let clock = try ZoneClock(zone: zone)
    let names = try csvFiles(in: directory)
    let tables = [BabyBuddySchema.child, .tag, .feeding, .diaper].map(\.file)
    guard names.contains(where: tables.contains) else {
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "The folder \(directory.path) holds none of \(tables.joined(separator: ", ")); name the folder with Baby Buddy's CSV files."
      )
    }
    let child = try open(.child, in: directory, names)
    let tag = try open(.tag, in: directory, names)
    let feeding = try open(.feeding, in: directory, names)
    let diaper = try open(.diaper, in: directory, names)
    if child == nil, let orphaned = [feeding, diaper].compactMap(\.self).first(where: refers) {
      throw InterchangeError(
        .unreadableFile, file: "child.csv",
        "child.csv is missing, and \(orphaned.schema.file) refers to children.")
    }
    let children = child.map { BabyBuddyPeople.children($0, instance: instance) }
    let tags = tag.map { BabyBuddyPeople.tags($0, instance: instance) }
    var reader = BabyBuddyTableReader(
      births: Dictionary(
        uniqueKeysWithValues: (children?.rows ?? []).map { ($0.id, $0.birthDate) }),
      tagNames: Dictionary(uniqueKeysWithValues: (tags?.rows ?? []).map { ($0.id, $0.name) }),
      now: now, instance: instance, clock: clock)
    let feedings = feeding.map { reader.feedings($0) }
    let diapers = diaper.map { reader.diapers($0) }
    return BabyBuddyExport(
      zone: zone, volume: volume, instance: instance, children: children?.rows ?? [],
      tags: tags?.rows ?? [], feedings: feedings?.rows ?? [], diapers: diapers?.rows ?? [],
      quarantined: [
        children?.quarantined, tags?.quarantined, feedings?.quarantined, diapers?.quarantined,
      ].flatMap { ($0 ?? []).sorted { $0.position.record < $1.position.record } },
      reports: [children?.report, tags?.report, feedings?.report, diapers?.report]
        .compactMap(\.self),
      passedOver: names.filter { !tables.contains($0) }.map {
        PassedOverFile(directory.appendingPathComponent($0))
      })
  }

  private static func csvFiles(in directory: URL) throws(InterchangeError) -> [String] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: directory.path)
        .filter { $0.hasSuffix(".csv") }.sorted()
    } catch {
      throw InterchangeError(
        .unreadableFile, file: directory.lastPathComponent,
        "The folder \(directory.path) cannot be read: \(reason(error))")
    }
  }

  private static func open(
    _ schema: BabyBuddySchema, in directory: URL, _ names: [String]
  ) throws(InterchangeError) -> BabyBuddyFile? {
    guard names.contains(schema.file) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: directory.appendingPathComponent(schema.file))
    } catch {
      throw InterchangeError(
        .unreadableFile, file: schema.file, "\(schema.file) cannot be read: \(reason(error))")
    }
    return try BabyBuddyFile(CSVTable(Array(data), file: schema.file), schema: schema)
  }

  private static func reason(_ error: any Error) -> String {
    let error = error as NSError
    return error.localizedFailureReason ?? error.localizedDescription
  }

  private static func refers(_ file: BabyBuddyFile) -> Bool {
    file.rows.contains { !file.cell("child_id", $0).trimmed.isEmpty }
  }
}
