import Foundation
import Interchange
import Nursery
import TemporaryFolders
import Testing

/// Whose the rows of Baby Buddy's files are.
struct BabyBuddyChildTests {
  private static let children =
    "id,first_name,last_name,birth_date\n1,Noor,Vos,2026-06-01\n2,Mats,Vos,2026-06-01\n"
    + "3,Eva,,2026-06-01\n4,Ada,Vos,2026-06-01\n5,Ada,Vos,2024-06-01\n"

  private func folder(
    _ header: String, _ rows: [String], children: String = children
  ) throws -> TemporaryFolder {
    try TemporaryFolder([
      "child.csv": children, "feeding.csv": ([header] + rows).joined(separator: "\n"),
    ])
  }

  private static let named = "id,start,end,type,method,child_first_name,child_last_name"

  private func row(_ id: Int, _ names: String) -> String {
    "\(id),2026-10-20 1\(id):00:00,2026-10-20 1\(id):10:00,formula,bottle,\(names)"
  }

  @Test func `an entry without the id of a child is that of the child of its names`() throws {
    let folder = try folder(Self.named, [row(1, "Noor,Vos"), row(2, "Mats,Vos"), row(3, "Eva,")])
    let export = try folder.read()
    #expect(export.quarantined.isEmpty)
    let babies = export["child"].prefix(3).map { Optional($0.id) }
    #expect(export.feedings.map(\.baby) == Array(babies))
    #expect(export.children.first?.createdAt == export.feedings.first?.start)
  }

  @Test func `a name of nobody and one of two children are refused, and child_id is named`()
    throws
  {
    let export = try folder(Self.named, [row(1, "Tim,Vos"), row(2, "Ada,Vos"), row(3, ",")]).read()
    #expect(export.feedings.isEmpty)
    #expect(
      export.quarantined.map(\.reason) == [
        "There is no child_id, and no child is named “Tim Vos”.",
        "There is no child_id, and 2 children are named “Ada Vos”.", "The row names no child.",
      ])
    #expect(export.quarantined.map(\.column) == ["child_id", "child_id", "child_id"])
  }

  @Test func `a file that tells no child at all is refused, and child_id is named`() throws {
    let folder = try folder(
      "id,start,end,type,method", ["1,2026-10-20 11:00:00,2026-10-20 11:10:00,formula,bottle"])
    let error = expectError(.missingColumn) { try folder.read() }
    #expect(error?.message.contains("child_id") == true)
  }

  @Test func `overlaps are those of one child, whatever tells it`() throws {
    let same = "2026-10-20 11:00:00,2026-10-20 11:10:00,formula,bottle"
    let export = try folder(
      Self.named, ["1,\(same),Noor,Vos", "2,\(same),Mats,Vos", "3,\(same),Mats,Vos"]
    ).read()
    #expect(export["feeding"].map { $0.warnings.contains(.overlap) } == [false, true, true])
  }

  @Test func `the names of a child have no blanks around them`() throws {
    let export = try folder(
      Self.named, [row(1, "Noor,Vos")],
      children: "id,first_name,last_name,birth_date\n1, Noor ,\" Vos \",2026-06-01\n"
    ).read()
    #expect(export.children.map(\.name) == ["Noor Vos"])
    #expect(export.feedings.count == 1)
  }
}
