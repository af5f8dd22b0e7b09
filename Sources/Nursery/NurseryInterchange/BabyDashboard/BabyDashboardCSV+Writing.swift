internal import Foundation
internal import Interchange

extension BabyDashboardCSV {
  /// Writes a feeds file: newest first, rows joined by a line feed, none after the last.
  ///
  /// The bytes are the app's own but for one case: the newer app writes a unit that it does not
  /// know as `mL`, and so turns ounces into millilitres; here it stays as it is.
  ///
  /// - Parameter era: which app is to read it.
  public static func text(
    feeds: [BabyDashboardFeed], era: BabyDashboardEra = .coreData
  ) -> String {
    let rows = newestFirst(feeds, by: \.start).map { feed in
      let cells = [
        feed.babyName, BabyDashboardTimestamp.text(feed.start), feed.amount.map { "\($0)" } ?? "",
      ]
      switch era {
      case .swiftData: return cells + [feed.unit]
      case .coreData:
        let unit =
          feed.amount == nil ? "" : BabyDashboardUnit.symbol(feed.unit) ?? feed.unit
        return cells + [unit, feed.feedType ?? ""]
      }
    }
    let header = feedColumns + (era == .coreData ? ["feedType"] : [])
    return join([header] + rows)
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
