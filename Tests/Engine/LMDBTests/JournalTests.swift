import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import LMDB

/// The journal: what is done again from it, and what is not.
@Suite struct JournalTests {
  typealias Rows = [String: [UInt64: [UInt8]]]

  /// What an environment holds.
  private func rows(_ environment: borrowing Environment) throws -> Rows {
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
  private func commit(
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
  private func copied(_ path: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(inMemory: true)
    for name in ["data.mdb", "journal"] {
      let from = "\(path)/\(name)"
      guard FileManager.default.fileExists(atPath: from) else { continue }
      try FileManager.default.copyItem(atPath: from, toPath: "\(folder.path)/\(name)")
    }
    return folder
  }

  private func options(_ seed: UInt64) -> Environment.Options {
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
  private func left(_ count: Int = 2) throws -> (folder: TemporaryFolder, model: [Rows]) {
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

  private func rows(in directory: String) throws -> Rows {
    try rows(Environment(path: directory, options: Environment.Options(createsFiles: false)))
  }

  private func change(_ path: String, at offset: Int, _ bytes: [UInt8]) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: bytes)
    try file.close()
  }

  /// What becomes of the journal.
  private func outcome(_ folder: TemporaryFolder) throws -> JournalOutcome {
    try Environment(path: folder.path, options: .init(createsFiles: false)).journalOutcome
  }

  private func header(_ folder: TemporaryFolder) throws -> JournalHeader {
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
    try commit(environment, &model, &random)
    #expect(try header(directory).isOpen)
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

  // MARK: Damage

  /// Where the records of a journal begin, and where the last of them ends.
  private func places(_ folder: TemporaryFolder) throws -> [Int] {
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

  private func contents(_ folder: TemporaryFolder) throws -> [Data] {
    try ["data.mdb", "journal"].map {
      try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\($0)"))
    }
  }

  // MARK: Other processes

  /// Another program's lock, as LMDB takes it: of another open file, so that it counts here too.
  private func locking(
    _ folder: TemporaryFolder, _ type: Int32, at place: Int64, _ body: () throws -> Void
  ) throws {
    let lock = open(folder.path + "/lock.mdb", O_RDWR | O_CREAT, 0o600)
    defer { close(lock) }
    var range = flock(type, place, 1)
    try #require(fcntl(lock, 37, &range) == 0)
    try body()
  }

  @Test func `what is to be done again waits for another program, and is not passed over`() throws {
    let (folder, models) = try left(4)
    try locking(folder, F_RDLCK, at: 0) {
      let error = #expect(throws: LMDBError.self) { _ = try Environment(path: folder.path) }
      #expect(error?.code == .busy)
      #expect(error?.detail.contains("close that program first") == true)
    }
    #expect(try outcome(folder) == .redone(4))
    #expect(try rows(in: folder.path) == models.last)
  }

  @Test func `a store that was closed opens beside another program`() throws {
    let (folder, models) = try left(2)
    _ = try rows(in: folder.path)
    try locking(folder, F_RDLCK, at: 0) {
      let found = try rows(in: folder.path)
      #expect(found == models.last)
    }
  }

  @Test func `who opens a file waits for who is opening it`() throws {
    let (folder, models) = try left(4)
    let path = folder.path
    let isOpen = Atomic(false)
    let opener = Thread {
      _ = try? Environment(path: path)
      isOpen.store(true, ordering: .releasing)
    }
    try locking(folder, F_WRLCK, at: 0x1FFF_FFFF_FFFF_FFFD) {
      opener.start()
      // It cannot be seen to wait; one that does not would be done by then.
      usleep(50_000)
      let isEarly = isOpen.load(ordering: .acquiring)
      let isLeft = try header(folder).isOpen
      #expect(!isEarly && isLeft)
    }
    while !isOpen.load(ordering: .acquiring) { usleep(1000) }
    #expect(try !header(folder).isOpen)
    #expect(try rows(in: path) == models.last)
  }

  @Test func `who opens a file does not wait for ever for who is stopped while he opens it`()
    throws
  {
    let (folder, models) = try left(2)
    try locking(folder, F_WRLCK, at: 0x1FFF_FFFF_FFFF_FFFD) {
      let binding = try FileBinding(folder.path, keepsName: true)
      defer { binding.close() }
      let error = #expect(throws: LMDBError.self) { _ = try binding.enter(tries: 2) }
      #expect(error?.code == .busy)
    }
    #expect(try rows(in: folder.path) == models.last)
  }

  /// As another process leaves a header that begins an interval.
  private func takeOver(_ folder: TemporaryFolder) throws {
    let file = try #require(try JournalFile(in: folder.path))
    var other = try header(folder)
    (other.epoch, other.interval, other.state) = (other.epoch + 1, other.interval ^ 5, .open)
    try file.write(other)
  }

  @Test func `nobody writes after a flush that failed in another process`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 9))
    do {
      let environment = try Environment(path: directory.path)
      for _ in 0..<3 { try commit(environment, &model, &random) }
      try #require(try JournalFile(in: directory.path)).doubt()
      var other = model
      let error = #expect(throws: LMDBError.self) { try commit(environment, &other, &random) }
      #expect(error?.code == .panic)
    }
    #expect(try outcome(directory) == .redone(3))
    #expect(try rows(in: directory.path) == model)
    let environment = try Environment(path: directory.path)
    try commit(environment, &model, &random)
  }

  @Test func `a failed flush is not forgotten when another process begins an interval`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 13))
    do {
      let environment = try Environment(path: directory.path)
      for _ in 0..<3 { try commit(environment, &model, &random) }
      try #require(try JournalFile(in: directory.path)).doubt()
      try takeOver(directory)
      let error = #expect(throws: LMDBError.self) { try commit(environment, &model, &random) }
      #expect(error?.code == .panic)
    }
    let environment = try Environment(path: directory.path)
    model = try rows(environment)
    try commit(environment, &model, &random)
  }

  @Test func `a flush that failed before an interval was begun stops nobody who opens anew`()
    throws
  {
    let (folder, models) = try left(2)
    _ = try rows(in: folder.path)
    let file = try #require(try JournalFile(in: folder.path))
    file.doubt()
    var (model, random) = (try #require(models.last), SeededGenerator(seed: 15))
    let environment = try Environment(path: folder.path)
    #expect(try !file.isDoubted)
    try commit(environment, &model, &random)
    #expect(try rows(environment) == model)
  }

  /// Every transaction beyond a record is a large one.
  private var small: Environment.Options {
    var options = Environment.Options()
    options.journal.changed = 0
    return options
  }

  /// Puts more than a record has room for.
  private func putMuch(_ transaction: inout WriteTransaction) throws {
    let table = try transaction.makeTable("much", IntegerOrder.self)
    let row = [UInt8](repeating: 7, count: 1000)
    for key in 0..<200 as Range<UInt64> {
      try row.withUnsafeBytes { try transaction.put(table, key, $0) }
    }
  }

  @Test func `a large transaction takes another process's interval over while it changes rows`()
    throws
  {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: small)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 10))
    for _ in 0..<3 { try commit(environment, &model, &random) }
    try takeOver(directory)
    let others = try header(directory)
    var transaction = try environment.beginWrite()
    _ = try transaction.makeTable("more", IntegerOrder.self)
    // A small one changes no page on disk before its commit, and may come to nothing.
    #expect(try header(directory) == others)
    try putMuch(&transaction)
    let own = try header(directory)
    #expect(own.epoch == others.epoch + 1 && own.interval != others.interval)
    #expect(Root.transaction(own.root) == environment.lastTransactionID)
    _ = consume transaction
  }

  @Test func `a transaction that comes to nothing changes no byte, also beyond a record`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 11))
    for _ in 0..<3 { try commit(environment, &model, &random) }
    try takeOver(directory)
    let before = try ["data.mdb", "journal"].map { name in
      try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + name))
    }
    var transaction = try environment.beginWrite()
    try putMuch(&transaction)
    try transaction.removeAll(try transaction.makeTable("much", IntegerOrder.self))
    _ = consume transaction
    let after = try ["data.mdb", "journal"].map { name in
      try Data(contentsOf: URL(fileURLWithPath: directory.path + "/" + name))
    }
    #expect(before == after)
  }

  @Test func `a large transaction finds the journal that another process has made`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: small)
    let file = try JournalFile.make(in: directory.path, area: 1 << 20)
    var others = try header(directory)
    (others.epoch, others.interval, others.state) = (1, 5, .open)
    try file.write(others)
    var transaction = try environment.beginWrite()
    try putMuch(&transaction)
    let own = try header(directory)
    #expect(own.epoch == 2 && own.interval != others.interval)
    _ = consume transaction
  }

  private final class Held {
    let read: ReadTransaction
    init(_ read: consuming ReadTransaction) { self.read = read }
  }

  @Test(arguments: [true, false])
  func `writers go on while readers have every slot`(haveBefore: Bool) throws {
    let directory = try TemporaryFolder(inMemory: true)
    var settings = options(0)
    settings.maximumReaders = 4
    settings.journal.idle = 600_000_000
    let environment = try Environment(path: directory.path, options: settings)
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 12))
    if !haveBefore { for _ in 0..<3 { try commit(environment, &model, &random) } }
    var held: [Held] = []
    let full = #expect(throws: LMDBError.self) {
      while true { held.append(Held(try environment.beginRead())) }
    }
    #expect(full?.code == .readersFull)
    for _ in 0..<6 {
      try commit(environment, &model, &random)
      let copy = try copied(directory.path)
      #expect(try rows(in: copy.path) == model)
    }
    for isLarge in [true, false] {
      var transaction = try environment.beginWrite()
      if isLarge { try putMuch(&transaction) }
      _ = try transaction.makeTable("large \(isLarge)", IntegerOrder.self)
      try environment.commit(transaction)
    }
    if haveBefore { #expect(try !header(directory).isOpen) }
    held = []
    model = try rows(environment)
    try commit(environment, &model, &random)
    #expect(try header(directory).isOpen)
    let copy = try copied(directory.path)
    #expect(try rows(in: copy.path) == model)
  }

  @Test func `an interval that another process has taken over keeps no pages`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    let environment = try Environment(path: directory.path, options: options(2))
    var (model, random): (Rows, SeededGenerator) = ([:], SeededGenerator(seed: 11))
    for _ in 0..<3 { try commit(environment, &model, &random) }
    try takeOver(directory)
    while try environment.journal?.pinnedTransactions().own.isEmpty == false { usleep(1000) }
    #expect(try header(directory).isOpen)
  }

  // MARK: Growth

  @Test func `the file grows by little more than what a checkpoint lets be freed`() throws {
    let directory = try TemporaryFolder(inMemory: true)
    var settings = Environment.Options(mapSize: 1 << 28)
    settings.journal.freed = 1 << 20
    let environment = try Environment(path: directory.path, options: settings)
    var transaction = try environment.beginWrite()
    let table = try transaction.makeTable("rows", IntegerOrder.self)
    try environment.commit(transaction)
    let row = [UInt8](repeating: 3, count: 1000)
    var sizes: [Int] = []
    for round in 0..<3000 as Range<UInt64> {
      var transaction = try environment.beginWrite()
      // The same thousand rows, in an order that touches many pages.
      try row.withUnsafeBytes { try transaction.put(table, round &* 7919 % 1000, $0) }
      try environment.commit(transaction)
      if round >= 1000 { sizes.append(environment.usedBytes) }
    }
    // The rows are one mebibyte; two intervals keep one each.
    #expect(try #require(sizes.max()) < 6 << 20)
  }
}
