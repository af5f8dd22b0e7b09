import Daybook

/// What several changes come to, in a few lines.
struct ChangeSummary: Sendable {
  /// How many lines people get.
  static let limit = 10

  /// Such as `deleted feed: 477`.
  let counts: [String: Int]
  /// The first changes in words.
  private let lines: [String]
  /// All of them, where JSON is printed.
  let json: [JSON.Value]

  init<Screen: ToolScreen>(
    _ changes: [History.AnyChange], _ reader: borrowing Reader, _ screen: Screen, asJSON: Bool
  ) {
    let shown = changes.compactMap { screen.change($0) }
    counts = Dictionary(shown.map { ("\($0.verb) \($0.kind.word)", 1) }, uniquingKeysWith: +)
    var (lines, json): ([String], [JSON.Value]) = ([], [])
    for change in shown {
      if lines.count < Self.limit { lines.append((try? change.sentence(reader, screen)) ?? "") }
      if asJSON, let row = try? change.json(reader, screen) { json.append(.object(row)) }
    }
    self.lines = lines
    self.json = json
  }

  /// A line a change; of many, how many of each sort, then the first.
  func print() {
    let total = counts.values.reduce(0, +)
    if total == 0 { return Terminal.line("  nothing that is shown changes") }
    if total > Self.limit {
      let parts = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      Terminal.line("  " + parts.joined(separator: ", ") + "; the first:")
    }
    for line in lines { Terminal.line("  \(line)") }
  }
}
