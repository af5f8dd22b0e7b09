import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import LMDB

/// Other processes that have the file open, large transactions beside them, and how far a file
/// grows.
extension JournalTests {
  // MARK: Other processes

  /// Another program's lock, as LMDB takes it: of another open file, so that it counts here too.
  func locking(
    _ folder: TemporaryFolder, _ type: Int32, at place: Int64, _ body: () throws -> Void
  ) throws {
    // A process that another test starts meanwhile would keep the lock.
    let lock = open(folder.path + "/lock.mdb", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
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
    let isWaiting = Atomic(false)
    let isOpen = Atomic(false)
    var options = Environment.Options()
    options.pausing = { isWaiting.store(true, ordering: .releasing) }
    let opener = Thread { [options] in
      _ = try? Environment(path: path, options: options)
      isOpen.store(true, ordering: .releasing)
    }
    try locking(folder, F_WRLCK, at: 0x1FFF_FFFF_FFFF_FFFD) {
      opener.start()
      while !isWaiting.load(ordering: .acquiring), !isOpen.load(ordering: .acquiring) {
        usleep(1000)
      }
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
  func takeOver(_ folder: TemporaryFolder) throws {
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
  var small: Environment.Options {
    var options = Environment.Options()
    options.journal.changed = 0
    return options
  }

  /// Puts more than a record has room for.
  func putMuch(_ transaction: inout WriteTransaction) throws {
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

  final class Held {
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
