/// The order of the numbers in dates that a spreadsheet has written.
public enum DateOrder: String, CaseIterable, Sendable {
  /// The day, then the month: `20/10/2026`.
  case dayFirst = "dmy"
  /// The month, then the day: `10/20/2026`.
  case monthFirst = "mdy"
}
