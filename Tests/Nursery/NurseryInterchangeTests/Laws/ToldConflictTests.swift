import Daybook
import Interchange
import Nursery
import Testing

/// A conflict says what entry and row say.
struct ToldConflictTests {
  private static let rows = (0..<3).map { (minute: $0, row: FileFamily.Row(amount: 50 + $0)) }

  private func changed(_ program: FileFamily.Program) throws -> (NeighbourStore, ImportReport) {
    let (files, nursery) = (try FileFamily(program), try NeighbourStore())
    _ = try nursery.run(files.source(Self.rows))
    let feed = try #require(try nursery.store.feeds().first?.id)
    try nursery.store.append { draft in
      try draft.edit(FeedSession.self, feed) { $0.amount = Amount(95, .millilitre) }
    }
    var rows = Self.rows
    rows[0].row.amount = 200
    return (nursery, try nursery.run(files.source(rows)))
  }

  @Test(arguments: FileFamily.Program.allCases)
  func `both values are told`(program: FileFamily.Program) throws {
    let (_, report) = try changed(program)
    let conflict = try #require(report.conflicts.first)
    #expect(report.conflicts.count == 1 && !conflict.isDeleted)
    #expect(conflict.values.map(\.property) == ["amount"])
    #expect(conflict.values.first?.here == "95 mL")
    #expect(conflict.values.first?.told?.lowercased() == "200 ml")
  }

  @Test(arguments: FileFamily.Program.allCases)
  func `an entry that a person has deleted is told as such`(program: FileFamily.Program) throws {
    let (files, nursery) = (try FileFamily(program), try NeighbourStore())
    _ = try nursery.run(files.source(Self.rows))
    let feed = try #require(try nursery.store.feeds().first?.id)
    try nursery.store.append { try $0.delete(FeedSession.self, feed) }
    var rows = Self.rows
    rows[0].row.amount = 200
    let conflict = try #require(try nursery.run(files.source(rows)).conflicts.first)
    #expect(conflict.isDeleted && conflict.entity == feed)
    #expect(conflict.values.first { $0.property == "amount" }?.here == nil)
  }

  @Test(arguments: FileFamily.Program.allCases)
  func `once a deletion is undone, what the file says comes`(program: FileFamily.Program) throws {
    let (files, nursery) = (try FileFamily(program), try NeighbourStore())
    _ = try nursery.run(files.source(Self.rows))
    let feed = try #require(try nursery.store.feeds().first?.id)
    try nursery.store.append(author: "Ada") { try $0.delete(FeedSession.self, feed) }
    var rows = Self.rows
    rows[0].row.amount = 200
    _ = try nursery.run(files.source(rows))
    _ = try nursery.store.undo(by: "Ada")
    #expect(try nursery.run(files.source(rows)).counts.changed == 1)
    let entry = try nursery.store.read { try $0.entity(FeedSession.self, feed) }
    #expect(entry?.amount?.value == 200)
    #expect(try nursery.run(files.source(rows)).isAllUnchanged)
  }
}
