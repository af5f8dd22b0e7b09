import Foundation
import TemporaryFolders

@testable import LMDB

/// Files to be damaged.
struct PageFixture {
  let bytes: Data
  static let pageSize = 4096

  /// A file with trees of several levels, long values in pages of their own, and free pages;
  /// closed.
  ///
  /// - Parameter rows: 3,000 make a small file, 30,000 one that is too large to be looked at in
  ///   full.
  init(rows: UInt64 = 3_000) throws {
    let directory = try TemporaryFolder()
    do {
      let environment = try Environment(path: directory.path)
      for part in 0..<3 as Range<UInt64> { try Self.fill(environment, part, rows / 3) }
      var transaction = try environment.beginWrite()
      let events = try transaction.makeTable("events", IntegerOrder.self)
      for row in stride(from: 5, to: rows, by: 9) { try transaction.remove(events, row) }
      try environment.commit(transaction)
      try environment.checkPages()
    }
    bytes = try Data(contentsOf: URL(fileURLWithPath: directory.path + "/data.mdb"))
  }

  private static func fill(
    _ environment: borrowing Environment, _ part: UInt64, _ count: UInt64
  ) throws {
    var transaction = try environment.beginWrite()
    let events = try transaction.makeTable("events", IntegerOrder.self)
    let names = try transaction.makeTable("names", LexicalOrder.self)
    let value = [UInt8](repeating: 7, count: 100)
    let long = [UInt8](repeating: 1, count: 6_000)
    for number in part * count + 1...(part + 1) * count {
      let size = number % 100 == 0 ? 6_000 : 60 + Int(number % 40)
      try (number % 100 == 0 ? long : value).withUnsafeBytes {
        try transaction.append(events, number, UnsafeRawBufferPointer(rebasing: $0[..<size]))
      }
      try withUnsafeBytes(of: (number &* 0x9E37_79B9_7F4A_7C15).bigEndian) { key in
        try value.withUnsafeBytes { try transaction.put(names, key, $0) }
      }
    }
    try environment.commit(transaction)
  }

  var pages: Int { bytes.count / Self.pageSize }

  /// The pages with one of these flags.
  func pages(with flags: UInt16) -> [Int] {
    (2..<pages).filter { page in
      bytes.withUnsafeBytes {
        $0.loadUnaligned(fromByteOffset: page * Self.pageSize + 10, as: UInt16.self) == flags
          && $0.loadUnaligned(fromByteOffset: page * Self.pageSize, as: UInt64.self) == page
      }
    }
  }

  /// The leaves of the tables that the newest root refers to, in order.
  func leavesInUse() throws -> [Int] {
    try damaged({ _ in }) { directory in
      let handle = try FileHandle(
        forReadingFrom: URL(fileURLWithPath: directory.path + "/data.mdb"))
      guard let roots = try RootPages(handle.fileDescriptor) else { return [] }
      let file = try PageFile(handle.fileDescriptor, pageSize: roots.pageSize)
      let walk = PageWalk(file, roots.fields(roots.newest))
      try walk.freeList(mustHaveFreed: roots.mustHaveFreed)
      try walk.tables()
      try walk.branches()
      return walk.waiting.map { Int($0.page) }.sorted()
    }
  }

  /// Calls `body` with a directory that holds the file, changed.
  func damaged<R>(
    _ change: (inout Data) -> Void, _ body: (TemporaryFolder) throws -> R
  ) throws -> R {
    var damaged = bytes
    change(&damaged)
    let directory = try TemporaryFolder()
    try damaged.write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
    return try body(directory)
  }

  /// The error of opening the file, changed; nil when it opens.
  func refusal(
    checks: PageChecks = .inBackground, _ change: (inout Data) -> Void
  ) throws -> LMDBError? {
    try damaged(change) { directory in
      do throws(LMDBError) {
        _ = try Environment(path: directory.path, options: .init(pageChecks: checks))
        return nil
      } catch {
        return error
      }
    }
  }

  /// Everything that can be read.
  static func scan(_ environment: borrowing Environment) throws -> Int {
    let transaction = try environment.beginRead()
    var sum = 0
    if let events = try transaction.table("events", IntegerOrder.self) {
      var cursor = try transaction.cursor(events)
      while try cursor.next() {
        sum &+= cursor.value.withUnsafeBytes { $0.reduce(0) { $0 &+ Int($1) } }
      }
    }
    if let names = try transaction.table("names", LexicalOrder.self) {
      var cursor = try transaction.cursor(names)
      while try cursor.next() {
        sum &+= cursor.key.withUnsafeBytes { $0.reduce(0) { $0 &+ Int($1) } }
      }
    }
    return sum
  }
}
