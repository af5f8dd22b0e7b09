import Daybook

/// How often and how badly a symptom was felt by day: the number and the sum for a mean.
struct SeverityByDay: Totals {
  static let name = "diary.severityByDay"
  static func group(_ entry: Stamped<Entry>) -> Key2<String, Day>? {
    if case .symptom(let name, _, _) = entry.what { Key2(name, entry.day) } else { nil }
  }
  static func amount(_ entry: Stamped<Entry>) -> Int64 {
    if case .symptom(_, let severity, _) = entry.what { Int64(severity) } else { 0 }
  }
}

extension Notebook {
  /// The mean of a symptom on each day on which somebody felt it.
  func meanSeverity(of symptom: String, in days: Range<Day>) throws -> [Day: Double] {
    let query = SeverityByDay.where(symptom).from(days.lowerBound).before(days.upperBound)
    let rows = try store.read { try $0.rows(query) }
    let means = rows.map { ($0.key.second, Double($0.row.sum) / Double($0.row.count)) }
    return Dictionary(uniqueKeysWithValues: means)
  }
}
