import ArgumentParser
import DaybookTool
import Nursery

struct TrendsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "trends", abstract: "Small charts of the last days: counts, amounts and times.",
    discussion: """
      Feeds and diapers always, other kinds when there are entries on these days. The days begin with the \
      first entry. Without --days they are the last 14 up to the newest entry.
      """)

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(
    name: .customLong("days"), help: "How many days up to today, from 1.", transform: Typed.days)
  var count: Int?

  @Option(name: .long, help: "Only this baby: the beginning of a name or an id.")
  var baby: String?

  @Option(
    name: .long, help: "Write the charts as a picture to this file.",
    completion: .file(extensions: ["svg"]))
  var svg: String?

  @OptionGroup var output: OutputArguments

  func run() throws {
    if let svg { try output.check(svg) }
    let (store, screen) = try arguments.open(look)
    let wanted = try baby.map { try screen.babies.find($0) }
    let today = screen.day(of: screen.now, for: wanted)
    let rows = try store.history(screen) { view in
      try view.totals().filter { $0.day <= today }
    }
    // Of a log that ended long ago the last days that say something.
    let last = count == nil ? rows.map(\.day).max() ?? today : today
    let asked = CivilDay(daysSince1970: last.daysSince1970 - Int32((count ?? 14) - 1))
    // Of the days before the first entry nobody knows anything.
    let first = max(asked, rows.map(\.day).min() ?? asked)
    let babies = screen.babies.all.filter { wanted == nil || $0.id == wanted }
    let trends = babies.flatMap { Trend.all(of: $0, rows, first...last, screen) }
    if let svg {
      try output.write(TrendPicture(trends, first: first).svg, to: svg)
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
    table.print(nothing: screen.babies.nothing)
    if !trends.isEmpty { Terminal.line(screen.daysLegend) }
    if let svg { Terminal.line("wrote \(svg)") }
  }
}
