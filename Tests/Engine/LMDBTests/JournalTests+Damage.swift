import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// A journal or a data file that is damaged.
extension JournalTests {
  /// Where the records of a journal begin, and where the last of them ends.
  func places(_ folder: TemporaryFolder) throws -> [Int] {
    let file = try #require(try JournalFile(in: folder.path))
    let header = try #require(try file.newestHeader())
    let area = try file.area(of: header)
    var offset = 0
    var places = [0]
    area.withUnsafeBytes { bytes in
      while let record = StoredRecord(bytes, at: offset) {
        offset += record.bytes.count
        places.append(offset)
      }
    }
    return places.map { 8192 + Int(header.epoch & 1) * Int(header.area) + $0 }
  }

  @Test func `a bit that turns in an acknowledged record is damage, and none is passed over`()
    throws
  {
    let (folder, _) = try left(6)
    let places = try places(folder)
    for record in places.indices.dropLast(2) {
      let copy = try copied(folder.path)
      try change(copy.path + "/journal", at: places[record] + 60, [0xA7, 0x11])
      let error = #expect(throws: LMDBError.self) { _ = try Environment(path: copy.path) }
      #expect(error?.code == .corrupted)
    }
  }

  @Test func `the last record is the end when it is torn`() throws {
    let (folder, models) = try left(6)
    let places = try places(folder)
    try change(folder.path + "/journal", at: places[places.count - 2] + 60, [0xA7, 0x11])
    #expect(try rows(in: folder.path) == models[models.count - 2])
  }

  @Test func `what is rescued goes on from the root of the journal`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 14))
    // Each has a checkpoint.
    let environment = try Environment(path: directory.path, options: options(0))
    for _ in 0..<8 { try commit(environment, &model, &random) }
    let copy = try copied(directory.path)
    for page in 0..<2 { try change(copy.path + "/data.mdb", at: page * 4096 + 16, [0, 0, 0, 0]) }
    let journal = JournalRescue(directory: copy.path)
    #expect(journal.problem == nil)
    var found: Rows = [:]
    let root: [UInt8] = try #require(journal.root)
    let pages = try PageRescue(directory: copy.path, root: root)
    try pages.rows { name, key, value in
      found[name ?? "", default: [:]][key.loadUnaligned(as: UInt64.self)] = Array(value)
    }
    for change in journal.changes {
      let name = model.keys.first { change.table == Table<IntegerOrder>(handle: 0, name: $0).seed }
      let key = change.key.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
      found[try #require(name), default: [:]][key] = change.value
    }
    #expect(found.filter { !$0.value.isEmpty } == model.filter { !$0.value.isEmpty })
  }

  @Test func `what stands before a damaged record is rescued`() throws {
    let (folder, _) = try left(6)
    let whole = JournalRescue(directory: folder.path).changes.count
    try change(folder.path + "/journal", at: try places(folder)[3] + 60, [0xA7, 0x11])
    let rescue = JournalRescue(directory: folder.path)
    #expect(rescue.problem?.contains("is damaged") == true)
    #expect(rescue.root == nil && !rescue.changes.isEmpty && rescue.changes.count < whole)
  }

  @Test func `nothing is changed when a page of the checkpoint is damaged`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    do {
      let environment = try Environment(path: directory.path)
      var transaction = try environment.beginWrite()
      let table = try transaction.makeTable("rows", IntegerOrder.self)
      let row = [UInt8](repeating: 7, count: 100)
      for key in 0..<200 as Range<UInt64> {
        try row.withUnsafeBytes { try transaction.put(table, key, $0) }
      }
      try environment.commit(transaction)
    }
    let environment = try Environment(path: directory.path)
    var random = SeededGenerator(seed: 8)
    var model: Rows = [:]
    try commit(environment, &model, &random)
    let copy = try copied(directory.path)
    let size = try Data(contentsOf: URL(fileURLWithPath: copy.path + "/data.mdb")).count
    // Every page, because only LMDB knows which is of which table.
    for page in 2..<size / 4096 {
      let damaged = try copied(copy.path)
      try change(damaged.path + "/data.mdb", at: page * 4096 + 12, [0xFF, 0xFF, 0xFF, 0xFF])
      let before = try contents(damaged)
      do throws(LMDBError) { _ = try Environment(path: damaged.path) } catch {
        #expect(error.code == .corrupted)
        #expect(try contents(damaged) == before)
      }
    }
    let pages = Array(repeating: UInt8(0xFF), count: size - 8192)
    try change(copy.path + "/data.mdb", at: 8192, pages)
    let before = try contents(copy)
    #expect(throws: LMDBError.self) { _ = try Environment(path: copy.path) }
    #expect(try contents(copy) == before)
  }

  func contents(_ folder: TemporaryFolder) throws -> [Data] {
    try ["data.mdb", "journal"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))
    }
  }
}
