/// Whether a text has the defects of the app that it comes from.
public enum TitleStyle: Sendable, Hashable, CaseIterable {
  /// As it should be.
  case corrected
  /// Letter by letter as BabyDashboard shows it: Korean days in English titles, and "1 diapers".
  case babyDashboard
}
