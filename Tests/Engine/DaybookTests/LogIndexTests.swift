import Foundation
import LMDB
import TemporaryFolders
import Testing

@testable import Daybook

/// The indexes of the log as the guide has them.
struct LogIndexTests {
  private static let page = Repository.file(
    "Sources/Engine/Daybook/Daybook.docc/StoredFormat.md")

  @Test func `the guide describes the rows of each index as the index does`() throws {
    let lines = try String(contentsOf: Self.page, encoding: .utf8).split(separator: "\n")
    for index in LogIndexes.first + LogIndexes.added {
      let row = "| `\(index.name)` | \(index.format.key) | \(index.format.value) |"
      #expect(lines.contains { $0 == row }, "\(row)")
    }
  }

  @Test func `each index has a table, and a check of its name in verify`() throws {
    let store = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
    let checks = try store.verify().checks.map(\.name)
    for index in LogIndexes.first + LogIndexes.added {
      #expect(checks.contains(index.name))
      #expect(try store.environment.environment.beginRead().hasTable(index.name))
    }
  }
}

extension ReadTransaction {
  fileprivate borrowing func hasTable(_ name: String) throws -> Bool {
    try table(name, LexicalOrder.self) != nil
  }
}
