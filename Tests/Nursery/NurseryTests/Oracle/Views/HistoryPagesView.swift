import Daybook
import DaybookTesting
import Nursery

/// Days, as a list of the history shows them, and the other questions about them.
enum HistoryPagesView: OracleView {
  static let name = "pages"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let history = try reader.view(HistoryGroups.self)
    let all = OracleDay.all(expected)
    let day = OracleDay.any(all, &random)
    let other = OracleDay.any(all, &random)
    let limit = random.integer(0..<5)
    let baby = random.pick(expected.babies)
    let totals = { (chosen: (CivilDay) -> Bool) in expected.totals.filter { chosen($0.day) } }
    return try NurseryTests.difference(
      "days", history.days(limit: .max).map(OracleDay.init), all.reversed())
      ?? NurseryTests.difference(
        "\(limit) days before \(day)",
        history.days(before: day, limit: limit).map(OracleDay.init),
        Array(all.filter { $0.day < day }.suffix(limit).reversed()))
      ?? NurseryTests.difference(
        "\(limit) days after \(day)",
        history.days(after: day, limit: limit).map(OracleDay.init),
        Array(all.filter { $0.day > day }.prefix(limit)))
      ?? NurseryTests.difference(
        "\(day)", [OracleDay(history.day(day))], [OracleDay(day, expected) { _ in true }])
      ?? NurseryTests.difference(
        "\(day) of one", [OracleDay(history.day(day, baby: baby))],
        [OracleDay(day, expected) { baby == nil || $0.baby == baby }])
      ?? NurseryTests.difference(
        "totals of \(day) to \(other)",
        history.totals(from: day, through: other).map { OracleTotals($0) },
        totals { day <= $0 && $0 <= other })
      ?? entries(history, expected, &random)
  }

  private static func entries(
    _ history: borrowing ProjectionReader<HistoryGroups>, _ expected: OracleNursery,
    _ random: inout SeededGenerator
  ) throws -> String? {
    let times = expected.rows.map(\.listed)
    guard !times.isEmpty else { return nil }
    let start = random.pick(times).addingTimeInterval(random.pick([0, 0, 1, -7200]))
    let end = random.pick(times).addingTimeInterval(random.pick([0, 1, 90_000]))
    let limit = random.pick([0, 1, 3, .max])
    let found = try history.entries(from: start, to: end, limit: limit).map(\.id)
    let wanted = expected.rows.filter { start <= $0.listed && $0.listed < end }.map(\.id)
    return NurseryTests.difference(
      "\(limit) entries from \(start) to \(end)", found, Array(wanted.prefix(limit)))
  }
}

/// A day with its entries, newest first.
struct OracleDay: Equatable {
  let day: CivilDay
  let start: Date
  let ids: [UUID]
  let totals: [OracleTotals]

  init(_ day: HistoryDay) {
    self.day = day.day
    start = day.start
    ids = day.entries.map(\.id)
    totals = day.totals.map { OracleTotals($0) }
  }

  init(_ day: CivilDay, _ expected: OracleNursery, where isShown: (Told) -> Bool) {
    self.day = day
    start = expected.days.start(of: day) ?? OracleNursery.noon(day)
    ids = expected.rows.filter { $0.day == day && isShown($0.told) }.reversed().map(\.id)
    totals = expected.totals.filter { $0.day == day }
  }

  /// The days on which entries begin, oldest first.
  static func all(
    _ expected: OracleNursery, where isShown: (Told) -> Bool = { _ in true }
  ) -> [OracleDay] {
    Set(expected.rows.map(\.day)).sorted().map { OracleDay($0, expected, where: isShown) }
  }

  /// A day that has entries, or one beside such a day.
  static func any(_ days: [OracleDay], _ random: inout SeededGenerator) -> CivilDay {
    guard !days.isEmpty else { return CivilDay(daysSince1970: 20_000) }
    let day = random.pick(days).day.daysSince1970
    return CivilDay(daysSince1970: day + Int32(random.integer(-1..<2)))
  }
}
