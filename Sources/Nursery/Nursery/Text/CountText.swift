/// Counts in the headings of days.
public enum CountText {
  /// Diaper changes: `3 diapers`, in Korean `기저귀 3개`.
  ///
  /// BabyDashboard writes "1 diapers".
  public static func diapers(
    _ count: Int, in language: TextLanguage = .english, style: TitleStyle = .corrected
  ) -> String {
    switch language {
    case .korean: "기저귀 \(count)개"
    case .english: count == 1 && style == .corrected ? "1 diaper" : "\(count) diapers"
    }
  }
}
