import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// Rows that come in the order of their keys, in the middle of a table.
struct RunEndTests {
  typealias Model = [[UInt8]: [UInt8]]

  private func options(mapSize: Int = 1 << 26) -> Environment.Options {
    Environment.Options(mapSize: mapSize)
  }

  /// The `number`th key of a run.
  private func key(_ run: UInt8, _ number: Int) -> [UInt8] {
    [run] + withUnsafeBytes(of: UInt64(number).bigEndian) { [UInt8]($0) }
  }

  private func put(
    _ transaction: inout WriteTransaction, _ table: Table<LexicalOrder>, _ key: [UInt8],
    _ value: [UInt8]
  ) throws {
    try key.withUnsafeBytes { key in
      try value.withUnsafeBytes { try transaction.put(table, key, $0) }
    }
  }

  private func rows(_ environment: borrowing Environment) throws -> Model {
    let read = try environment.beginRead()
    let table = try #require(try read.table("rows", LexicalOrder.self))
    var cursor = try read.cursor(table)
    var rows: Model = [:]
    while try cursor.next() {
      let value = cursor.value.withUnsafeBytes { [UInt8]($0) }
      rows[cursor.key.withUnsafeBytes { [UInt8]($0) }] = value
    }
    return rows
  }

  /// The share of its pages that a table's rows fill.
  private func fill(_ environment: borrowing Environment) throws -> Double {
    let read = try environment.beginRead()
    let table = try #require(try read.table("rows", LexicalOrder.self))
    let statistics = try read.statistics(table)
    let bytes = try rows(environment).reduce(0) { $0 + $1.key.count + $1.value.count + 10 }
    return Double(bytes) / Double(statistics.pages * statistics.pageSize)
  }

  /// Puts rows by turns at the ends of the runs 0 and 1, and some behind both before.
  private func grow(_ environment: borrowing Environment, behind: Int) throws -> Model {
    let batch = 4
    var first = try environment.beginWrite()
    let table = try first.makeTable("rows", LexicalOrder.self)
    var model: Model = [:]
    for number in 0..<behind {
      model[key(9, number)] = Array(repeating: 9, count: 40)
      try put(&first, table, key(9, number), Array(repeating: 9, count: 40))
    }
    try environment.commit(first)
    for start in stride(from: 0, to: 8_000, by: batch) {
      var transaction = try environment.beginWrite()
      for number in start..<start + batch {
        let value = [UInt8](repeating: UInt8(number & 255), count: 50 + number % 31)
        let key = key(UInt8(number & 1), number)
        try put(&transaction, table, key, value)
        model[key] = value
      }
      try environment.commit(transaction, isDurable: false)
    }
    return model
  }

  @Test(arguments: [1, 2, 30, 1_000])
  func `runs fill their pages, whatever is behind them`(behind: Int) throws {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: options())
    let model = try grow(environment, behind: behind)
    #expect(try fill(environment) > 0.88)
    #expect(try rows(environment) == model)
    try environment.checkPages()
  }

  @Test func `many rows at once fill their pages`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: options())
    let cursors = TableCursors(tables: environment.maximumTables)
    var model: Model = [:]
    for start in stride(from: 0, to: 8_000, by: 1_000) {
      var transaction = try environment.beginWrite()
      let table = try transaction.makeTable("rows", LexicalOrder.self)
      transaction.keepCursors(in: cursors)
      for number in start..<start + 1_000 {
        let value = [UInt8](repeating: UInt8(number & 255), count: 50 + number % 31)
        let key = key(UInt8(number & 1), number)
        try put(&transaction, table, key, value)
        model[key] = value
      }
      try environment.commit(transaction, isDurable: false)
    }
    #expect(try fill(environment) > 0.88)
    #expect(try rows(environment) == model)
    try environment.checkPages()
  }

  /// Random runs, with changes and removals anywhere, of rows of all sizes and keys that are one
  /// byte apart.
  @Test(arguments: 0..<16 as Range<UInt64>)
  func `no row is changed by the leaf that it gets`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed &* 31 &+ 7)
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: options())
    let cursors = TableCursors(tables: environment.maximumTables)
    var model: Model = [:]
    let runs = 1 + random.next(6)
    let widest = [60, 300, 1_900][random.next(3)]
    let tail = random.next(3) == 0 ? [UInt8](repeating: 0, count: 1 + random.next(495)) : []
    for _ in 0..<40 {
      var transaction = try environment.beginWrite()
      let before = model
      let table = try transaction.makeTable("rows", LexicalOrder.self)
      if random.next(3) == 0 { transaction.keepCursors(in: cursors) }
      let start = random.next(1 << 30)
      var last: [UInt8] = [0]
      for number in 0..<random.next(400) {
        var key = key(UInt8(random.next(runs)), start + number) + tail
        if random.next(20) == 0, last.count < 500 { key = last + [0] }
        last = key
        if random.next(16) == 0 {
          _ = try key.withUnsafeBytes { try transaction.remove(table, $0) }
          model[key] = nil
        } else {
          let size = random.next(60) == 0 ? random.next(9_000) : random.next(widest)
          let value = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ number) }
          try put(&transaction, table, key, value)
          model[key] = value
        }
      }
      if random.next(6) == 0 {
        _ = consume transaction
        model = before
      } else {
        try environment.commit(transaction, isDurable: false)
      }
    }
    #expect(try rows(environment) == model)
    try environment.checkPages()
  }

  @Test func `what is done again from the journal has the same rows`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: options())
    let model = try grow(environment, behind: 30)
    let copy = try TemporaryFolder(inMemory: true)
    for name in ["data.mdb", "journal"] {
      try FileManager.default.copyItem(
        atPath: "\(directory.path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    let again = try Environment(path: copy.path, options: options())
    #expect(try rows(again) == model)
    try again.checkPages()
  }

  /// The map gets full at each of the pages that a transaction asks for, one of which is a leaf for
  /// the rows behind a run.
  @Test func `a leaf that finds no room leaves the rows as they were`() throws {
    var failures = 0
    for pages in 10..<40 {
      let directory = try TemporaryFolder(inMemory: true)
      let environment = try Environment(
        path: directory.path, options: options(mapSize: pages * 4096))
      var transaction = try environment.beginWrite()
      let table = try transaction.makeTable("rows", LexicalOrder.self)
      for number in 0..<20 { try put(&transaction, table, key(9, number), key(9, number)) }
      try environment.commit(transaction)
      let before = try rows(environment)
      transaction = try environment.beginWrite()
      do {
        for number in 0..<1_500 {
          try put(&transaction, table, key(0, number), Array(repeating: 1, count: 50))
        }
        try environment.commit(transaction)
      } catch let error as LMDBError {
        #expect(error.code == .mapFull)
        failures += 1
        #expect(try rows(environment) == before)
      }
    }
    #expect(failures > 10)
  }
}

extension SeededGenerator {
  fileprivate mutating func next(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
