import Daybook
import Foundation
import LMDB
import TemporaryFolders
import TestRun
import Testing

/// Files that are not opened, and stay as they are.
@Suite(.tags(.crash)) struct RefusalTests {
  let directory: TemporaryFolder
  let file: StoreFile

  init() throws {
    directory = try TemporaryFolder()
    file = StoreFile(directory: directory.path)
  }

  /// Opens the store and expects a refusal that leaves the file alone.
  private func refusal(
    _ note: Comment, createsStore: Bool = true
  ) throws -> StoreError.Code? {
    let before = try file.bytes()
    var code: StoreError.Code?
    do {
      _ = try SmallStore.open(directory.path, createsStore: createsStore)
    } catch let error as StoreError {
      code = error.code
    }
    #expect(try file.bytes() == before, note)
    return code
  }

  @Test func `a newer format is refused`() throws {
    try SmallStore.fill(directory.path)
    try file.putSealed("meta", Array("format".utf8), [9, 0, 0, 0])
    #expect(try refusal("format 9") == .newerFormat)
  }

  @Test func `an older format is refused, and not salvaged`() throws {
    try SmallStore.fill(directory.path)
    try file.putSealed("meta", Array("format".utf8), [1, 0, 0, 0])
    #expect(try refusal("format 1") == .olderFormat)
    let error = #expect(throws: StoreError.self) {
      try EventStore.salvage(from: directory.path, into: directory.path + "-new")
    }
    #expect(error?.code == .olderFormat)
  }

  @Test(arguments: 0..<8)
  func `a changed byte of the format is found, not taken for another format`(offset: Int) throws {
    try SmallStore.fill(directory.path)
    let index = try file.rows("meta").firstIndex { $0.key == Array("format".utf8) }
    try file.change("meta", at: try #require(index)) { $0[offset] ^= 0x02 }
    #expect(try refusal("format") == .damaged)
  }

  @Test func `a file that was cut off is refused, however little is missing`() throws {
    try SmallStore.fill(directory.path)
    // Free pages are not missed.
    try EventStore.compact(at: directory.path)
    let whole = try file.bytes()
    let page = 4096
    let lengths = [20, 100, page, page + 1, 2 * page - 1, 2 * page, 2 * page + 7, 3 * page]
    for length in lengths + [whole.count / 2, whole.count / page / 2 * page] {
      try file.replace(with: Array(whole[..<length]))
      let code = try refusal("\(length) of \(whole.count) bytes")
      #expect(code == .damaged, "\(length) of \(whole.count) bytes")
    }
  }

  @Test func `a file that lacks any page is refused, or everything in it can be read`() throws {
    try SmallStore.fill(directory.path)
    let whole = try file.bytes()
    for length in stride(from: 2 * 4096, to: whole.count, by: 1000) {
      try file.replace(with: Array(whole[..<length]))
      do {
        let store = try SmallStore.open(directory.path)
        #expect(try store.verify().ok, "\(length) of \(whole.count) bytes")
      } catch let error as StoreError {
        #expect(error.code == .damaged, "\(length) of \(whole.count) bytes: \(error)")
      }
    }
  }

  @Test(arguments: [0, 1, 19, 4096, 8192, 100_000], [true, false])
  func `a foreign file is refused`(length: Int, createsStore: Bool) throws {
    try file.replace(with: [UInt8](repeating: 0x41, count: length))
    #expect(try refusal("\(length) bytes", createsStore: createsStore) == .notAStore)
  }

  @Test(arguments: ["customers", "meta"])
  func `an LMDB file of another program is refused`(table: String) throws {
    try file.put(table, Array("name".utf8), [1, 2, 3])
    #expect(try refusal("a table \(table)") == .notAStore)
  }

  @Test func `an LMDB file with rows outside of tables is refused`() throws {
    let environment = try Environment(path: directory.path)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("other", IntegerOrder.self)
    try [7].withUnsafeBytes { try transaction.put(table, 1, $0) }
    try environment.commit(transaction)
    _ = consume environment
    #expect(try refusal("a table other") == .notAStore)
  }

  @Test func `a store that is not there is not made unasked`() throws {
    var code: StoreError.Code?
    do {
      _ = try SmallStore.open(directory.path, createsStore: false)
    } catch let error as StoreError {
      code = error.code
    }
    #expect(code == .noSuchStore)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }
}
