import Daybook
import DaybookTool
import Nursery

/// What each baby had on each day, now or as it was after a transaction.
struct TotalsReport {
  private let rows: [BabyDayTotals]
  private let screen: Screen

  /// - Parameter count: how many days up to today there are to be; nil for all.
  init(
    _ store: EventStore, _ screen: Screen, asOf token: History.Token? = nil, days count: Int? = nil
  ) throws {
    let all = try store.history(screen, asOf: token) { try $0.totals() }
    let today = screen.day(of: screen.now).daysSince1970
    let first = count.map { CivilDay(daysSince1970: today - Int32($0 - 1)) }
    rows = all.filter { row in first.map { row.day >= $0 } ?? true }
    self.screen = screen
  }

  func print(_ arguments: StoreArguments) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: "days", rows.map { Self.json($0, screen, withDay: true) }, with: screen.json)
    }
    var table = TextTable(
      ["day", "baby", "feeds", "amount", "diapers", "wet", "solid", "others"],
      right: [2, 3, 4, 5, 6])
    for row in rows {
      let totals = row.totals
      let amount =
        totals.feedsWithAmount == 0
        ? "–" : totals[.feed].amountText(screen)
      let others = totals.kinds.filter { ![.feed, .diaper].contains($0.kind) }
      table.add([
        row.day.description, screen.babies.heading(row.baby), "\(totals.feedCount)", amount,
        "\(totals.diaperCount)", "\(totals.wetCount)", "\(totals.solidCount)",
        others.map { $0.words(screen) }.joined(separator: "; "),
      ])
    }
    table.print(nothing: "Nothing was entered yet.")
    if !rows.isEmpty { Terminal.line(screen.daysLegend) }
  }

  /// The sums in units that are not known.
  private static func other(_ sums: UnitSums) -> JSON.Value {
    .list(sums.sums.map { ["value": .number($0.value), "unit": .text($0.unitText)] })
  }

  static func json(
    _ row: BabyDayTotals, _ screen: Screen, withDay: Bool
  ) -> [String: JSON.Value] {
    let totals = row.totals
    let amount: JSON.Value =
      totals.feedAmounts.count == 0
      ? .null
      : [
        "value": .number(totals.feedAmount(in: screen.unit)), "unit": .text(screen.unit.symbol),
      ]
    var json: [String: JSON.Value] = [
      "baby": JSON.Value(row.baby), "name": .text(screen.babies[row.baby]),
      "feedCount": JSON.Value(totals.feedCount), "feedAmount": amount,
      "feedsWithAmount": JSON.Value(totals.feedsWithAmount),
      "diaperCount": JSON.Value(totals.diaperCount), "wetCount": JSON.Value(totals.wetCount),
      "solidCount": JSON.Value(totals.solidCount),
      "otherAmounts": other(totals.unknownFeedAmounts),
    ]
    json["kinds"] = .list(
      totals.kinds.map { kind in
        [
          "kind": .text(Kinds.of(kind.kind).word), "count": JSON.Value(kind.count),
          "seconds": .number(kind.seconds),
          "amount": kind.nanolitres == 0
            ? .null
            : [
              "value": .number(Double(kind.nanolitres) / Double(screen.unit.nanolitres)),
              "unit": .text(screen.unit.symbol),
            ],
          "otherAmounts": other(kind.unknownAmounts),
        ]
      })
    if withDay { json["day"] = .text(row.day.description) }
    return json
  }
}
