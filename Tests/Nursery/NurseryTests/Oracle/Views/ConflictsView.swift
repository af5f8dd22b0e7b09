import Daybook
import DaybookTesting
import Nursery

/// What runs beside each other, and what begins at nearly the same time.
enum ConflictsView: OracleView {
  static let name = "conflicts"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let seconds = random.pick([0, 0, 60, 3_600.0])
    return NurseryTests.difference(
      "within \(seconds) s", try reader.conflicts(duplicatesWithin: seconds),
      running(expected) + duplicates(expected, seconds))
  }

  private static func running(_ expected: OracleNursery) -> [Conflict] {
    let all = expected.rows.filter(\.told.runs)
    return EntryKind.allCases.flatMap { kind in
      expected.babies.sorted { $0.order < $1.order }.compactMap { baby in
        let rows = all.filter { $0.told.kind == kind && $0.told.baby == baby }
          .sorted(by: OracleLast.isEarlier)
        return rows.count > 1 ? .running(kind, baby: baby, entries: rows.map(\.id)) : nil
      }
    }
  }

  private static func duplicates(_ expected: OracleNursery, _ seconds: Double) -> [Conflict] {
    var groups: [[OracleNursery.Row]] = []
    for row in expected.rows.sorted(by: OracleLast.precedes) {
      if let last = groups.last?.last, isNear(last.told, row.told, seconds) {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    return groups.flatMap(alike).filter { $0.count > 1 }.map { rows in
      .possibleDuplicates(
        rows[0].told.kind, baby: rows[0].told.baby, entries: rows.map(\.id))
    }
  }

  private static func isNear(_ a: Told, _ b: Told, _ seconds: Double) -> Bool {
    a.kind == b.kind && a.baby == b.baby && a.type.utf8.elementsEqual(b.type.utf8)
      && abs(b.start.timeIntervalSince(a.start)) <= seconds
  }

  /// Diaper changes of one time are apart when other things were in them.
  private static func alike(_ rows: [OracleNursery.Row]) -> [[OracleNursery.Row]] {
    guard rows[0].told.kind == .diaper else { return [rows] }
    return [(true, true), (true, false), (false, true), (false, false)].map { wet, solid in
      rows.filter { $0.told.wet == wet && $0.told.solid == solid }
    }.filter { !$0.isEmpty }.sorted { OracleLast.isEarlier($0[0], $1[0]) }
  }
}
