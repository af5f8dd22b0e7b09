internal import Daybook
internal import Interchange
internal import Nursery

/// The columns of what days have.
enum DayColumns {
  /// A kind's part of what a baby had on a day.
  struct Part {
    let row: BabyDayTotals
    let totals: KindTotals
  }

  static let days: [TableColumn<HistoryDay>] = [
    .text("day") { $0.day.description }, .text("month") { $0.month.description },
    .time("start") { $0.start }, .count("entries") { Int64($0.entries.count) },
  ]

  private static func head(_ babies: [UUID: String]) -> [TableColumn<BabyDayTotals>] {
    [
      .text("day") { $0.day.description }, .id("baby") { $0.baby },
      .text("name") { $0.baby.flatMap { babies[$0] } },
    ]
  }

  static func totals(
    _ unit: VolumeUnit, _ babies: [UUID: String]
  ) -> [TableColumn<BabyDayTotals>] {
    head(babies) + [
      .count("feedCount") { $0.totals.feedCount },
      .amount("feedAmount") { row in
        let totals = row.totals
        return totals.feedAmounts.count > 0 ? Amount(totals.feedAmount(in: unit), unit) : nil
      },
      .count("feedsWithAmount") { $0.totals.feedsWithAmount },
      .count("diaperCount") { $0.totals.diaperCount },
      .count("wetCount") { $0.totals.wetCount }, .count("solidCount") { $0.totals.solidCount },
      otherAmounts { $0.totals.unknownFeedAmounts },
    ]
  }

  static func kinds(_ unit: VolumeUnit, _ babies: [UUID: String]) -> [TableColumn<Part>] {
    head(babies).map { $0.of(\.row) } + [
      .text("kind") { EntryTable.of($0.totals.kind).word }, .count("count") { $0.totals.count },
      TableColumn("seconds") { .number($0.totals.seconds) },
      .amount("amount") { part in
        let volume = part.totals.nanolitres
        return volume == 0 ? nil : Amount(Double(volume) / Double(unit.nanolitres), unit)
      },
      otherAmounts(\.totals.unknownAmounts),
    ]
  }

  /// The sums in units that are not known.
  private static func otherAmounts<Row>(
    _ sums: @escaping @Sendable (Row) -> UnitSums
  ) -> TableColumn<Row> {
    TableColumn("otherAmounts") { row in
      .list(sums(row).sums.map { "\($0.value) \($0.unitText)" })
    }
  }
}
