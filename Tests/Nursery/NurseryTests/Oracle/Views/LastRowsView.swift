import Daybook
import DaybookTesting
import Nursery

/// The tables of what was last, row by row.
enum LastRowsView: OracleView {
  static let name = "last"

  private struct Row: Equatable {
    let kind: EntryKind
    let baby: UUID?
    let type: [UInt8]
    let start: Date
    let end: Date?
    let id: UUID
    var amount: Amount?
    var modified: UInt64?
  }

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let last = try reader.view(LastEntries.self)
    let rows = expected.rows.sorted(by: OracleLast.precedes)
    let amounts = rows.filter { $0.told.kind == .feed && $0.told.amount != nil }
    let finished = rows.filter { $0.told.takesTime && $0.told.end != nil }
      .sorted(by: OracleLast.endsBefore)
    return try NurseryTests.difference(
      "entries", last.rows(LastEntries.entries).map { row($0.key) }, rows.map { row($0) })
      ?? NurseryTests.difference(
        "running", last.rows(LastEntries.running).map { row($0.key) },
        rows.filter(\.told.runs).map { row($0) })
      ?? NurseryTests.difference(
        "amounts",
        last.rows(LastEntries.amounts).map {
          row($0.key, $0.row.amount, $0.row.modified.rawValue)
        }, amounts.map { row($0, $0.told.amount, $0.modified) })
      ?? NurseryTests.difference(
        "finished", last.rows(LastEntries.finished).map(\.key.id), finished.map(\.id))
  }

  private static func row(
    _ key: LastKey, _ amount: Amount? = nil, _ modified: UInt64? = nil
  ) -> Row {
    Row(
      kind: key.kind, baby: key.baby, type: Array(key.type.utf8), start: key.start, end: key.end,
      id: key.id, amount: amount, modified: modified)
  }

  private static func row(
    _ row: OracleNursery.Row, _ amount: Amount? = nil, _ modified: UInt64? = nil
  ) -> Row {
    Row(
      kind: row.told.kind, baby: row.told.baby, type: Array(row.told.type.utf8),
      start: row.told.start, end: row.told.end, id: row.id, amount: amount, modified: modified)
  }
}

/// What comes after what.
enum OracleLast {
  /// By kind, baby and the bytes of the type, then as of one type.
  static func precedes(_ a: OracleNursery.Row, _ b: OracleNursery.Row) -> Bool {
    if a.told.kind != b.told.kind { return a.told.kind.rawValue < b.told.kind.rawValue }
    if a.told.baby != b.told.baby { return a.told.baby.order < b.told.baby.order }
    let (first, second) = (a.told.type.utf8, b.told.type.utf8)
    if !first.elementsEqual(second) { return first.lexicographicallyPrecedes(second) }
    return isEarlier(a, b)
  }

  /// By start, end and identifier; one that runs is before one that ended.
  static func isEarlier(_ a: OracleNursery.Row, _ b: OracleNursery.Row) -> Bool {
    (a.told.start, a.told.end ?? .distantPast, a.id.order)
      < (b.told.start, b.told.end ?? .distantPast, b.id.order)
  }

  /// By kind and baby, then by end, start and identifier.
  static func endsBefore(_ a: OracleNursery.Row, _ b: OracleNursery.Row) -> Bool {
    if a.told.kind != b.told.kind { return a.told.kind.rawValue < b.told.kind.rawValue }
    if a.told.baby != b.told.baby { return a.told.baby.order < b.told.baby.order }
    return (a.told.end ?? .distantPast, a.told.start, a.id.order)
      < (b.told.end ?? .distantPast, b.told.start, b.id.order)
  }
}
