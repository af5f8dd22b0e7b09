import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import LMDB

/// The journal: what is done again from it, and what is not.
@Suite(.timeLimit(.minutes(5))) struct JournalTests {
  typealias Rows = [String: [UInt64: [UInt8]]]

  /// What an environment holds.
  func rows(_ environment: borrowing Environment) throws -> Rows {
    let read = try environment.beginRead()
    var rows: Rows = [:]
    for name in try read.tableNames() {
      let table = try #require(try read.table(name, IntegerOrder.self))
      var cursor = try read.cursor(table)
      var found: [UInt64: [UInt8]] = [:]
      while try cursor.next() {
        let value = cursor.value.withUnsafeBytes { Array($0) }
        let key = cursor.key
        found[key] = value
      }
      rows[name] = found
    }
    return rows
  }

  /// Makes a commit with random changes, also of the model.
  func commit(
    _ environment: borrowing Environment, _ rows: inout Rows, _ random: inout SeededGenerator
  ) throws {
    var transaction = try environment.beginWrite()
    let name = "table \(random.next() % 3)"
    let table = try transaction.makeTable(name, IntegerOrder.self)
    var own = rows[name] ?? [:]
    for _ in 0..<random.next() % 20 {
      let key = random.next() % 200
      switch random.next() % 8 {
      case 0, 1:
        let wasThere = try transaction.remove(table, key)
        #expect(wasThere == (own[key] != nil))
        own[key] = nil
      case 2 where random.next() % 20 == 0:
        try transaction.removeAll(table)
        own = [:]
      default:
        let size = random.next() % 50 == 0 ? 9000 : Int(random.next() % 60)
        let value = (0..<size).map { UInt8(truncatingIfNeeded: UInt64($0) &* 31 &+ key) }
        try value.withUnsafeBytes { try transaction.put(table, key, $0) }
        own[key] = value
      }
    }
    rows[name] = own
    try environment.commit(transaction, isDurable: random.next() % 3 > 0)
  }

  /// A copy of the files as they are, as a process that was killed leaves them.
  func copied(_ path: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["data.mdb", "journal"] {
      let from = "\(path)/\(name)"
      guard FileManager.default.fileExists(atPath: from) else { continue }
      try FileManager.default.copyItem(atPath: from, toPath: "\(folder.path)/\(name)")
    }
    return folder
  }

  func options(_ seed: UInt64) -> Environment.Options {
    var options = Environment.Options(mapSize: 1 << 26)
    options.journal.area = 1 << 14
    options.journal.freed = [1, 100_000, 400_000][Int(seed % 3)]
    options.journal.idle = 20_000
    return options
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func `a file that was left open holds every commit`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: options(seed))
    var model: Rows = [:]
    for round in 0..<60 {
      try commit(environment, &model, &random)
      guard round % 5 == 0 else { continue }
      let copy = try copied(directory.path)
      for _ in 0..<2 {
        let again = try Environment(path: copy.path, options: options(seed))
        #expect(try rows(again) == model)
        try again.checkPages()
      }
    }
  }

  // MARK: What stands beside a data file

  /// A directory with two commits, as a killed process leaves it: the second is in the journal
  /// alone when the data file is put back to before it.
  func left(_ count: Int = 2) throws -> (folder: TemporaryFolder, model: [Rows]) {
    let directory = try TemporaryFolder(inMemory: true)
    var random = SeededGenerator(seed: 77)
    var (model, models): (Rows, [Rows]) = ([:], [])
    let environment = try Environment(path: directory.path)
    for _ in 0..<count {
      try commit(environment, &model, &random)
      models.append(model)
    }
    return (try copied(directory.path), models)
  }

  func rows(in directory: String) throws -> Rows {
    try rows(Environment(path: directory, options: Environment.Options(createsFiles: false)))
  }

  func change(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// What becomes of the journal.
  func outcome(_ folder: TemporaryFolder) throws -> JournalOutcome {
    try Environment(path: folder.path, options: .init(createsFiles: false)).journalOutcome
  }

  func header(_ folder: TemporaryFolder) throws -> JournalHeader {
    let file = try #require(try JournalFile(in: folder.path))
    return try #require(try file.newestHeader())
  }

  @Test func `a data file that was closed is whole without its journal`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 3))
    do {
      let environment = try Environment(path: directory.path)
      for _ in 0..<5 { try commit(environment, &model, &random) }
    }
    #expect(try !header(directory).isOpen)
    try FileManager.default.removeItem(atPath: directory.path + "/journal")
    #expect(try outcome(directory) == .nothing)
    #expect(try rows(in: directory.path) == model)
  }

  @Test func `a data file is made whole when nothing was written for a while`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 4))
    let environment = try Environment(path: directory.path, options: options(0))
    for _ in 0..<5 { try commit(environment, &model, &random) }
    while try header(directory).isOpen { usleep(1000) }
    let copy = try copied(directory.path)
    try FileManager.default.removeItem(atPath: copy.path + "/journal")
    #expect(try rows(in: copy.path) == model)
    let ended = try header(directory)
    try commit(environment, &model, &random)
    // It may have ended too by now.
    #expect(try header(directory).interval != ended.interval)
  }

  @Test func `a data file without the journal that it needs is looked at in full`() throws {
    let (folder, models) = try left()
    try FileManager.default.removeItem(atPath: folder.path + "/journal")
    #expect(try outcome(folder) == .missing)
    #expect(try rows(in: folder.path) == models.last)
  }

  @Test func `a journal without a header is none, and is kept`() throws {
    let (folder, models) = try left()
    for slot in 0..<2 { try change(folder.path + "/journal", at: slot * 4096 + 16, [9, 9, 9]) }
    #expect(try outcome(folder) == .missing)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/journal.foreign"))
    #expect(try rows(in: folder.path) == models.last)
  }

  @Test func `a data file that is in use elsewhere is not taken for the one that was closed`()
    throws
  {
    let (open, models) = try left(3)
    let closed = try copied(open.path)
    _ = try rows(in: closed.path)
    try FileManager.default.removeItem(atPath: closed.path + "/data.mdb")
    try FileManager.default.copyItem(
      atPath: open.path + "/data.mdb", toPath: closed.path + "/data.mdb")
    #expect(try outcome(closed) == .missing)
    #expect(try rows(in: closed.path) == models.last)
  }

  @Test func `the journal of another data file is left alone`() throws {
    let (folder, _) = try left()
    let (other, models) = try left(4)
    let journal = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/journal"))
    try FileManager.default.removeItem(atPath: folder.path + "/data.mdb")
    try FileManager.default.copyItem(
      atPath: other.path + "/data.mdb", toPath: folder.path + "/data.mdb")
    #expect(try outcome(folder) == .foreign)
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/journal.foreign")) == journal)
    var (model, random) = (try #require(models.last), SeededGenerator(seed: 5))
    #expect(try rows(in: folder.path) == model)
    do {
      let environment = try Environment(path: folder.path)
      try commit(environment, &model, &random)
      #expect(try outcome(copied(folder.path)) == .redone(1))
    }
    #expect(try rows(in: folder.path) == model)
  }

  @Test func `a journal that is put aside leaves those before as they are`() throws {
    let (folder, _) = try left()
    for number in 1...3 {
      let journal = folder.path + "/journal"
      for name in ["data.mdb", "journal"] {
        let (other, _) = try left(4)
        try? FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
        try FileManager.default.copyItem(
          atPath: "\(other.path)/\(name)", toPath: "\(folder.path)/\(name)")
      }
      let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
      #expect(try outcome(folder) == .foreign)
      let name = journal + ".foreign" + (number == 1 ? "" : "-\(number)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: name)) == bytes)
    }
  }

  @Test func `a file whose closing was cut off before its mark is closed by the next opening`()
    throws
  {
    let (folder, models) = try left(3)
    _ = try rows(in: folder.path)
    let data = open(folder.path + "/data.mdb", O_RDWR)
    defer { close(data) }
    try RootMark(interval: header(folder).interval, isOpen: true).write(data, pageSize: 4096)
    #expect(try outcome(folder) == .nothing)
    #expect(Root.all(data).allSatisfy { $0.mark?.isOpen == false })
    try FileManager.default.removeItem(atPath: folder.path + "/journal")
    #expect(try outcome(folder) == .nothing)
    #expect(try rows(in: folder.path) == models.last)
  }

  @Test func `an older copy of the data file is not taken for the one that was written`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 6))
    let environment = try Environment(path: directory.path, options: options(0))
    for _ in 0..<3 { try commit(environment, &model, &random) }
    let old = try copied(directory.path)
    let before = model
    // Each has a checkpoint.
    for _ in 0..<6 { try commit(environment, &model, &random) }
    let copy = try copied(directory.path)
    try FileManager.default.removeItem(atPath: copy.path + "/data.mdb")
    try FileManager.default.copyItem(
      atPath: old.path + "/data.mdb", toPath: copy.path + "/data.mdb")
    #expect(try outcome(copy) == .foreign)
    #expect(try rows(in: copy.path) == before)
  }
}
