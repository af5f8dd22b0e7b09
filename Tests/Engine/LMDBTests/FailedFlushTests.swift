import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

#if os(Linux)
/// Commits and flushes that the system refuses: nothing is written after them.
struct FailedFlushTests {
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

  /// Puts the device `path` in the place of a file that is written to, while `body` runs.
  private func replacing(
    _ file: Int32, with path: String, _ body: () throws -> Void
  ) throws {
    let other = open(path, O_RDWR)
    defer { close(other) }
    try replacing(file, with: other, body)
  }

  private func replacing(_ file: Int32, with other: Int32, _ body: () throws -> Void) throws {
    let kept = dup(file)
    dup2(other, file)
    defer {
      dup2(kept, file)
      close(kept)
    }
    try body()
  }

  /// While `body` runs, headers go into a journal and records find no room in it.
  private func withRoomForHeaders(_ journal: Int32, _ body: () throws -> Void) throws {
    let size = 8192
    var bytes = [UInt8](repeating: 0, count: size)
    try #require(pread(journal, &bytes, size, 0) == size)
    // A file in memory that may not grow: memfd_create(2), MFD_ALLOW_SEALING, F_ADD_SEALS,
    // F_SEAL_GROW.
    typealias Create = @convention(c) (UnsafePointer<CChar>, UInt32) -> Int32
    let create = unsafeBitCast(try #require(dlsym(nil, "memfd_create")), to: Create.self)
    let small = create("headers", 2)
    defer { close(small) }
    try #require(pwrite(small, bytes, size, 0) == size && fcntl(small, 1033, 4) == 0)
    try replacing(journal, with: small, body)
    try #require(pread(small, &bytes, size, 0) == size)
    try #require(pwrite(journal, bytes, size, 0) == size)
  }

  private func journal(_ environment: borrowing Environment) throws -> Int32 {
    try #require(environment.journal?.file?.descriptor)
  }

  /// The rows of the files as they are, when their process is killed.
  private func rowsAfterDeath() throws -> [UInt64] {
    let copy = try TemporaryFolder()
    for name in ["data.mdb", "journal"] { try self.copy(name, to: copy) }
    return try rows(copy)
  }

  private func copy(_ name: String, to folder: TemporaryFolder) throws {
    try FileManager.default.copyItem(
      atPath: "\(directory.path)/\(name)", toPath: "\(folder.path)/\(name)")
  }

  private func rows(_ folder: TemporaryFolder) throws -> [UInt64] {
    let environment = try Environment(path: folder.path)
    let read = try environment.beginRead()
    var cursor = try read.cursor(try #require(try read.table("rows", IntegerOrder.self)))
    var rows: [UInt64] = []
    while try cursor.next() { rows.append(cursor.key) }
    return rows
  }

  @Test func `a commit for which the disk has no room is none, and the next one is`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, 1)
    for file in [try environment.descriptor(), try journal(environment)] {
      try replacing(file, with: "/dev/full") {
        let error = #expect(throws: LMDBError.self) { try put(environment, 2) }
        #expect(error?.code == .noSpace)
        #expect(error?.mayHaveFlushed == false)
      }
    }
    #expect(try rowsAfterDeath() == [1])
    try put(environment, 3)
    #expect(try rowsAfterDeath() == [1, 3])
  }

  @Test func `a header whose first record found no room is followed by one of this file`() throws {
    var options = Environment.Options(mapSize: 1 << 26)
    // Each commit has a checkpoint.
    options.journal.freed = 1
    options.journal.idle = 600_000_000
    do { try put(try Environment(path: directory.path, options: options), 1) }
    let environment = try Environment(path: directory.path, options: options)
    try withRoomForHeaders(try journal(environment)) {
      #expect(throws: LMDBError.self) { try put(environment, 2) }
    }
    let before = try JournalFile(in: directory.path)?.newestHeader()
    try put(environment, 3)
    let mark = try #require(Root.all(in: directory.path).first?.mark)
    // A fast checkpoint has written the next header already.
    let after = try JournalFile(in: directory.path)?.newestHeader()
    #expect(mark.interval == before?.interval || mark.interval == after?.interval)
    // The power goes between the next header and its mark. When a checkpoint is so fast that two
    // headers come with one commit, the mark of the first is on disk already.
    for row in 4...60 as ClosedRange<UInt64> {
      let epoch = try #require(try JournalFile(in: directory.path)?.newestHeader()).epoch
      let folder = try TemporaryFolder()
      try copy("data.mdb", to: folder)
      try put(environment, row)
      try copy("journal", to: folder)
      guard try JournalFile(in: folder.path)?.newestHeader()?.epoch == epoch + 1 else { continue }
      #expect(try rows(folder) == [1] + Array(3...row))
      return
    }
    Issue.record("two headers came with each commit")
  }

  @Test func `a commit whose flush fails is the last`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, 1)
    // A device cannot be flushed.
    try replacing(try journal(environment), with: "/dev/null") {
      let error = #expect(throws: LMDBError.self) { try put(environment, 2) }
      #expect(error?.mayHaveFlushed == true)
    }
    let error = #expect(throws: LMDBError.self) { try put(environment, 3) }
    #expect(error?.code == .panic)
    // Another process that writes would not be told by the system; what was told to the device was
    // lost.
    #expect(throws: LMDBError.self) { try environment.flush() }
    #expect(try JournalFile(in: directory.path)?.isDoubted == true)
    #expect(try environment.beginRead().table("rows", IntegerOrder.self) != nil)
    #expect(try rowsAfterDeath() == [1])
  }

  @Test func `a closing that cannot make the data file whole says so, and loses nothing`() throws {
    do {
      let environment = try Environment(path: directory.path)
      try put(environment, 1)
      let data = try environment.descriptor()
      try replacing(data, with: "/dev/null") {
        let error = #expect(throws: LMDBError.self) { try environment.closeFile() }
        #expect(error?.mayHaveFlushed == true)
      }
      // LMDB has closed it already.
      close(data)
      try environment.closeFile()
    }
    let environment = try Environment(path: directory.path)
    #expect(environment.journalOutcome == .redone(1))
    try put(environment, 2)
    #expect(try rowsAfterDeath() == [1, 2])
  }

  @Test func `after a failed flush the file is written when it is opened anew`() throws {
    do {
      let environment = try Environment(path: directory.path)
      try put(environment, 1)
      try replacing(try journal(environment), with: "/dev/null") {
        let error = #expect(throws: LMDBError.self) { try environment.flush() }
        #expect(error?.mayHaveFlushed == true)
      }
    }
    try put(try Environment(path: directory.path), 2)
    #expect(try rowsAfterDeath() == [1, 2])
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
