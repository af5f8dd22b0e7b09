#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct TotalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "totals", abstract: "Feeds and diapers of each day and baby, days ascending.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var days: BoundaryArguments

    @Option(name: .long, help: "The unit of amounts: ml, floz, l or cup.")
    var unit: VolumeUnit = .millilitre

    private struct Row: Encodable {
      let baby: Nullable<UUID>
      let name: String
      let day: String
      let feedCount: Int64
      let feedAmount: Double
      let feedsWithAmount: Int64
      let unit: String
      let diaperCount: Int64
      let wetCount: Int64
      let solidCount: Int64
    }

    func run() throws {
      let (store, boundary) = try arguments.open(days)
      let names = try Names(store)
      let rows = try store.history(boundary) { try $0.totals() }.map { day, baby, totals in
        Row(
          baby: Nullable(baby), name: names[baby], day: day.description,
          feedCount: totals.feedCount, feedAmount: totals.feedAmount(in: unit),
          feedsWithAmount: totals.feedsWithAmount, unit: unit.symbol,
          diaperCount: totals.diaperCount, wetCount: totals.wetCount, solidCount: totals.solidCount)
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(
        ["day", "baby", "feeds", unit.symbol, "diapers", "wet", "solid"], right: [2, 3, 4, 5, 6])
      for row in rows {
        let amount = row.feedsWithAmount == 0 ? "–" : String(format: "%.1f", row.feedAmount)
        table.add([
          row.day, row.name, "\(row.feedCount)", amount, "\(row.diaperCount)", "\(row.wetCount)",
          "\(row.solidCount)",
        ])
      }
      table.print()
    }
  }
#endif
