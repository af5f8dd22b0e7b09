#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct TrendsCommand: ParsableCommand, StoreCommand {
    static let configuration = CommandConfiguration(
      commandName: "trends", abstract: "Small charts of the last days: feeds, amounts, diapers.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var look: ScreenArguments

    @Option(name: .customLong("days"), help: "How many days, from 1.")
    var count = Count(14)

    @Option(name: .long, help: "Only this baby: a name, or the beginning of an id.")
    var baby: String?

    @Option(
      name: .long, help: "Write the charts as a picture to this file.",
      completion: .file(extensions: ["svg"]))
    var svg: String?

    func run() throws {
      let (store, screen) = try arguments.open(look)
      let wanted = try baby.map { try screen.babies.find($0) }
      let last = screen.day(of: screen.now)
      let first = CivilDay(daysSince1970: last.daysSince1970 - Int32(count.value - 1))
      let rows = try store.history(screen) { view in
        try view.totals().filter { $0.day >= first && $0.day <= last }
      }
      let babies = screen.babies.all.filter { wanted == nil || $0.id == wanted }
      let trends = babies.flatMap { Trend.all(of: $0, rows, first...last, screen) }
      if let svg {
        let picture = TrendPicture(trends, first: first).svg
        do {
          try Data(picture.utf8).write(to: URL(fileURLWithPath: svg), options: .atomic)
        } catch {
          throw CannotWrite(svg, error)
        }
      }
      if arguments.printsJSON {
        return try arguments.print(
          json: "trends", trends.map(\.json),
          with: screen.json.merging([
            "firstDay": .text(first.description), "lastDay": .text(last.description),
          ]) { _, new in new })
      }
      var table = TextTable(
        ["baby", "what", "\(first) – \(last)", "least", "most", "mean"], right: [3, 4, 5])
      for trend in trends {
        table.add([trend.name, trend.measure, trend.bars, trend.least, trend.most, trend.mean])
      }
      table.print(nothing: "There is no baby yet; add one: daybookctl profile add NAME")
      if !trends.isEmpty { Terminal.line(screen.daysLegend) }
      if let svg { Terminal.line("wrote \(svg)") }
    }
  }

  /// One measure of one baby, day by day.
  struct Trend: Sendable {
    let baby: UUID
    let name: String
    let measure: String
    let unit: String?
    let values: [Double]
    private let text: @Sendable (Double) -> String

    /// Feeds, amount and diapers of a baby over some days; a day without any counts as 0.
    static func all(
      of baby: CurrentProfile, _ rows: [BabyDayTotals], _ days: ClosedRange<CivilDay>,
      _ screen: Screen
    ) -> [Trend] {
      let totals = Dictionary(rows.filter { $0.baby == baby.id }.map { ($0.day, $0.totals) }) {
        a, _ in
        a
      }
      func trend(
        _ measure: String, _ unit: String?, _ value: (DayTotals) -> Double,
        text: @escaping @Sendable (Double) -> String
      ) -> Trend {
        let range = days.lowerBound.daysSince1970...days.upperBound.daysSince1970
        let values = range.map { totals[CivilDay(daysSince1970: $0)].map(value) ?? 0 }
        return Trend(
          baby: baby.id, name: baby.profile.name, measure: measure, unit: unit, values: values,
          text: text)
      }
      let unit = screen.unit
      return [
        trend("feeds", nil, { Double($0.feedCount) }, text: number),
        trend("amount", unit.symbol, { $0.feedAmount(in: unit) }) {
          AmountText.text(Amount($0, unit), in: unit)
        },
        trend("diapers", nil, { Double($0.diaperCount) }, text: number),
      ]
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

    var least: String { text(values.min() ?? 0) }
    var most: String { text(values.max() ?? 0) }
    var mean: String { text((meanValue * 10).rounded() / 10) }
    private var meanValue: Double { values.reduce(0, +) / Double(max(1, values.count)) }

    var json: [String: JSONValue] {
      [
        "baby": JSONValue(baby), "name": .text(name), "measure": .text(measure),
        "unit": JSONValue(unit), "values": .list(values.map { .number($0) }),
        "mean": .number(meanValue),
      ]
    }

    @Sendable private static func number(_ value: Double) -> String {
      value == value.rounded() ? "\(Int(value))" : "\(value)"
    }
  }

  /// The charts as one picture: a row of bars for each.
  struct TrendPicture {
    private let trends: [Trend]
    private let first: CivilDay

    init(_ trends: [Trend], first: CivilDay) {
      self.trends = trends
      self.first = first
    }

    var svg: String {
      let days = trends.first?.values.count ?? 0
      let (bar, height, left) = (12, 60, 130)
      let size = (width: left + days * bar + 20, height: trends.count * (height + 30) + 20)
      var lines = [
        #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(size.width)" height="\#(size.height)" font-family="sans-serif" font-size="12">"#
      ]
      for (row, trend) in trends.enumerated() {
        let base = row * (height + 30) + height + 20
        let label = Self.escaped("\(trend.name): \(trend.measure)")
        lines.append(#"<text x="8" y="\#(base - 14)">\#(label)</text>"#)
        lines.append(
          #"<text x="8" y="\#(base)" fill="gray">up to \#(Self.escaped(trend.most))</text>"#)
        for (index, value) in trend.values.enumerated() where value > 0 {
          let share = Int((value / (trend.values.max() ?? 1) * Double(height)).rounded())
          let day = CivilDay(daysSince1970: first.daysSince1970 + Int32(index))
          lines.append(
            #"<rect x="\#(left + index * bar)" y="\#(base - share)" width="\#(bar - 2)" height="\#(share)" fill="steelblue"><title>\#(day)</title></rect>"#
          )
        }
      }
      return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String {
      text.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        .replacing(">", with: "&gt;")
    }
  }
#endif
