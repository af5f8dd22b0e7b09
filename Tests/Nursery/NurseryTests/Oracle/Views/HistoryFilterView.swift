import Daybook
import DaybookTesting
import Foundation
import Nursery

/// Days of which a filter shows some entries.
enum HistoryFilterView: OracleView {
  static let name = "filter"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let history = try reader.view(HistoryGroups.self)
    for mode in [HistoryFilter.Mode.corrected, .parity] {
      let filter = makeFilter(mode, expected.babies, &random)
      let keeps = random.chance(0.5)
      let shown = OracleDay.all(expected) { OracleFilter.wants(filter, $0) }
        .filter { !$0.ids.isEmpty || keeps && isKept($0, by: filter) }
      let day = OracleDay.any(shown, &random)
      let limit = random.pick([1, 2, 3, .max])
      let difference =
        try NurseryTests.difference(
          "\(limit) days, empty \(keeps), of \(filter)",
          history.days(before: nil, limit: limit, filter: filter, keepsEmptyDays: keeps)
            .map(OracleDay.init), Array(shown.suffix(limit).reversed()))
        ?? NurseryTests.difference(
          "\(limit) days before \(day), empty \(keeps), of \(filter)",
          history.days(before: day, limit: limit, filter: filter, keepsEmptyDays: keeps)
            .map(OracleDay.init), Array(shown.filter { $0.day < day }.suffix(limit).reversed()))
        ?? NurseryTests.difference(
          "\(limit) days after \(day), empty \(keeps), of \(filter)",
          history.days(after: day, limit: limit, filter: filter, keepsEmptyDays: keeps)
            .map(OracleDay.init), Array(shown.filter { $0.day > day }.prefix(limit)))
        ?? NurseryTests.difference(
          "\(day) of \(filter)", [OracleDay(history.day(day, filter: filter))],
          [OracleDay(day, expected) { OracleFilter.wants(filter, $0) }])
      if let difference { return difference }
    }
    return nil
  }

  /// DOMAIN: feeds and diaper changes make a day that a filter empties; other kinds do not.
  private static func isKept(_ day: OracleDay, by filter: HistoryFilter) -> Bool {
    let counts = [EntryKind.feed, .diaper].contains { kind in
      day.totals.contains { $0.kinds[kind].map { $0.count > 0 } ?? false }
    }
    return filter.mode == .corrected || filter.isEmpty || counts
  }

  private static func makeFilter(
    _ mode: HistoryFilter.Mode, _ babies: [UUID?], _ random: inout SeededGenerator
  ) -> HistoryFilter {
    var filter = HistoryFilter(mode: mode)
    let kinds: [HistoryFilter.Kind] = [.pee, .poo] + EntryKind.allCases.map { .kind($0) }
    if random.chance(0.4) { filter.babies = [random.pick(babies), random.pick(babies)] }
    if random.chance(0.4) { filter.kinds = [random.pick(kinds), random.pick(kinds)] }
    if random.chance(0.3) { filter.customEvents = [random.pick(RandomNursery.signs)] }
    if random.chance(0.3) {
      filter.tags = [random.pick(["reflux", "#REFLUX", " #a ", "b", "e\u{301}", "수유_1", "none"])]
    }
    if random.chance(0.3) {
      filter.text = random.pick(["ee", "feeding", "spat", "Sleep", "日", "ibu", "bath", "zz"])
    }
    return filter
  }
}

/// The rules of filters, entry by entry.
private enum OracleFilter {
  static func wants(_ filter: HistoryFilter, _ told: Told) -> Bool {
    if !filter.babies.isEmpty, !filter.babies.contains(told.baby) { return false }
    let isKind = filter.kinds.contains { kind in
      switch kind {
      case .pee: told.isPee
      case .poo: told.isPoo
      case .kind(let kind): told.kind == kind
      }
    }
    let isCustom = told.kind == .customEvent && filter.customEvents.contains(told.emoji)
    switch (filter.kinds.isEmpty, filter.customEvents.isEmpty) {
    case (true, true): break
    case (false, true): if !isKind { return false }
    case (true, false): if !isCustom { return false }
    case (false, false):
      if filter.mode == .parity ? !(isKind && isCustom) : !(isKind || isCustom) { return false }
    }
    if !filter.tags.isEmpty {
      let wanted = filter.tags.map { OracleTags.name($0).lowercased() }
      if OracleTags.all(told).allSatisfy({ !wanted.contains($0.lowercased()) }) { return false }
    }
    if filter.text.isEmpty { return true }
    let text = filter.text.lowercased()
    return (told.words + [told.memo?.lowercased() ?? ""]).contains {
      ($0 as NSString).range(of: text, options: .literal).location != NSNotFound
    }
  }
}
