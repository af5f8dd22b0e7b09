import LMDB
import TemporaryFolders
import Testing

/// Walks over the rows of a table.
struct CursorTests {
  private struct Enough: Error {}

  /// Rows 2, 4 … 2000, each with its number as value, over many pages.
  private func walk(
    from first: UInt64, _ body: (UInt64, UnsafeRawBufferPointer) throws -> Void
  ) throws -> Bool {
    let directory = try TemporaryFolder()
    let environment = try Environment(path: directory.path, options: .init(mapSize: 1 << 24))
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("numbers", IntegerOrder.self)
    for number in 1...1000 as ClosedRange<UInt64> {
      try withUnsafeBytes(of: number * 2) { try transaction.append(table, number * 2, $0) }
    }
    try environment.commit(transaction)
    let reading = try environment.beginRead()
    var cursor = try reading.cursor(table)
    guard try cursor.seek(first) else { return false }
    try cursor.forEach(body)
    let isMore = try cursor.next()
    #expect(!isMore)
    return true
  }

  @Test(arguments: [0, 1, 2, 999, 2000] as [UInt64])
  func `every row from a place on is met once, in order`(first: UInt64) throws {
    var met: [UInt64] = []
    let found = try walk(from: first) { key, value in
      #expect(value.loadUnaligned(as: UInt64.self) == key)
      met.append(key)
    }
    #expect(found)
    #expect(met == Array(stride(from: max(2, first + first % 2), through: 2000, by: 2)))
  }

  @Test func `beyond the last row there is nothing`() throws {
    #expect(try !walk(from: 2001) { _, _ in Issue.record("no row is to be met") })
  }

  @Test func `an error ends the walk`() throws {
    var met = 0
    #expect(throws: Enough.self) {
      _ = try walk(from: 1) { _, _ in
        met += 1
        if met == 3 { throw Enough() }
      }
    }
    #expect(met == 3)
  }
}
