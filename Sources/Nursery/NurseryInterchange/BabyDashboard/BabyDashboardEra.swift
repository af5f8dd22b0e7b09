/// Which of its two stores BabyDashboard had when it wrote a file.
///
/// Diaper changes look the same in both.
public enum BabyDashboardEra: String, CaseIterable, Codable, Sendable {
  /// The older app: feeds have four columns, no type, and the text of the unit as it was stored.
  case swiftData = "swiftdata"
  /// The newer app: feeds have a type, and units are the symbols that the app knows.
  case coreData = "coredata"
}
