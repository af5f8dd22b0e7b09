import Daybook
import Testing

@testable import Interchange

/// A report accounts for each row once, by file and by table.
struct ReportSumTests {
  private let store: EventStore

  init() throws { store = try .temporary(schema: things) }

  private func take(_ source: some ImportSource) throws -> ImportReport {
    let work = Import(source, author: "Ada")
    let plan = try work.plan(in: store)
    let report = try work.commit(plan, to: store)
    #expect(plan.report.tables == report.tables)
    #expect(report.addsUp)
    return report
  }

  @Test func `rows that were left out or cannot be read count in their tables`() throws {
    let rows: [ThingSource.Row] = [
      .init(id: "1", thing: Thing("a")), .init(id: "1", thing: Thing("b")),
      .init(id: "2", thing: Thing("c"), isUnreadable: true),
      .init(id: nil, thing: Thing("d"), isUnreadable: true),
    ]
    let report = try take(ThingSource(rows: rows))
    #expect(report.tables.map(\.name) == ["numbered", "natural"])
    #expect(report.tables.map(\.kind) == [Thing.kind, ""])
    #expect(report.tables.map(\.counts.rows) == [3, 1])
    #expect(report.tables[0].counts.skipped == 1)
    #expect(report.tables.map(\.counts.quarantined) == [1, 1])
  }

  @Test func `what nobody can tell the table of counts in none that has a name`() throws {
    let position = SourcePosition(file: "things", record: 1, line: 1)
    let report = try take(
      GivenItems(items: [
        .quarantined(QuarantinedRow(position: position, column: nil, reason: "", rawText: "")),
        .skipped(SkippedRow(position: position, reason: "")),
        .skipped(SkippedRow(position: position, reason: "", table: "seen before")),
      ]))
    #expect(report.tables.map(\.name) == ["", "seen before"])
    #expect(report.tables.map(\.counts.rows) == [2, 1])
  }

  @Test func `what was put together from a row counts beside it, whatever becomes of it`() throws {
    func items(_ line: Int, derived: Thing) -> [ImportItem] {
      ["whole", "part"].map { table in
        var row = ImportRow(
          table: table, key: .id("1"), state: table == "part" ? derived : Thing("whole"),
          position: SourcePosition(file: "things", record: line, line: line), rawText: "")
        row.isDerived = table == "part"
        return .row(row)
      }
    }
    let large = Thing("part", note: String(repeating: "x", count: 400_000))
    let report = try take(
      GivenItems(items: items(1, derived: large) + items(2, derived: Thing("part"))))
    #expect(report.counts.rows == 2)
    #expect(report.counts.imported == 1)
    #expect(report.counts.skipped == 1)
    #expect(report.counts.quarantined == 0)
    #expect(report.quarantined.map(\.position.line) == [1])
  }

  @Test func `a table of rows and of what was put together counts them apart`() throws {
    func row(_ id: String, isDerived: Bool) -> ImportItem {
      var row = ImportRow(
        table: "babies", key: .id(id), state: Thing(id),
        position: SourcePosition(file: "things", record: 1, line: 1), rawText: "")
      row.isDerived = isDerived
      return .row(row)
    }
    let report = try take(
      GivenItems(items: [row("1", isDerived: true), row("2", isDerived: false)]))
    #expect(report.tables.map(\.isDerived) == [true, false])
    #expect(report.tables.map(\.counts.rows) == [1, 1])
    #expect(report.counts.rows == 1)
  }
}

/// What a test says.
private struct GivenItems: ImportSource {
  let items: [ImportItem]

  let provider = "items"
  var files: [ImportFile] { [ImportFile(name: "things", size: items.count, digest: "")] }
  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for item in items { try visit(item) }
  }
}

extension ImportReport {
  /// Whether files and tables sum up to the whole, outcome by outcome.
  var addsUp: Bool {
    let outcomes: [KeyPath<Counts, Int>] = [
      \.imported, \.changed, \.unchanged, \.conflicts, \.skipped, \.quarantined,
    ]
    return outcomes.allSatisfy { outcome in
      let own = tables.filter { !$0.isDerived }
      return files.reduce(0) { $0 + $1.counts[keyPath: outcome] } == counts[keyPath: outcome]
        && own.reduce(0) { $0 + $1.counts[keyPath: outcome] } == counts[keyPath: outcome]
    }
  }
}
