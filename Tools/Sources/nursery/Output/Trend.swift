import Daybook
import DaybookTool
import Nursery

/// One measure of one baby, day by day.
struct Trend: Sendable {
  let baby: UUID
  let name: String
  let kind: String
  let measure: String
  let unit: String?
  let values: [Double]
  private let text: @Sendable (Double) -> String

  /// The measures of a baby over some days; a day without any counts as 0.
  static func all(
    of baby: CurrentProfile, _ rows: [BabyDayTotals], _ days: ClosedRange<CivilDay>,
    _ screen: Screen
  ) -> [Trend] {
    let own = rows.filter { $0.baby == baby.id }.map { ($0.day, $0.totals) }
    let totals = Dictionary(own) { a, _ in a }
    let range = days.lowerBound.daysSince1970...days.upperBound.daysSince1970
    return EntryKind.allCases.flatMap { kind -> [Trend] in
      let daily = range.map {
        totals[CivilDay(daysSince1970: $0)]?[kind] ?? KindTotals(kind: kind)
      }
      return measures(of: kind, daily, screen.unit).map { measure, unit, values, text in
        Trend(
          baby: baby.id, name: baby.profile.name, kind: Kinds.of(kind).word, measure: measure,
          unit: unit, values: values, text: text)
      }
    }
  }

  private typealias Measure = (
    name: String, unit: String?, values: [Double], text: @Sendable (Double) -> String
  )

  /// How many there were; and how much and how long where any has an amount or takes time.
  private static func measures(
    of kind: EntryKind, _ daily: [KindTotals], _ unit: VolumeUnit
  ) -> [Measure] {
    let words = Kinds.of(kind)
    let isUsual = kind == .feed || kind == .diaper
    guard isUsual || daily.contains(where: { $0.count != 0 || $0.microseconds != 0 }) else {
      return []
    }
    var found: [Measure] = [(words.plural, nil, daily.map { Double($0.count) }, number)]
    let sum = daily.reduce(AmountSum()) { $0 + $1.amounts }
    if sum.count > 0 || kind == .feed && sum.isEmpty {
      let values = daily.map { Double($0.nanolitres) / Double(unit.nanolitres) }
      found.append(
        (
          "\(words.word) amount", unit.symbol, values,
          { AmountText.text(Amount($0, unit), in: unit) }
        ))
    }
    // What is in other units has a line of its own, so that no amount is missing.
    for other in sum.unknown.sums {
      let values = daily.map { day in
        day.unknownAmounts.sums.first { $0.unitText == other.unitText }?.value ?? 0
      }
      let unit = other.unitText
      found.append(
        (
          "\(words.word) amount, \(unit.isEmpty ? "without a unit" : unit)", unit, values,
          { AmountText.text(Amount($0, unitText: unit), in: .millilitre) }
        ))
    }
    if daily.contains(where: { $0.microseconds != 0 }) {
      found.append(("\(words.word) time", "s", daily.map(\.seconds), { Measures.span($0) }))
    }
    return found
  }

  /// One of eight bars a day; a point for 0.
  var bars: String {
    let most = values.max() ?? 0
    let signs = Array("▁▂▃▄▅▆▇█")
    return String(
      values.map { value in
        if value <= 0 || most <= 0 { return "·" }
        return signs[min(7, Int(value / most * 8))]
      })
  }

  /// A value in words.
  func told(_ value: Double) -> String { text(value) }

  var least: String { text(values.min() ?? 0) }
  var most: String { text(values.max() ?? 0) }
  var mean: String { text((meanValue * 10).rounded() / 10) }
  private var meanValue: Double { values.reduce(0, +) / Double(max(1, values.count)) }

  var json: [String: JSON.Value] {
    [
      "baby": JSON.Value(baby), "name": .text(name), "kind": .text(kind),
      "measure": .text(measure), "unit": JSON.Value(unit),
      "values": .list(values.map { .number($0) }), "mean": .number(meanValue),
    ]
  }

  @Sendable private static func number(_ value: Double) -> String {
    value == value.rounded() ? "\(Int(value))" : "\(value)"
  }
}
