import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import LMDB

struct EnvironmentTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func put(_ environment: borrowing Environment, rows: Range<UInt64>, size: Int) throws {
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("rows", IntegerOrder.self)
    let value = [UInt8](repeating: 7, count: size)
    for row in rows { try value.withUnsafeBytes { try transaction.append(table, row, $0) } }
    try environment.commit(transaction)
  }

  private func free(_ environment: borrowing Environment) throws -> Int {
    let read = try environment.beginRead()
    return try read.freePages()
  }

  @Test func `what was committed is read back in order`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, rows: 1..<100, size: 10)
    let read = try environment.beginRead()
    let table = try #require(try read.table("rows", IntegerOrder.self))
    var cursor = try read.cursor(table)
    var keys: [UInt64] = []
    while try cursor.next() {
      keys.append(cursor.key)
      #expect(cursor.value.byteCount == 10)
    }
    #expect(keys == Array(1..<100))
  }

  private func snapshot() throws -> ReadTransaction {
    let environment = try Environment(path: directory.path)
    try put(environment, rows: 1..<2, size: 10)
    return try environment.beginRead()
  }

  @Test func `a snapshot keeps its file open, and the file closes after it`() throws {
    do {
      let read = try snapshot()
      #expect(throws: LMDBError.self) { _ = try Environment(path: directory.path) }
      let table = try #require(try read.table("rows", IntegerOrder.self))
      #expect(try read.value(table, 1)?.byteCount == 10)
    }
    #expect(try free(Environment(path: directory.path)) == 0)
  }

  @Test func `a parked snapshot keeps its file open, and so does one that writes`() throws {
    do {
      let parked = try snapshot().park()
      #expect(throws: LMDBError.self) { _ = try Environment(path: directory.path) }
      _ = consume parked
    }
    func writing() throws -> WriteTransaction {
      try Environment(path: directory.path).beginWrite()
    }
    do {
      var transaction = try writing()
      let table = try transaction.makeTable("rows", IntegerOrder.self)
      try [UInt8](repeating: 1, count: 3).withUnsafeBytes { try transaction.append(table, 2, $0) }
      #expect(throws: LMDBError.self) { _ = try Environment(path: directory.path) }
      #expect(try transaction.value(table, 2)?.byteCount == 3)
    }
    // Nobody was left who could commit it.
    let environment = try Environment(path: directory.path)
    let read = try environment.beginRead()
    let table = try #require(try read.table("rows", IntegerOrder.self))
    #expect(try read.value(table, 2) == nil)
  }

  @Test func `pages that a commit replaced are free, and a copy has none`() throws {
    let environment = try Environment(path: directory.path)
    #expect(try free(environment) == 0)
    try put(environment, rows: 1..<1000, size: 1000)
    let before = try free(environment)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("rows", IntegerOrder.self)
    for row in UInt64(1)..<1000 {
      try [UInt8](repeating: 8, count: 1000).withUnsafeBytes { try transaction.put(table, row, $0) }
    }
    try environment.commit(transaction)
    #expect(try free(environment) >= before + 250)
    let copy = try TemporaryFolder()
    try environment.copy(to: copy.path)
    let compact = try Environment(path: copy.path)
    #expect(try free(compact) == 0)
  }

  @Test func `a dropped transaction leaves nothing`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, rows: 1..<2, size: 1)
    do {
      var transaction = try environment.beginWrite()
      let table = try transaction.makeTable("rows", IntegerOrder.self)
      try [UInt8](repeating: 0, count: 4).withUnsafeBytes { try transaction.append(table, 2, $0) }
    }
    let read = try environment.beginRead()
    let table = try #require(try read.table("rows", IntegerOrder.self))
    #expect(try read.statistics(table).rows == 1)
  }

  @Test func `one file cannot be opened twice in a process, whatever its path`() throws {
    let environment = try Environment(path: directory.path)
    let alias = directory.path + "-alias"
    try FileManager.default.createSymbolicLink(
      atPath: alias, withDestinationPath: directory.path)
    defer { try? FileManager.default.removeItem(atPath: alias) }
    #expect(throws: LMDBError.self) { _ = try Environment(path: alias) }
    #expect(environment.mapSize > 0)
  }

  @Test func `a closed file can be opened again`() throws {
    do {
      let environment = try Environment(path: directory.path)
      try put(environment, rows: 1..<3, size: 1)
    }
    let environment = try Environment(path: directory.path)
    let read = try environment.beginRead()
    #expect(try read.table("rows", IntegerOrder.self) != nil)
  }

  @Test func `somebody who lets go of the file a moment later is waited for`() throws {
    final class Held: Sendable {
      let environment: Environment

      init(path: String) throws { environment = try Environment(path: path) }
    }
    let held = Mutex<Held?>(try Held(path: directory.path))
    let pauses = Atomic(0)
    var options = Environment.Options()
    options.pausing = {
      if pauses.add(1, ordering: .relaxed).newValue == 3 { held.withLock { $0 = nil } }
    }
    let environment = try Environment(path: directory.path, options: options)
    #expect(environment.mapSize > 0)
    #expect(pauses.load(ordering: .relaxed) == 3)
  }

  @Test func `a full map grows and the work can be repeated`() throws {
    let environment = try Environment(path: directory.path, options: .init(mapSize: 1 << 16))
    let before = environment.mapSize
    var error: LMDBError?
    do { try put(environment, rows: 1..<1000, size: 200) } catch let failed as LMDBError {
      error = failed
    }
    #expect(error?.code == .mapFull)
    for _ in 0..<4 { try environment.growMap() }
    #expect(environment.mapSize == before * 16)
    try put(environment, rows: 1..<1000, size: 200)
  }

  @Test func `a file that was cut off is refused instead of read`() throws {
    do {
      let environment = try Environment(path: directory.path)
      try put(environment, rows: 1..<2000, size: 100)
    }
    let data = directory.path + "/data.mdb"
    let handle = try #require(FileHandle(forUpdatingAtPath: data))
    let size = try handle.seekToEnd()
    try handle.truncate(atOffset: size / 2)
    try handle.close()
    do {
      _ = try Environment(path: directory.path)
      Issue.record("a file of half its length was opened")
    } catch {
      #expect(error.code == .corrupted)
    }
  }

  /// `cp` cuts a file off before it writes; reading what is gone would end the process by SIGBUS.
  @Test func `a file that is cut off while it is open is noticed by who writes or follows`() throws
  {
    let environment = try Environment(path: directory.path)
    try put(environment, rows: 1..<10, size: 100)
    let known = environment.lastTransactionID
    #expect(truncate(directory.path + "/data.mdb", 0) == 0)
    let written = #expect(throws: LMDBError.self) { _ = try environment.beginWrite() }
    let followed = #expect(throws: LMDBError.self) {
      _ = try environment.lastTransaction(after: known)
    }
    #expect(written?.code == .replaced && followed?.code == .replaced)
  }

  #if os(Linux)
  /// LMDB's own mutex may lose a wake-up, so that processes must not wait for it.
  @Test func `who writes has the lock of processes until the transaction has ended`() throws {
    let environment = try Environment(path: directory.path)
    let descriptor = try #require(environment.file.binding?.lockDescriptor)
    func isLocked() -> Bool {
      var range = flock(F_WRLCK, ProcessLock.Place.writing.rawValue, 1)
      // F_OFD_GETLK, to which locks of this process are another's.
      #expect(fcntl(descriptor, 36, &range) == 0)
      return range.l_type != Int16(F_UNLCK)
    }
    let dropped = try environment.beginWrite()
    #expect(isLocked())
    _ = consume dropped
    #expect(!isLocked())
    try put(environment, rows: 1..<10, size: 100)
    #expect(!isLocked())
  }
  #endif

  #if os(Linux)
  /// LMDB, which had to wait for the lock file, would go on from the number in it.
  @Test func `a file that is put in place while another process waits to open it is read`() throws {
    do {
      let environment = try Environment(path: directory.path)
      for row in 1..<5 as Range<UInt64> { try put(environment, rows: row..<row + 1, size: 10) }
      try FileManager.default.createDirectory(
        atPath: directory.path + "/copy", withIntermediateDirectories: false)
      try environment.copy(to: directory.path + "/copy")
    }
    let lock = open(directory.path + "/lock.mdb", O_RDWR)
    // F_OFD_SETLK, as another process that compacts holds it until the new file has its name.
    var range = flock(F_WRLCK, 0, 1)
    try #require(fcntl(lock, 37, &range) == 0)
    try #require(rename(directory.path + "/copy/data.mdb", directory.path + "/data.mdb") == 0)
    DispatchQueue.global().asyncAfter(deadline: .now() + 0.2) {
      var range = flock(F_UNLCK, 0, 1)
      #expect(fcntl(lock, 37, &range) == 0)
    }
    let environment = try Environment(path: directory.path)
    let read = try environment.beginRead()
    let table = try #require(try read.table("rows", IntegerOrder.self))
    #expect(try read.value(table, 4)?.byteCount == 10)
    #expect(read.id == environment.lastTransactionID)
  }
  #endif

  @Test func `a missing file is not made when that was not asked for`() throws {
    do {
      _ = try Environment(path: directory.path, options: .init(createsFiles: false))
      Issue.record("a missing file was opened")
    } catch {
      #expect(error.code == .noSuchFile)
    }
    #expect(!FileManager.default.fileExists(atPath: directory.path + "/data.mdb"))
  }

  /// LMDB alone would be left without a map, and the next read would end the process.
  @Test func `a map that cannot grow stays as it is`() throws {
    let environment = try Environment(path: directory.path, options: .init(mapSize: 1 << 46))
    try put(environment, rows: 1..<10, size: 100)
    let error = #expect(throws: LMDBError.self) {
      for _ in 0..<4 { try environment.growMap() }
    }
    #expect(error?.code == .noMemory)
    try put(environment, rows: 10..<20, size: 100)
    #expect(try environment.beginRead().table("rows", IntegerOrder.self) != nil)
  }

  /// The Swift runtime would end the process without a word at the first allocation that fails.
  @Test func `an address space without room beside the file is refused`() throws {
    try Environment.requireRoom(1 << 20)
    let error = #expect(throws: LMDBError.self) { try Environment.requireRoom(1 << 60) }
    #expect(error?.code == .noMemory)
  }

  @Test func `a parked read sees the newest commit when it resumes`() throws {
    let environment = try Environment(path: directory.path)
    try put(environment, rows: 1..<2, size: 1)
    let parked = try environment.beginRead().park()
    try put(environment, rows: 2..<5, size: 1)
    let read = try environment.resume(parked)
    let table = try #require(try read.table("rows", IntegerOrder.self))
    #expect(try read.statistics(table).rows == 4)
  }

  @Test func `errors name the C call and the C code`() {
    let error = LMDBError(code: .mapFull, call: "mdb_put")
    #expect(error.description.contains("mdb_put failed with MDB_MAP_FULL: Environment"))
  }
}
