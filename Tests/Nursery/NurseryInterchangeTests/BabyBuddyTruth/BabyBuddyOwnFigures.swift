import Foundation
import Nursery
import Testing

/// What Baby Buddy's own cards and reports say of a set, by the names that they have there.
struct BabyBuddyOwnFigures: Decodable {
  /// By child and card, the entry that was the last.
  let lasts: [String: [String: String]]
  /// By child and local day.
  let days: [String: [String: [String: String]]]

  init(_ folder: CorpusFolder) throws {
    let data = try Data(contentsOf: folder.file("expected/babybuddy-own-views.json"))
    self = try JSONDecoder().decode(Self.self, from: data)
  }

  /// Of a card the name of the same entry in the truth.
  static let truths = [
    "feeding_last": "last_feed_by_end", "diaperchange_last": "last_diaper",
    "pumping_last": "last_pumping", "sleep_last": "last_sleep",
    "tummytime_last": "last_tummytime", "medication_last": "last_medication",
  ]

  /// The same figure by our views.
  static func figure(_ name: String, _ report: DayReport) throws -> String {
    let (card, part) = halves(name)
    switch card {
    case "feeding_recent": return recent(report.ended(.feed), part)
    case "pumping_recent": return recent(report.ended(.pumping), part)
    case "feeding_amounts" where part == "Total":
      return BabyBuddyTruthCells.millilitres(report.ended(.feed))
    case "feeding_amounts":
      let content = try #require(BabyBuddyTruthNames.contents[part.lowercased()])
      return BabyBuddyTruthCells.millilitres(report.feeds(of: content))
    case "feeding_duration":
      let (feeds, count) = (report[.feed], report[.feed].count)
      return part == "total" ? "\(count)" : "\(BabyBuddyTruthCells.seconds(feeds) / max(count, 1))"
    case "diaperchange_amounts": return BabyBuddyTruthCells.decimal(report.diapers.millionths)
    case "diaperchange_types": return try diapers(report.diapers, part)
    case "breastfeeding": return try breast(report, part)
    case "pumping_amounts": return BabyBuddyTruthCells.millilitres(report[.pumping])
    case "sleep_naps_day": return "\(report.naps)"
    case "tummytime_day":
      let tummy = report[.activity, type: ActivityType.tummyTime.rawValue]
      return part == "count" ? "\(tummy.count)" : "\(BabyBuddyTruthCells.seconds(tummy))"
    default: throw UnknownFigure(name: name)
    }
  }

  private struct UnknownFigure: Error { let name: String }

  private static func halves(_ name: String) -> (card: String, part: String) {
    let halves = name.split(separator: ".", maxSplits: 1).map(String.init)
    return (halves[0], halves.count > 1 ? halves[1] : "")
  }

  private static func recent(_ totals: KindTotals, _ part: String) -> String {
    part == "count" ? "\(totals.count)" : BabyBuddyTruthCells.millilitres(totals)
  }

  private static func diapers(_ diapers: DiaperReport, _ part: String) throws -> String {
    switch part {
    case "wet": "\(diapers.wet)"
    case "solid": "\(diapers.solid)"
    case "empty": "\(diapers.dry)"
    case "changes": "\(diapers.count)"
    default: throw UnknownFigure(name: part)
    }
  }

  private static func breast(_ report: DayReport, _ part: String) throws -> String {
    let sides = [
      "count": ["left breast", "right breast", "both breasts"],
      "left_count": ["left breast", "both breasts"],
      "right_count": ["right breast", "both breasts"],
    ]
    let counts = try #require(sides[part]).map { side in
      report.feeds(by: try #require(BabyBuddyTruthNames.routes[side])).count
    }
    return "\(counts.reduce(0, +))"
  }
}
