import Daybook
import Testing

@testable import Interchange

/// Rows that a plan keeps, so that they are not read once more.
struct PlannedRowsTests {
  private static let source = ThingSource(
    rows: (1...2_100).map { ThingSource.Row(id: "\($0)", thing: Thing("thing \($0 % 3)")) })

  private func imported(
    _ source: ThingSource = Self.source, readsAgain: Bool
  ) throws -> (report: ImportReport, entities: [UUID]) {
    let store = try EventStore.temporary(schema: things)
    var work = Import(source, author: "Ada")
    work.readsAgain = readsAgain
    var report = try work.commit(work.plan(in: store), to: store)
    report.seconds = 0
    let events = try store.read { reader in
      try reader.events(of: ImportedRow.self, named: "import.row.read")
    }
    return (report, events.map(\.entity.rawValue))
  }

  @Test
  func `they are written in the order of their identifiers, and reported in that of the file`()
    throws
  {
    let (kept, read) = (try imported(readsAgain: false), try imported(readsAgain: true))
    #expect(kept.report.counts.imported == 2_100)
    #expect(kept.report == read.report)
    #expect(kept.entities == kept.entities.sorted())
    #expect(read.entities != kept.entities)
    #expect(Set(read.entities) == Set(kept.entities))
  }

  @Test func `an import that was cut off goes on`() throws {
    struct Cut: Error {}
    let store = try EventStore.temporary(schema: things)
    var work = Import(Self.source, author: "Ada")
    work.rowsPerTransaction = 50
    var chunks = 0
    #expect(throws: Cut.self) {
      try ImportRun(work: work, plan: work.plan(in: store), store: store) { _, _ in }.run {
        chunks += 1
        if chunks == 5 { throw Cut() }
      }
    }
    try store.flush()
    let before = try store.read { try $0.entities(of: Thing.self).count }
    #expect(before > 0 && before < 2_100)
    let report = try work.commit(work.plan(in: store), to: store)
    #expect(report.counts.unchanged == before)
    #expect(report.counts.imported == 2_100 - before)
    #expect(try store.read { try $0.entities(of: Thing.self).count } == 2_100)
    #expect(try store.verify().ok)
  }

  @Test(arguments: [false, true])
  func `a row with the identifier of an earlier one is left out by whatever writes it`(
    readsAgain: Bool
  ) throws {
    var source = Self.source
    source.rows.append(ThingSource.Row(id: "7", thing: Thing("another")))
    let done = try imported(source, readsAgain: readsAgain)
    #expect(done.report.counts.imported == 2_100)
    #expect(done.report.counts.skipped == 1)
    #expect(done.entities.count == 2_100)
  }

  @Test func `of files that are too large none are kept`() {
    let files = { (size: Int) in [ImportFile(name: "things", size: size, digest: "")] }
    #expect(PlannedRows(of: files(1 << 20)).items?.isEmpty == true)
    #expect(PlannedRows(of: files(1 << 26)).items == nil)
  }

  @Test func `of too many none are kept`() {
    let row = SkippedRow(
      position: SourcePosition(file: "things", record: 1, line: 1), reason: "It is empty.")
    var rows = PlannedRows()
    for _ in 0..<PlannedRows.limit { rows.add(.skipped(row)) }
    #expect(rows.items?.count == PlannedRows.limit)
    rows.add(.skipped(row))
    #expect(rows.items == nil)
    rows.add(.skipped(row))
    #expect(rows.items == nil)
  }
}
