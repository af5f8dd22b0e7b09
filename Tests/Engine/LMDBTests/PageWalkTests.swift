import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// Sound files are found sound, whatever was done to them.
struct PageWalkTests {
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func `random work leaves every page in one place`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryFolder()
    let environment = try Environment(path: directory.path)
    for round in 0..<60 {
      try work(environment, &random)
      if round % 3 == 0 { try environment.checkPages() }
      // Pages are used again only when no snapshot sees them.
      if round % 7 == 0 {
        let snapshot = try environment.beginRead()
        try work(environment, &random)
        try environment.checkPages()
        _ = consume snapshot
      }
    }
    try environment.checkPages()
  }

  @Test func `a file that was made, compacted or copied is sound`() throws {
    let directory = try TemporaryFolder()
    _ = try Environment(path: directory.path)
    var random = SeededGenerator(seed: 9)
    do {
      let environment = try Environment(path: directory.path, options: .init(pageChecks: .atOpen))
      for _ in 0..<5 { try work(environment, &random) }
    }
    _ = try Environment.compact(path: directory.path)
    let environment = try Environment(path: directory.path, options: .init(pageChecks: .atOpen))
    for _ in 0..<5 { try work(environment, &random) }
    try environment.checkPages()
  }

  @Test func `a walk beside a writer finds nothing`() async throws {
    let directory = try TemporaryFolder()
    let environment = EnvironmentHolder(try Environment(path: directory.path))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<150 {
          do { try work(environment.environment, &random) } catch { Issue.record(error) }
        }
      }
      group.addTask {
        for _ in 0..<40 {
          do { try environment.environment.checkPages() } catch { Issue.record(error) }
        }
      }
    }
  }

  @Test func `a first commit that has made the file longer is not taken for damage`() throws {
    let directory = try TemporaryFolder()
    let environment = try Environment(path: directory.path)
    // As LMDB leaves it between the pages of a large first commit and its root.
    #expect(truncate(directory.path + "/data.mdb", 64 * 16_384) == 0)
    try environment.checkPages()
  }

  @Test(arguments: 1...6)
  func `commits while a walk reads the roots are not taken for damage`(commits: Int) throws {
    let directory = try TemporaryFolder()
    let environment = try Environment(path: directory.path)
    for number in 0..<5 as Range<UInt64> { try commit(number, environment) }
    var reads = 0
    let found = try environment.walkPages(
      leavesToo: true, isCancelled: { false }, afterBranches: {},
      betweenRoots: {
        reads += 1
        guard reads < 10 else { return }
        for number in 0..<commits {
          do { try commit(UInt64(number), environment) } catch { Issue.record(error) }
        }
      })
    #expect(found != nil && reads > 1)
  }

  @Test func `a record of a walk is believed for a week, and for its own file`() throws {
    let directory = try TemporaryFolder()
    _ = try Environment(path: directory.path)
    let record = try #require(PageRecord(directory: directory.path, transaction: 5, time: 1_000))
    record.write(to: directory.path)
    let read = try #require(PageRecord(directory: directory.path))
    #expect(read == record)
    let path = directory.path
    #expect(read.holds(for: path, newest: 5, now: 1_000))
    #expect(!read.holds(for: path, newest: 4, now: 1_000))
    #expect(!read.holds(for: path, newest: 5, now: 999))
    #expect(!read.holds(for: path, newest: 5, now: 1_000 + PageRecord.seconds))
    let other = try TemporaryFolder()
    _ = try Environment(path: other.path)
    #expect(!read.holds(for: other.path, newest: 5, now: 1_000))
  }

  @Test func `a damaged record of a walk is none`() throws {
    let directory = try TemporaryFolder()
    _ = try Environment(path: directory.path)
    PageRecord(directory: directory.path, transaction: 5, time: 1_000)?.write(to: directory.path)
    let file = URL(fileURLWithPath: directory.path + "/pages.checked")
    let bytes = try Data(contentsOf: file)
    for offset in bytes.indices {
      var damaged = bytes
      damaged[offset] ^= 4
      try damaged.write(to: file)
      #expect(PageRecord(directory: directory.path) == nil, "byte \(offset)")
    }
    for length in 0..<bytes.count {
      try bytes.prefix(length).write(to: file)
      #expect(PageRecord(directory: directory.path) == nil)
    }
  }
}

/// Shares an environment between tasks.
private final class EnvironmentHolder: Sendable {
  let environment: Environment

  init(_ environment: consuming Environment) { self.environment = environment }
}

/// One commit of one row.
private func commit(_ number: UInt64, _ environment: borrowing Environment) throws {
  var transaction = try environment.beginWrite()
  let numbers = try transaction.makeTable("numbers", IntegerOrder.self)
  let row = [UInt8(truncatingIfNeeded: number)]
  try row.withUnsafeBytes { try transaction.put(numbers, number % 16, $0) }
  try environment.commit(transaction)
}

/// One commit: rows put and removed in two tables, short and long.
private func work(_ environment: borrowing Environment, _ random: inout SeededGenerator) throws {
  var transaction = try environment.beginWrite()
  let numbers = try transaction.makeTable("numbers", IntegerOrder.self)
  let names = try transaction.makeTable("names", LexicalOrder.self)
  if random.next() % 40 == 0 { try transaction.removeAll(names) }
  for _ in 0..<random.next() % 300 {
    let number = random.next() % 4_000
    let key =
      Array("\(random.next() % 3_000)".utf8) + [UInt8](repeating: 65, count: Int(number % 200))
    let size = random.next() % 50 == 0 ? Int(random.next() % 20_000) : Int(random.next() % 300)
    let value = [UInt8](repeating: 3, count: size)
    try value.withUnsafeBytes { value in
      try key.withUnsafeBytes { key in
        switch random.next() % 5 {
        case 0: try transaction.remove(numbers, number)
        case 1: try transaction.remove(names, key)
        case 2: try transaction.put(numbers, number, value)
        default: try transaction.put(names, key, value)
        }
      }
    }
  }
  try environment.commit(transaction)
}
