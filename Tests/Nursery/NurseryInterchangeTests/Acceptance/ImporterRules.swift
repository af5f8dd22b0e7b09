import Interchange

/// What Baby Buddy's own importer accepts of a file, row after row.
///
/// Source: `core/models.py` of Baby Buddy, `validate_time`, `validate_duration` and
/// `validate_unique_period`.
struct ImporterRules {
  /// When its importer ran, as a local time in the form of the files.
  let now: String
  private(set) var accepted = 0
  private(set) var rejected: [String: [String]] = [:]
  private var periods: [String: [(start: String, end: String)]] = [:]

  init(now: String) { self.now = now }

  /// Looks at the rows of a file in their order.
  mutating func read(_ text: String, _ table: String) throws {
    let file = try CSVFile(SourceFile(bytes: Array(text.utf8), name: table))
    try file.forEachRow { row in
      if let reason = problem(row, table) {
        rejected[reason, default: []].append(row["id"])
      } else {
        accepted += 1
      }
    }
  }

  private mutating func problem(_ row: CSVFile.Row, _ table: String) -> String? {
    let (start, end) = (row["start"], row["end"])
    if start.isEmpty { return row["time"] > now && table != "note" ? "future" : nil }
    if start > now || (["sleep", "tummytime"].contains(table) && end > now) { return "future" }
    if start > end { return "order" }
    let child = row["child_id"]
    // Texts of one form and zone are in the order of their times.
    let isTaken = (periods[child] ?? []).contains { $0.start < end && $0.end > start }
    if isTaken { return "intersects" }
    periods[child, default: []].append((start, end))
    return nil
  }
}
