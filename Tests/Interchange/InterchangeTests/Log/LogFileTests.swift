import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Interchange

/// A log as a file: out of one store, into another.
struct LogFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder(inMemory: true) }

  private func household(
    _ name: String = "store", _ count: Int = 40, seed: UInt64 = 1, space: UUID? = nil
  ) throws -> Household {
    var household = try Household(at: folder.path(name), seed: seed, space: space)
    try household.live(count)
    return household
  }

  private func log(_ store: EventStore, _ name: String = "log.ndjson") throws -> LogFile {
    try LogFile.write(store, to: folder.path(name))
  }

  private func empty(_ name: String = "empty", space: UUID? = nil) throws -> EventStore {
    try EventStore.open(
      at: folder.path(name), schema: ThingsByName.schema,
      options: TestClock().plainOptions(space: space))
  }

  // MARK: Round trips

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `an empty store that takes a log in has the same views and gives the same lines`(
    seed: UInt64
  ) throws {
    let store = try household(seed: seed).store
    let file = try log(store)
    let other = try empty()
    let report = try file.absorb(into: other)
    #expect(report.transactions == 40 && report.absorbed == 40 && file.transactions == 40)
    #expect(try report.events == UInt64(store.statistics().events))
    #expect(try other.digest() == store.digest())
    #expect(try other.logLines() == store.logLines())
    #expect(try other.verify().ok)
  }

  @Test func `two stores that take in each other's logs have each transaction once`() throws {
    let (first, second) = (try household("a", seed: 1), try household("b", seed: 2))
    try LogFile(log(first.store, "a.ndjson").path).absorb(into: second.store)
    let report = try log(second.store, "b.ndjson").absorb(into: first.store)
    #expect(report.transactions == 80 && report.absorbed == 40)
    #expect(try first.store.digest() == second.store.digest())
    let again = try LogFile(folder.path("b.ndjson"))
      .absorb(into: first.store)
    #expect(again.absorbed == 0)
    #expect(try first.store.head == 80)
  }

  @Test func `the asynchronous call takes in as much`() async throws {
    let store = try await Task.detached { try household().store }.value
    let other = try empty()
    let file = try await LogFile.write(store, to: folder.path("log.ndjson"))
    #expect(try await file.absorb(into: other).absorbed == 40)
  }

  @Test func `bulk appends that are not flushed yet are in the file`() throws {
    let store = try empty()
    for _ in 0..<10 {
      try store.append(durability: .bulk) {
        try $0.append(ThingEvent.recorded(Thing("bulk")), to: UUID())
      }
    }
    #expect(try log(store).transactions == 10)
  }

  @Test func `every line is JSON and says what happened`() throws {
    let store = try household().store
    let text = try String(contentsOf: log(store).url, encoding: .utf8)
    let lines = try text.split(separator: "\n").map {
      try #require(
        try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
    #expect(lines.count == 42)
    #expect(lines[0]["daybook"] as? String == "log" && lines[0]["through"] as? Int == 40)
    #expect(lines[41]["end"] as? Bool == true && lines[41]["transactions"] as? Int == 40)
    for (line, transaction) in zip(lines[1...40], try store.read { try $0.transactions() }) {
      #expect(line["number"] as? UInt64 == transaction.number)
      #expect(line["dot"] as? String == "\(transaction.dot)")
      #expect(line["author"] as? String == transaction.author)
      #expect((line["events"] as? [Any])?.count == transaction.positions.count)
      let message = (line["message"] as? String).flatMap { Data(base64Encoded: $0) }
      #expect(
        try message.map { [UInt8]($0) } == store.read { try $0.message(of: transaction.number) })
    }
  }

  @Test func `a store whose app is not known gives the same log`() throws {
    let household = try household()
    let lines = try household.store.logLines()
    try household.store.close()
    let store = try EventStore.open(at: folder.path("store"), schema: Schema())
    #expect(try store.logLines() == lines)
  }

  @Test func `parts follow one another`() throws {
    var household = try household()
    let middle = try household.store.read { try $0.token() }
    let first = try log(household.store, "1.ndjson")
    try household.live(20)
    let second = try LogFile.write(
      household.store, after: middle, to: folder.path("2.ndjson"))
    #expect(second.after == 40 && second.through == 60)
    let other = try empty()
    let stranger = try empty("stranger")
    try stranger.append { try $0.append(ThingEvent.recorded(Thing("own")), to: UUID()) }
    let error = #expect(throws: StoreError.self) { try second.absorb(into: stranger) }
    #expect(error?.code == .missingTransaction && error?.message.contains("line 2") == true)
    #expect(try stranger.head == 1)
    try first.absorb(into: other)
    try second.absorb(into: other)
    #expect(try other.digest() == household.store.digest())
    let part = try LogFile.write(
      household.store, through: middle, to: folder.path("3.ndjson"))
    let manager = FileManager.default
    #expect(manager.contents(atPath: part.path) == manager.contents(atPath: first.path))
  }

  @Test(arguments: [-1_000_000_000_000, -1, 0, 951_782_399_999, 1_709_164_800_000] as [Int64])
  func `times are those of Foundation`(milliseconds: Int64) {
    let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: false)
    let text = PlainTime.text(milliseconds: milliseconds)
    #expect("\(text.prefix(19))Z" == style.format(date))
    #expect(text.hasSuffix(milliseconds % 1000 == 0 ? ".000Z" : ".999Z"))
  }

  // MARK: What is refused

  @Test func `a changed byte is refused with its line, wherever it is`() throws {
    let bytes = [UInt8](try Data(contentsOf: log(household("store", 3).store).url))
    let url = folder.url.appendingPathComponent("damaged.ndjson")
    for index in stride(from: 0, to: bytes.count, by: 3) {
      var changed = bytes
      changed[index] ^= 1 << UInt8(index % 7)
      try Data(changed).write(to: url)
      let line = bytes[..<index].count { $0 == 10 } + 1
      let error = #expect(throws: InterchangeError.self, "byte \(index)") { try LogFile(url.path) }
      #expect(error?.file == "damaged.ndjson")
      // What is no log, or one of a newer version, says so in its first line.
      if let error, line > 1 || error.code == .damagedFile {
        // A newline that goes or comes moves the damage to a neighbour.
        let told = (line - 1...line + 1).contains { error.message.contains("line \($0) ") }
        #expect(error.code == .damagedFile && told, "byte \(index), line \(line): \(error)")
      }
    }
  }

  @Test func `a file that was cut off anywhere, or goes on, is refused`() throws {
    let bytes = [UInt8](try Data(contentsOf: log(household("store", 3).store).url))
    let url = folder.url.appendingPathComponent("cut.ndjson")
    for length in stride(from: 0, to: bytes.count, by: 7) {
      try Data(bytes[..<length]).write(to: url)
      #expect(throws: InterchangeError.self, "\(length) bytes") { try LogFile(url.path) }
    }
    for more in [[10], Array("{}\n".utf8), bytes] as [[UInt8]] {
      try Data(bytes + more).write(to: url)
      #expect(throws: InterchangeError.self) { try LogFile(url.path) }
    }
  }

  @Test func `lines in another order, twice or left out are refused`() throws {
    let text = try String(contentsOf: log(household("store", 4).store).url, encoding: .utf8)
    let lines = text.split(separator: "\n").map { "\($0)\n" }
    for order in [[0, 2, 1, 3, 4, 5], [0, 1, 1, 2, 3, 4, 5], [0, 1, 3, 4, 5], [0, 1, 2, 3, 5]] {
      let url = try URL(
        fileURLWithPath: folder.file("moved.ndjson", order.map { lines[$0] }.joined()))
      let error = #expect(throws: InterchangeError.self) { try LogFile(url.path) }
      #expect(error?.code == .damagedFile && error?.message.contains("line") == true)
    }
  }

  @Test func `other files and newer versions are named as such`() throws {
    let text = try String(contentsOf: log(household("store", 1).store).url, encoding: .utf8)
    let newer = text.replacing("\"version\":1,\"store\"", with: "\"version\":2,\"store\"")
    for (content, code) in [
      ("", InterchangeError.Code.notALog), ("id,time\n", .notALog), (newer, .newerFormat),
    ] {
      let url = try URL(fileURLWithPath: folder.file("other.ndjson", content))
      #expect(#expect(throws: InterchangeError.self) { try LogFile(url.path) }?.code == code)
    }
    let missing = folder.url.appendingPathComponent("missing")
    #expect(
      #expect(throws: InterchangeError.self) { try LogFile(missing.path) }?.code == .unreadableFile)
  }

  @Test func `nothing is written when a later line is refused`() throws {
    // Two copies of one store that both wrote on.
    var household = try household("store", 10)
    let original = household.store
    let copy = folder.path("copy")
    _ = try original.copy(to: copy)
    try household.live(5)
    let file = try log(original)
    let fork = try EventStore.open(
      at: copy, schema: ThingsByName.schema, options: TestClock().plainOptions())
    let before = try fork.head
    try fork.append { try $0.append(ThingEvent.recorded(Thing("fork")), to: UUID()) }
    let other = try empty("third")
    try other.append { try $0.append(ThingEvent.recorded(Thing("own")), to: UUID()) }
    let error = #expect(throws: StoreError.self) { try file.absorb(into: fork) }
    #expect(error?.code == .forkedReplica && error?.message.contains("line 12") == true)
    #expect(try fork.head == before + 1)
    #expect(try file.absorb(into: other).absorbed == 15)
  }

  @Test func `a bound store refuses a foreign space, an unbound one takes it in`() throws {
    let file = try log(household("store", 5, space: UUID()).store)
    let bound = try empty("bound", space: UUID())
    #expect(
      #expect(throws: StoreError.self) { try file.absorb(into: bound) }?.code == .foreignSpace)
    #expect(try bound.head == 0)
    #expect(try file.absorb(into: empty()).absorbed == 5)
  }

  @Test func `a clock that is ahead is doubted, but not by a store of the same past`() throws {
    let late = TestClock()
    late.advance(by: 400 * 86_400)
    var household = try Household(at: folder.path("late"), clock: late)
    try household.live(5)
    let file = try log(household.store)
    let other = try empty("other")
    try other.append { try $0.append(ThingEvent.recorded(Thing("own")), to: UUID()) }
    let now = TestClock().options.now()
    let error = #expect(throws: StoreError.self) { try file.absorb(into: other, now: now) }
    #expect(error?.code == .clockAhead && error?.message.contains("line 2") == true)
    #expect(try other.head == 1)
    let again = try empty()
    #expect(try file.absorb(into: again, now: now).absorbed == 5)
    #expect(try file.absorb(into: again, now: now).absorbed == 0)
  }

  @Test func `a purged beginning cannot be given, and the rest can`() throws {
    let store = try household().store
    let oldest = try store.purge(
      before: store.read { try $0.transactions(limit: 10) }.last?.token
        ?? store.read { try $0.token() },
      forced: true
    ).oldest
    let error = #expect(throws: InterchangeError.self) { try log(store) }
    #expect(error?.code == .historyPurged && error?.message.contains("backup") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path("log.ndjson")))
    let rest = try LogFile.write(
      store, after: oldest, to: folder.path("rest.ndjson"))
    #expect(rest.after == 10 && rest.transactions == 30)
  }

  @Test func `places of another store, and those to come, are refused`() throws {
    let (store, other) = (try household("a").store, try household("b").store)
    let foreign = try other.read { try $0.token() }
    let later = try #require(History.Token("\(store.id.uuidString):41"))
    for (token, code) in [(foreign, StoreError.Code.foreignToken), (later, .noSuchTransaction)] {
      let error = #expect(throws: StoreError.self) {
        try LogFile.write(store, through: token) { _ in }
      }
      #expect(error?.code == code)
    }
  }

  @Test func `a file that cannot be written leaves nothing`() throws {
    let store = try household("store", 3).store
    let missing = folder.url.appendingPathComponent("no/such/log.ndjson")
    let error = #expect(throws: InterchangeError.self) {
      try LogFile.write(store, to: missing.path)
    }
    #expect(error?.code == .unwritableFile)
    try FileManager.default.createDirectory(
      atPath: folder.path("log.ndjson"), withIntermediateDirectories: false)
    #expect(throws: InterchangeError.self) { try log(store) }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["log.ndjson", "store"])
  }
}
