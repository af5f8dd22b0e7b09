import Foundation
import Testing

@testable import Daybook

/// Rows of an earlier time without their types, and the private copy from which they are read.
struct PastRowsTests {
  private let store: EventStore

  init() throws {
    store = try EventStore.temporary(schema: pantry)
    for amount in [3, 7, 9] as [Int64] {
      try store.buy("i\(amount)", amount, shelf: nil)
    }
  }

  private func rows(_ store: EventStore, after number: UInt64, last: [UInt8]? = nil) throws
    -> [UntypedRow]
  {
    let token = try #require(try store.read { try $0.transaction(number)?.token })
    return try store.read(asOf: token) { reader in
      try reader.rows(ofView: Shelves.name, table: "items", after: last, limit: 10)
    }
  }

  @Test func `rows of then are those that were stored then, page by page`() throws {
    let now = try store.read { try $0.rows(ofView: Shelves.name, table: "items", limit: 10) }
    #expect(try rows(store, after: 3) == now)
    let then = try rows(store, after: 2)
    #expect(then.count == 2)
    #expect(try rows(store, after: 2, last: then[0].key) == [then[1]])
    #expect(throws: StoreError.self) {
      let token = try store.read { try $0.token() }
      try store.read(asOf: token) { _ = try $0.rows(ofView: Shelves.name, table: "none", limit: 1) }
    }
  }

  @Test func `a private copy stays as it was, and leaves no file that anybody finds`() throws {
    let folder = FileManager.default.temporaryDirectory.path
    let before = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasPrefix("daybook-")
    }
    let copy = try store.privateCopy()
    try store.buy("late", shelf: nil)
    #expect(try copy.read { try $0.token().number } == 3)
    #expect(try rows(copy, after: 3).count == 3)
    let path = copy.path
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(!before.contains { path.hasSuffix($0) })
  }
}
