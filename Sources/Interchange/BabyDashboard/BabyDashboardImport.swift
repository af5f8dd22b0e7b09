/// The rows of one BabyDashboard file, in file order.
public struct BabyDashboardImport<Row: Hashable & Sendable>: Hashable, Sendable {
  /// The rows that were read.
  public let rows: [Row]
  /// The rows that were not; the reasons begin with `Line N:`, N being the record's number.
  public let quarantined: [QuarantinedRow]
}
