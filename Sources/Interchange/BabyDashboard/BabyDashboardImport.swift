/// The rows of one BabyDashboard file, in file order.
public struct BabyDashboardImport<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The file's name without its folder.
  public let file: String
  /// The rows that were read.
  public let rows: [Row]
  /// The rows that were not; the reasons begin with `Line N:`, N being the record's number.
  public let quarantined: [QuarantinedRow]
}

extension BabyDashboardImport {
  /// The file in an import's report.
  var summary: ImportReport.File {
    var summary = ImportReport.File(name: file)
    summary.rows = rows.count + quarantined.count
    return summary
  }
}
