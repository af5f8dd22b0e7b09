import Daybook
import DaybookTesting
import Foundation
import Nursery

/// The header of each day, in words.
enum HeadersView: OracleView {
  static let name = "headers"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let profiles = try reader.view(CurrentProfiles.self).all()
    let grouping = random.pick([DaySummary.Grouping.byBaby, .byName])
    let unit = random.pick([VolumeUnit.millilitre, .fluidOunce])
    for day in try reader.view(HistoryGroups.self).days(limit: .max) {
      let found = day.summary(of: profiles, grouping).header(in: unit)
      let wanted = lines(expected, day.day, grouping).compactMap { $0.text(grouping, unit) }
      if found != wanted { return "\(day.day), \(grouping), \(unit): \(found), expected \(wanted)" }
    }
    return nil
  }

  fileprivate struct Line {
    let name: String
    var place: Int
    var withAmount: Int64 = 0
    var nanolitres: Int64 = 0
    var unknown: [[UInt8]: OracleTotals.Unknown] = [:]
    var diapers: Int64 = 0
  }

  private static func lines(
    _ expected: OracleNursery, _ day: CivilDay, _ grouping: DaySummary.Grouping
  ) -> [Line] {
    var lines: [Line] = []
    for totals in expected.totals where totals.day == day {
      let place = expected.profiles.firstIndex { $0.id == totals.baby } ?? Int.max
      let name = place == .max ? "Unknown" : expected.profiles[place].profile.name
      let same = lines.firstIndex { line in
        grouping == .byName ? line.name == name : place == .max && line.place == .max
      }
      var line = same.map { lines.remove(at: $0) } ?? Line(name: name, place: place)
      line.place = min(line.place, place)
      line.diapers += totals.kinds[.diaper]?.count ?? 0
      // Feeds of deleted babies never count; those of nobody do where babies are told apart.
      if place != .max || (grouping == .byBaby && totals.baby == nil) { line.feed(totals) }
      lines.append(line)
    }
    return lines.sorted { ($0.name, $0.place) < ($1.name, $1.place) }
  }
}

extension HeadersView.Line {
  fileprivate mutating func feed(_ totals: OracleTotals) {
    withAmount += totals.feedsWithAmount
    nanolitres += totals.kinds[.feed]?.nanolitres ?? 0
    for (unit, sum) in totals.kinds[.feed]?.unknown ?? [:] {
      unknown[unit, default: .init()].count += sum.count
      unknown[unit, default: .init()].millionths += sum.millionths
    }
  }

  fileprivate func text(_ grouping: DaySummary.Grouping, _ unit: VolumeUnit) -> String? {
    let known = withAmount - unknown.values.reduce(0) { $0 + $1.count }
    let feeds = grouping == .byBaby ? apart(known, unit) : together(known, unit)
    let parts =
      [feeds].compactMap(\.self)
      + (diapers == 0 ? [] : ["\(diapers) diaper\(diapers == 1 ? "" : "s")"])
    return parts.isEmpty ? nil : "\(name) \(parts.joined(separator: ", "))"
  }

  /// Unknown units beside the total.
  private func apart(_ known: Int64, _ unit: VolumeUnit) -> String? {
    let others = unknown.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, sum in
      let tenths = (Double(sum.millionths) / 1e5).rounded()
      let number =
        tenths.truncatingRemainder(dividingBy: 10) == 0
        ? "\(Int(tenths / 10))" : String(format: "%.1f", tenths / 10)
      return key.isEmpty ? number : "\(number) \(String(decoding: key, as: UTF8.self))"
    }
    let all = (known > 0 ? [total(nanolitres, unit)] : []) + others
    return all.isEmpty ? nil : all.joined(separator: " + ")
  }

  /// Unknown units for the one of the header; an amount without a unit is none.
  private func together(_ known: Int64, _ unit: VolumeUnit) -> String? {
    let guessed = unknown.filter { !$0.key.isEmpty }.sorted {
      $0.key.lexicographicallyPrecedes($1.key)
    }.map(\.value)
    guard known + guessed.reduce(0, { $0 + $1.count }) > 0 else { return nil }
    let value = guessed.reduce(0.0) { $0 + Double($1.millionths) / 1e6 }
    let nanolitresOfOne = unit == .millilitre ? 1e6 : 29_573_500
    return total(nanolitres + Int64((value * nanolitresOfOne).rounded()), unit)
  }

  private func total(_ nanolitres: Int64, _ unit: VolumeUnit) -> String {
    if unit == .millilitre {
      return "\(Int64((Double(nanolitres) / 1e6).rounded())) mL"
    }
    let tenths = (Double(nanolitres) / 2_957_350).rounded()
    return String(format: "%.1f fl oz", tenths == 0 ? 0 : tenths / 10)
  }
}
