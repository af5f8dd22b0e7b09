import Foundation
import Nursery
import Testing

/// The cells of one day under the names that the truth has for them, nested ones with a slash.
enum BabyBuddyTruthCells {
  static func of(_ report: DayReport) -> [String: String] {
    var cells: [String: String] = [:]
    for (name, count) in counts(report) where count != 0 { cells[name] = "\(count)" }
    let feeds = report[.feed]
    let ended = report.ended(.feed)
    if feeds.count > 0 {
      cells["feed_amount"] = millilitres(feeds)
      cells["feeds_with_amount"] = "\(report.totals.feedsWithAmount)"
    }
    if ended.count > 0 { cells["feed_amount_by_end_day"] = millilitres(ended) }
    for (name, content) in BabyBuddyTruthNames.contents where report.feeds(of: content).count > 0 {
      cells["feed_by_type/\(name)/count"] = "\(report.feeds(of: content).count)"
      cells["feed_by_type/\(name)/amount"] = millilitres(report.feeds(of: content))
    }
    for (name, route) in BabyBuddyTruthNames.routes where report.feeds(by: route).count > 0 {
      cells["feed_by_method/\(name)"] = "\(report.feeds(by: route).count)"
    }
    for (color, count) in report.diapers.colors { cells["diaper_by_color/\(color)"] = "\(count)" }
    if report.diapers.count > 0 { cells["diaper_amount"] = decimal(report.diapers.millionths) }
    if report[.pumping].count > 0 { cells["pumping_amount"] = millilitres(report[.pumping]) }
    return cells
  }

  private static func counts(_ report: DayReport) -> [String: Int64] {
    let tummy = report[.activity, type: ActivityType.tummyTime.rawValue]
    return [
      "feed_count": report[.feed].count, "feed_seconds": seconds(report[.feed]),
      "feed_count_by_end_day": report.ended(.feed).count, "diaper_count": report.diapers.count,
      "diaper_wet": report.diapers.wet, "diaper_solid": report.diapers.solid,
      "diaper_both": report.diapers.both, "diaper_neither": report.diapers.dry,
      "sleep_started_count": report[.sleep].count, "nap_started_count": report.naps,
      "sleep_seconds_by_start_day": seconds(report[.sleep]),
      "pumping_count": report[.pumping].count, "tummytime_count": tummy.count,
      "tummytime_seconds": seconds(tummy),
      "temperature_count": report[.measurement, type: MeasureType.temperature.rawValue].count,
      "medication_count": report[.medication].count, "note_count": report[.note].count,
    ]
  }

  static func seconds(_ totals: KindTotals) -> Int64 { totals.microseconds / 1_000_000 }

  static func millilitres(_ totals: KindTotals) -> String { decimal(totals.nanolitres) }

  /// Millionths as a decimal without zeros at its end.
  static func decimal(_ millionths: Int64) -> String {
    "\(Decimal(millionths) / 1_000_000)"
  }

  /// The cells of the truth.
  static func flat(_ cells: [String: BabyBuddyTruthValue], _ prefix: String = "") -> [String:
    String]
  {
    var flat: [String: String] = [:]
    for (name, value) in cells {
      if case .cells(let nested) = value {
        flat.merge(self.flat(nested, "\(prefix)\(name)/")) { $1 }
      } else {
        flat[prefix + name] = value.description
      }
    }
    return flat
  }
}
