import Daybook
import Interchange
import Nursery
import Testing

/// Rows whose values an earlier version has kept say the same in other bytes.
struct OlderBytesTests {
  private static let rows = (0..<12).map {
    (minute: $0, row: FileFamily.Row(amount: 50 + $0, memo: "m\($0)"))
  }

  /// Writes the values of each row as an earlier version did: with a field that there is no more,
  /// and where the entry is from as three texts.
  private func age(_ store: EventStore) throws {
    let kept = try store.read { try $0.entities(of: ImportedRow.self) }
    #expect(kept.count > 12)
    try store.append { draft in
      for entity in kept {
        var row = entity.state
        var fields = try PayloadFields(row.memory.told)
        fields.put(900, written { $0.string(900, "once") })
        if row.table == "feeding" || row.table == "feedings" {
          let source = SourceReference(provider: row.provider, table: row.table, id: row.key)
          fields.put(
            10,
            written { writer in
              writer.message(10) {
                $0.string(1, source.provider)
                $0.string(2, source.table)
                $0.string(3, source.id)
              }
            })
        }
        row.memory.told = fields.joined
        try draft.append(ImportedRowEvent.read(row, text: nil), to: entity.id.rawValue)
      }
    }
  }

  private func written(_ body: (inout PayloadWriter) -> Void) -> [UInt8] {
    var writer = PayloadWriter()
    body(&writer)
    return writer.array
  }

  @Test(arguments: FileFamily.Program.allCases)
  func `the same files change nothing, and what changes there changes here`(
    program: FileFamily.Program
  ) throws {
    let (files, nursery) = (try FileFamily(program), try NeighbourStore())
    _ = try nursery.run(files.source(Self.rows))
    try age(nursery.store)
    let end = try nursery.token
    let again = try nursery.run(files.source(Self.rows))
    #expect(again.isAllUnchanged)
    #expect(again.tables.allSatisfy { $0.counts.unchanged == $0.counts.rows })
    #expect(try nursery.token == end)

    var rows = Self.rows
    rows[3].row.amount = 200
    let report = try nursery.run(files.source(rows))
    #expect(report.counts.changed == 1)
    #expect(report.counts.unchanged == report.counts.rows - 1)
  }

  @Test(arguments: FileFamily.Program.allCases)
  func `an entry whose row has vanished goes`(program: FileFamily.Program) throws {
    let (files, nursery) = (try FileFamily(program), try NeighbourStore())
    _ = try nursery.run(files.source(Self.rows))
    try age(nursery.store)
    let report = try nursery.run(
      files.source(Array(Self.rows.dropLast())), removesVanished: true)
    #expect(report.removed == 1)
  }
}
