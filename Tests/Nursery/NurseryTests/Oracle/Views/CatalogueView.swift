import Daybook
import DaybookTesting
import Nursery

/// The types of custom events, and each baby's checklist with its ticks.
enum CatalogueView: OracleView {
  static let name = "catalogue"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let catalogue = try reader.view(CustomCatalogue.self)
    let types = expected.types.sorted {
      ($0.value.createdAt, $0.id.order) < ($1.value.createdAt, $1.id.order)
    }
    if let difference = NurseryTests.difference("types", try catalogue.customEventTypes(), types) {
      return difference
    }
    for sign in RandomNursery.signs {
      let wanted = types.filter { $0.value.emoji.utf8.elementsEqual(sign.utf8) }.map(\.id)
      if Set(try catalogue.customEventTypes(withEmoji: sign)) != Set(wanted) {
        return "types with \(sign)"
      }
    }
    for baby in expected.babies {
      if let difference = try checklist(reader, expected, baby, &random) { return difference }
    }
    return nil
  }

  private static func checklist(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ baby: UUID?,
    _ random: inout SeededGenerator
  ) throws -> String? {
    let times = expected.rows.map(\.told.start)
    let now = times.isEmpty ? Date(timeIntervalSince1970: 0) : random.pick(times) + 60
    let window = random.pick([ChecklistWindow.day, .sinceDayBegan])
    let items = expected.items.filter { $0.value.baby == baby }.sorted {
      ($0.value.order, $0.value.createdAt, $0.id.order)
        < ($1.value.order, $1.value.createdAt, $1.id.order)
    }
    let wanted = items.map { item in
      ChecklistLine(
        id: item.id, item: item.value, event: event(of: item.value, now, window, expected))
    }
    return NurseryTests.difference(
      "checklist of \(String(describing: baby)) at \(now), \(window)",
      try reader.checklist(of: baby, at: now, counting: window), wanted)
  }

  /// The newest event of the baby with the sign, of the day or since it began.
  private static func event(
    of item: ChecklistItem, _ now: Date, _ window: ChecklistWindow, _ expected: OracleNursery
  ) -> UUID? {
    let today = expected.days.day(of: now)
    return expected.rows.filter { row in
      row.told.kind == .customEvent && row.told.baby == item.baby
        && row.told.emoji.utf8.elementsEqual(item.emoji.utf8)
        && (window == .day
          ? expected.days.day(of: row.told.start) == today
          : row.told.start >= expected.days.start(of: today) ?? now)
    }.max(by: OracleLast.isEarlier)?.id
  }
}
