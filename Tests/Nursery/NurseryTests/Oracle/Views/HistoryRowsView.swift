import Daybook
import DaybookTesting
import Nursery

/// The tables of the history, row by row.
enum HistoryRowsView: OracleView {
  static let name = "history"

  private struct Row: Equatable {
    let day: CivilDay
    let date: Date
    let created: UInt64
    let id: UUID
    let told: Told
  }

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let history = try reader.view(HistoryGroups.self)
    let rows = try history.rows(HistoryGroups.entries).map {
      Row(
        day: $0.key.day, date: $0.key.date, created: $0.key.created.rawValue, id: $0.key.id,
        told: Told($0.row))
    }
    let wanted = expected.rows.map {
      Row(day: $0.day, date: $0.listed, created: $0.created, id: $0.id, told: $0.told)
    }
    let totals = try history.totals()
    return NurseryTests.difference("entries", rows, wanted)
      ?? NurseryTests.difference("totals", totals.map { OracleTotals($0) }, expected.totals)
  }
}
