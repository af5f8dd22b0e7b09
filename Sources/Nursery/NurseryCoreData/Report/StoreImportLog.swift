#if CoreData
public import CoreDataInterchange
internal import Daybook
public import Foundation
@_spi(Tools) public import Interchange

/// The record of one import of a store, to be kept beside the new log.
public struct StoreImportLog: Sendable, Equatable, Codable {
  /// A file that was read.
  public struct File: Sendable, Hashable, Codable {
    /// Its name.
    public let name: String
    /// Its size in bytes.
    public let size: Int
    /// The SHA-256 digest of its bytes, in hexadecimal digits.
    public let digest: String
  }

  /// Which generation of the app wrote the store.
  public let era: BabyDashboardStore.Era
  /// The files that were read.
  public let files: [File]
  /// Up to where each store was read: where the next import goes on.
  public let positions: [StorePosition]
  /// When it began.
  public let start: Date
  /// When it ended.
  public let end: Date
  /// What became of the rows; nil when the import failed.
  public let report: ImportReport?
  /// What was found in the log afterwards; nil when nobody looked.
  public let validation: StoreValidation?
  /// What went wrong, one sentence each.
  public let errors: [String]

  /// Records an import.
  ///
  /// - Parameter errors: of the import as a whole; those of rows are taken from the report.
  public init(
    _ source: BabyDashboardStore, start: Date, end: Date, report: ImportReport?,
    validation: StoreValidation? = nil, errors: [String] = []
  ) {
    era = source.era
    files = source.files.map { File(name: $0.name, size: $0.size, digest: $0.digest) }
    positions = source.positions
    self.start = start
    self.end = end
    self.report = report
    self.validation = validation
    self.errors = errors + (report?.quarantined ?? []).map(\.reason)
  }

  /// How long it took, in seconds.
  public var duration: Double { end.timeIntervalSince(start) }

  /// Writes the text to a file for this user alone, in one step.
  ///
  /// - Throws: `InterchangeError.unwritableFile`.
  public func write(to path: String) throws {
    try NewFile.write(text, to: URL(atPath: path))
  }
}

extension StoreImportLog {
  /// The record for people: a line for each file, entity, warning and error.
  public var text: String {
    var lines = ["BabyDashboard, \(era == .swiftData ? "SwiftData" : "Core Data") era"]
    lines += files.map { "file \($0.name): \($0.size) bytes, SHA-256 \($0.digest)" }
    lines.append("start \(start.ISO8601Format(.plain))")
    lines.append("end \(end.ISO8601Format(.plain)), \(duration) s")
    if let report { lines += Self.lines(report) } else { lines.append("nothing was imported") }
    if let validation { lines += Self.lines(validation) }
    lines += errors.map { "error: \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func lines(_ report: ImportReport) -> [String] {
    let tables = report.tables.map { table in
      let counts = table.counts
      return "\(table.name): \(counts.rows) rows, \(counts.imported) imported, "
        + "\(counts.changed) changed, \(counts.unchanged) unchanged, "
        + "\(counts.conflicts) in conflict, \(counts.skipped) left out, "
        + "\(counts.quarantined) quarantined"
    }
    return tables
      + ["left out \(report.counts.skipped), quarantined \(report.counts.quarantined)"]
      + report.warnings.map { "warning \($0.code.rawValue): \($0.count)" }
  }

  private static func lines(_ validation: StoreValidation) -> [String] {
    let entities = validation.entities.map { entity in
      "\(entity.isComplete ? "complete" : "INCOMPLETE") \(entity.name): \(entity.rows) rows, "
        + "\(entity.repeated) repeated, \(entity.quarantined) quarantined, "
        + "\(entity.entries) entries; \(entity.relations) relations, \(entity.linked) linked"
    }
    let coverage = validation.coverage
    return entities + validation.differing.map { "differs: \($0)" } + [
      "last amounts: \(coverage.filled) of \(coverage.babies) babies; "
        + "\(coverage.keptOnly) kept by the app alone"
    ]
  }
}

extension Date.ISO8601FormatStyle {
  /// With fractions of a second, in UTC.
  fileprivate static var plain: Self { Self(includingFractionalSeconds: true) }
}
#endif
