#if Tools
  import Daybook
  import Foundation
  import Nursery

  /// What each baby had on each day, now or as it was after a transaction.
  struct TotalsReport {
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

    private let rows: [Row]
    private let unit: VolumeUnit

    init(
      _ store: EventStore, _ boundary: DayBoundary, _ unit: VolumeUnit,
      asOf token: History.Token? = nil
    ) throws {
      let names = try Names(store, asOf: token)
      self.unit = unit
      rows = try store.history(boundary, asOf: token) { try $0.totals() }.map { day in
        let totals = day.totals
        return Row(
          baby: Nullable(day.baby), name: names[day.baby], day: day.day.description,
          feedCount: totals.feedCount, feedAmount: totals.feedAmount(in: unit),
          feedsWithAmount: totals.feedsWithAmount, unit: unit.symbol,
          diaperCount: totals.diaperCount, wetCount: totals.wetCount, solidCount: totals.solidCount)
      }
    }

    func print(json: Bool) throws {
      if json { return try JSON.print(rows) }
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
