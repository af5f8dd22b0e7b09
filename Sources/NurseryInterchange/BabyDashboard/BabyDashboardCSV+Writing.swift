internal import Foundation
internal import Interchange

extension BabyDashboardCSV {
  /// Writes a feeds file: newest first, rows joined by a line feed, none after the last.
  ///
  /// The bytes are the app's own but for one case: a unit the app does not know stays as it is,
  /// where the app writes `mL` and so turns ounces into millilitres.
  public static func text(feeds: [BabyDashboardFeed]) -> String {
    let rows = newestFirst(feeds, by: \.start).map { feed in
      [
        feed.babyName, BabyDashboardTimestamp.text(feed.start), feed.amount.map { "\($0)" } ?? "",
        feed.amount == nil ? "" : BabyDashboardUnit.symbol(feed.unit) ?? feed.unit,
        feed.feedType ?? "",
      ]
    }
    return join([["babyName", "timestamp", "amountValue", "amountUnit", "feedType"]] + rows)
  }

  /// Writes a diapers file: newest first, rows joined by a line feed, none after the last.
  public static func text(diapers: [BabyDashboardDiaper]) -> String {
    let rows = newestFirst(diapers, by: \.time).map {
      [$0.babyName, BabyDashboardTimestamp.text($0.time), $0.type]
    }
    return join([["babyName", "timestamp", "diaperType"]] + rows)
  }

  /// Rows of one instant keep the order they came in.
  private static func newestFirst<Row>(_ rows: [Row], by time: (Row) -> Date) -> [Row] {
    rows.enumerated().sorted { a, b in
      let (left, right) = (time(a.element), time(b.element))
      return left == right ? a.offset < b.offset : left > right
    }.map(\.element)
  }

  private static func join(_ rows: [[String]]) -> String {
    rows.map(CSVText.row).joined(separator: "\n")
  }
}
