import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// Commits with one flush, and files that lack a part of the last.
@Suite struct OneFlushTests {
  /// What the last commit does to a table of three thousand rows.
  enum Work: CaseIterable {
    case row
    case rowsThatDeepenTheTree
    case longValue
    case otherLongValue
    case newTable
    case removedRows
    case moreThanIsChecked
    case emptiedTable
  }

  private func commit(_ environment: borrowing Environment, _ work: Work) throws {
    var transaction = try environment.beginWrite()
    let rows = try transaction.makeTable("rows", IntegerOrder.self)
    let long = try transaction.makeTable("long", IntegerOrder.self)
    switch work {
    case .row: try put(&transaction, rows, 1500...1500, size: 10)
    case .rowsThatDeepenTheTree: try put(&transaction, rows, 5000...14_000, size: 50)
    case .moreThanIsChecked: try put(&transaction, long, 10...10, size: 4096 * 600)
    case .longValue: try put(&transaction, long, 9...9, size: 30_000)
    case .otherLongValue: try put(&transaction, long, 1...1, size: 9000)
    case .newTable:
      let new = try transaction.makeTable("new", IntegerOrder.self)
      try put(&transaction, new, 1...500, size: 50)
    case .removedRows:
      for row in 1000...2500 as ClosedRange<UInt64> { try transaction.remove(rows, row) }
    case .emptiedTable: try transaction.removeAll(rows)
    }
    try environment.commit(transaction)
  }

  private func put(
    _ transaction: inout WriteTransaction, _ table: Table<IntegerOrder>,
    _ rows: ClosedRange<UInt64>,
    size: Int
  ) throws {
    for row in rows {
      let value = (0..<size).map { UInt8(truncatingIfNeeded: UInt64($0) &* 31 &+ row) }
      try value.withUnsafeBytes { try transaction.put(table, row, $0) }
    }
  }

  /// The file before and after the last commit, and the number of that.
  private func files(_ work: Work) throws -> (before: Data, after: Data, number: UInt64) {
    let directory = try TemporaryFolder()
    let data = URL(fileURLWithPath: directory.path + "/data.mdb")
    let environment = try Environment(path: directory.path)
    try environment.setFlush(.once)
    for row in 1...4 as ClosedRange<UInt64> {
      var transaction = try environment.beginWrite()
      let rows = try transaction.makeTable("rows", IntegerOrder.self)
      let long = try transaction.makeTable("long", IntegerOrder.self)
      try put(&transaction, rows, row * 750 - 749...row * 750, size: 50)
      try put(&transaction, long, row...row, size: 9000)
      try environment.commit(transaction)
    }
    let before = try Data(contentsOf: data)
    try commit(environment, work)
    return (before, try Data(contentsOf: data), environment.lastTransactionID)
  }

  /// The file as it is when the last commit is being flushed: with its mark.
  private func marked(_ content: Data) throws -> Data {
    let directory = try TemporaryFolder()
    let data = URL(fileURLWithPath: directory.path + "/data.mdb")
    try content.write(to: data)
    let file = try FileHandle(forUpdating: data)
    let descriptor = file.fileDescriptor
    let roots = try (0..<2).map { try #require(Root(descriptor, slot: $0, pageSize: 4096)) }
    let newest = roots[0].transaction > roots[1].transaction ? 0 : 1
    #expect(roots.allSatisfy { $0.mark == nil })
    let checksum = NewPages.checksum(
      descriptor, from: roots[1 - newest], to: roots[newest], limit: OneFlush.mostPages)
    let mark = Root.Mark(transaction: roots[newest].transaction, checksum: checksum ?? 0)
    try Root.write(checksum == nil ? nil : mark, descriptor, slot: newest, pageSize: 4096)
    return try Data(contentsOf: data)
  }

  /// The newest commit of a file with this content, once it has been opened.
  private func newest(_ content: Data) throws -> UInt64 {
    let directory = try TemporaryFolder()
    try content.write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
    let environment = try Environment(path: directory.path)
    try environment.checkPages()
    return environment.lastTransactionID
  }

  @Test func `a commit with more pages than are checked is believed`() throws {
    let (_, after, number) = try files(.moreThanIsChecked)
    #expect(try newest(marked(after)) == number)
  }

  @Test(arguments: Work.allCases.filter { $0 != .moreThanIsChecked })
  func `a commit stays when it is there, and goes when any page of it is not`(work: Work) throws {
    let (before, file, number) = try files(work)
    let after = try marked(file)
    #expect(try newest(after) == number)
    var lost = 0
    for start in stride(from: 8192, to: after.count, by: 4096) {
      let old = start < before.count ? before[start..<start + 4096] : Data(count: 4096)
      if old == after[start..<start + 4096] { continue }
      var content = after
      content.replaceSubrange(start..<start + 4096, with: old)
      lost += 1
      #expect(try newest(content) == number - 1, "without page \(start / 4096)")
    }
    #expect(lost > 1)
  }

  @Test func `a file that a commit was taken back from goes on`() throws {
    let (before, after, number) = try files(.row)
    let directory = try TemporaryFolder()
    let lacking = try marked(after).prefix(8192) + before.dropFirst(8192)
    try Data(lacking).write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
    for round in 0..<3 as Range<UInt64> {
      let environment = try Environment(path: directory.path)
      #expect(environment.lastTransactionID == number - 1 + round * 2)
      try commit(environment, .row)
      try environment.setFlush(.once)
      try commit(environment, .longValue)
    }
    try Environment(path: directory.path).checkPages()
  }
}
