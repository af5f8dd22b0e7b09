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
        let unknown = totals.unknownFeedAmounts.sums.reduce(0) { $0 + $1.count }
        guard totals.feedsWithAmount > unknown else { return nil }
        return Amount(totals.feedAmount(in: unit), unit)
      },
      .count("feedsWithAmount") { $0.totals.feedsWithAmount },
      .count("diaperCount") { $0.totals.diaperCount },
      .count("wetCount") { $0.totals.wetCount }, .count("solidCount") { $0.totals.solidCount },
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
      // In units that are not known.
      TableColumn("otherAmounts") { part in
        .list(part.totals.unknownAmounts.sums.map { "\($0.value) \($0.unitText)" })
      },
    ]
  }
}
