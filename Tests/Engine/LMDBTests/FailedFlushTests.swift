import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

#if os(Linux)
/// Commits and flushes that the system refuses: nothing is written after them.
@Suite struct FailedFlushTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func put(_ environment: borrowing Environment, _ row: UInt64) throws {
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("rows", IntegerOrder.self)
    try [UInt8](repeating: 7, count: 100).withUnsafeBytes {
      try transaction.put(table, row, $0)
    }
    try environment.commit(transaction)
  }

  /// Puts the device `path` in the place of the file that LMDB writes to, while `body` runs.
  private func replacing(
    _ environment: borrowing Environment, with path: String, _ body: () throws -> Void
  ) throws {
    let file = try environment.descriptor()
    let kept = dup(file)
    let other = open(path, O_RDWR)
    dup2(other, file)
    defer {
      dup2(kept, file)
      close(kept)
      close(other)
    }
    try body()
  }

  @Test func `a commit that fails when it may have been flushed is the last`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, 1)
    try replacing(environment, with: "/dev/full") {
      let error = #expect(throws: LMDBError.self) { try put(environment, 2) }
      #expect(error?.code == .noSpace)
      #expect(error?.mayHaveFlushed == true)
    }
    let error = #expect(throws: LMDBError.self) { try put(environment, 3) }
    #expect(error?.code == .panic)
    #expect(try environment.beginRead().table("rows", IntegerOrder.self) != nil)
  }

  @Test func `a flush that fails is the last thing written`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, 1)
    // A device cannot be flushed.
    try replacing(environment, with: "/dev/null") {
      let error = #expect(throws: LMDBError.self) { try environment.flush() }
      #expect(error?.mayHaveFlushed == true)
    }
    let error = #expect(throws: LMDBError.self) { try put(environment, 2) }
    #expect(error?.code == .panic)
  }

  @Test func `after a failed flush the file is written when it is opened anew`() throws {
    do {
      let environment = try Environment(path: directory.path)
      try put(environment, 1)
      try replacing(environment, with: "/dev/null") {
        #expect(throws: LMDBError.self) { try environment.flush() }
      }
    }
    try put(try Environment(path: directory.path), 2)
  }

  @Test func `a file whose second commit failed at its root opens`() throws {
    let directory = directory.path
    do { try put(try Environment(path: directory), 1) }
    let file = URL(fileURLWithPath: directory + "/data.mdb")
    var bytes = try Data(contentsOf: file)
    // What LMDB leaves of a root that it could not flush: everything but the last page and the
    // number.
    let (tables, size) = (Root.start + 24, 2 * TableHeader.size)
    let newer = bytes[4096 + tables..<4096 + tables + size]
    bytes.replaceSubrange(tables..<tables + size, with: newer)
    try bytes.write(to: file)
    let environment = try Environment(path: directory)
    try environment.checkPages()
    try put(environment, 2)
    try environment.checkPages()
  }

  @Test func `a full disk that shows before a commit stops nothing`() throws {
    let environment = try Environment(path: directory.path)
    let error = #expect(throws: LMDBError.self) { try environment.requireRoom(.max) }
    #expect(error?.code == .noSpace)
    #expect(error?.mayHaveFlushed == false)
    try put(environment, 1)
  }
}
#endif
