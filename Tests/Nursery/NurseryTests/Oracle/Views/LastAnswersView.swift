import Daybook
import DaybookTesting
import Nursery

/// What is asked about the last entries of each baby.
enum LastAnswersView: OracleView {
  static let name = "last"

  private struct Answers: Equatable {
    let kind: EntryKind
    let baby: UUID?
    let last: UUID?
    let ofEachType: [UUID]
    let running: [UUID]
    let finished: UUID?
  }

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let last = try reader.view(LastEntries.self)
    for baby in expected.babies {
      for kind in EntryKind.allCases {
        let rows = expected.rows.filter { $0.told.kind == kind && $0.told.baby == baby }
          .sorted(by: OracleLast.isEarlier)
        let found = Answers(
          kind: kind, baby: baby, last: try last.last(kind, of: baby),
          ofEachType: try last.lastOfEachType(kind, of: baby).map(\.id),
          running: try last.running(kind, of: baby),
          finished: try last.lastFinished(kind, of: baby))
        let wanted = Answers(
          kind: kind, baby: baby, last: rows.last?.id, ofEachType: ofEachType(rows).map(\.id),
          running: rows.filter(\.told.runs).map(\.id),
          finished: rows.filter { $0.told.takesTime && $0.told.end != nil }
            .max(by: OracleLast.endsBefore)?.id)
        if found != wanted { return "\(found), expected \(wanted)" }
        for row in ofEachType(rows)
        where try last.last(kind, of: baby, type: row.told.type) != row.id {
          return "the last \(kind) of type \(row.told.type) is not \(row.id)"
        }
      }
      if let difference = try amount(last, expected, baby) { return difference }
    }
    return try named(reader, expected)
  }

  private static func ofEachType(_ rows: [OracleNursery.Row]) -> [OracleNursery.Row] {
    Dictionary(grouping: rows) { Array($0.told.type.utf8) }.values.compactMap(\.last)
      .sorted(by: OracleLast.precedes)
  }

  private static func amount(
    _ last: borrowing ProjectionReader<LastEntries>, _ expected: OracleNursery, _ baby: UUID?
  ) throws -> String? {
    let found = try last.lastAmount(of: baby)
    let wanted = lastAmount(expected, baby)
    return found?.feed == wanted?.id && found?.last.amount == wanted?.told.amount
      ? nil : "last amount \(String(describing: found)), expected \(String(describing: wanted))"
  }

  private static func lastAmount(_ expected: OracleNursery, _ baby: UUID?) -> OracleNursery.Row? {
    expected.rows.filter {
      $0.told.kind == .feed && $0.told.baby == baby && $0.told.amount != nil
    }.max(by: OracleLast.isEarlier)
  }

  /// Of babies with one name the amount that was written last.
  private static func named(
    _ reader: borrowing Reader, _ expected: OracleNursery
  ) throws -> String? {
    let profiles = try reader.view(CurrentProfiles.self).all()
    let last = try reader.view(LastEntries.self)
    for name in Set(expected.profiles.map(\.profile.name)) {
      let found = try last.lastAmount(named: name, among: profiles)?.modified.rawValue
      let wanted = expected.profiles.filter { $0.profile.name == name }
        .compactMap { lastAmount(expected, $0.id)?.modified }.max()
      if found != wanted { return "last amount of \(name)" }
    }
    return nil
  }
}
