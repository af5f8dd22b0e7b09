import Foundation
import Interchange
import Testing

@testable import CoreDataInterchange

/// Files that are no store, or a damaged one.
struct WrongStoreTests {
  private func code(_ url: URL) -> InterchangeError.Code? {
    do {
      _ = try CoreDataStore(url.path)
      return nil
    } catch { return (error as? InterchangeError)?.code }
  }

  @Test(arguments: [
    "", "SQLite", "babyName,timestamp,amountValue,amountUnit\n", "SQLite format 2\0and more",
    "\u{1}\u{2}\u{3} something encrypted, of which nobody knows anything at all",
  ])
  func `a file that is no SQLite is no store`(_ text: String) throws {
    let fixture = try FixtureStore()
    let url = fixture.folder.appendingPathComponent("other.sqlite")
    try Data(text.utf8).write(to: url)
    #expect(code(url) == .notCoreData)
  }

  @Test func `a header before garbage is no store`() throws {
    let fixture = try FixtureStore()
    let url = fixture.folder.appendingPathComponent("other.sqlite")
    try Data("SQLite format 3\0".utf8 + (0..<9_000).map { UInt8($0 % 251) }).write(to: url)
    #expect(code(url) == .notCoreData)
  }

  @Test func `a file that is not there, and a folder, cannot be read`() throws {
    let fixture = try FixtureStore()
    #expect(code(fixture.folder.appendingPathComponent("none.sqlite")) == .unreadableFile)
    #expect(code(fixture.folder) == .unreadableFile)
  }

  @Test func `a database of something else is no store`() throws {
    let fixture = try FixtureStore(more: "CREATE TABLE feeds(start REAL)")
    #expect(code(fixture.url) == .notCoreData)
  }

  @Test(arguments: [
    ("DROP TABLE ZFEEDSESSION", InterchangeError.Code.incomplete),
    ("ALTER TABLE Z_PRIMARYKEY RENAME COLUMN Z_NAME TO NAME", .missingColumn),
    ("ALTER TABLE ZFEEDSESSION RENAME COLUMN Z_ENT TO ENT", .missingColumn),
    ("UPDATE Z_PRIMARYKEY SET Z_SUPER = 2 WHERE Z_ENT = 2", .damagedFile),
    ("UPDATE Z_PRIMARYKEY SET Z_SUPER = 5 - Z_ENT WHERE Z_ENT IN (2, 3)", .damagedFile),
  ])
  func `tables that do not fit each other are an error`(
    _ sql: String, _ expected: InterchangeError.Code
  ) throws {
    let fixture = try FixtureStore("SwiftDataEra", more: sql)
    let error = #expect(throws: InterchangeError.self) { try fixture.read() }
    #expect(error?.code == expected)
  }

  @Test func `a table that no entity has is named`() throws {
    let fixture = try FixtureStore(
      "SwiftDataEra", more: "DELETE FROM Z_PRIMARYKEY WHERE Z_NAME = 'FeedSession'")
    let store = try CoreDataStore(fixture.url.path)
    #expect(store.tablesWithoutEntity == ["ZFEEDSESSION"])
    let error = #expect(throws: InterchangeError.self) { try store.count("FeedSession") }
    #expect(error?.code == .incomplete)
    #expect(error?.message.contains("has a table ZFEEDSESSION, but no entity") == true)
  }

  @Test(arguments: [0.3, 0.5, 0.9])
  func `a store that is cut off is damaged`(_ share: Double) throws {
    let fixture = try FixtureStore("SwiftDataEra")
    try fixture.checkpoint()
    let url = try fixture.closedCopy([""])
    let data = try Data(contentsOf: url)
    try data.prefix(Int(Double(data.count) * share)).write(to: url)
    let found = code(url)
    #expect(found == .damagedFile || found == .notCoreData)
  }

  // MARK: The log beside it

  private func log(_ change: (inout Data) -> Void) throws -> InterchangeError.Code? {
    let fixture = try FixtureStore("SwiftDataEra")
    let url = try fixture.closedCopy()
    let log = URL(fileURLWithPath: url.path + "-wal")
    var data = try Data(contentsOf: log)
    change(&data)
    try data.write(to: log)
    return code(url)
  }

  @Test func `a log that lost what was completed is an error, not an earlier state`() throws {
    #expect(try log { _ in } == nil)
    #expect(try log { $0[0] ^= 1 } == .damagedFile)
    #expect(try log { $0[20] ^= 1 } == .damagedFile)
    #expect(try log { $0[32 + 24 + 100] ^= 1 } == .damagedFile)
    #expect(try log { $0[$0.count - 1] ^= 1 } == .damagedFile)
    #expect(try log { $0.removeLast(100) } == .damagedFile)
  }

  @Test func `what was not completed, and what is from before, does not count`() throws {
    #expect(try log { $0 = Data() } == nil)
    #expect(try log { $0 = $0.prefix(20) } == nil)
    #expect(try log { $0 = Data(count: 4_096) } == nil)
    // A page that was written without the mark that its change is complete.
    #expect(
      try log { data in
        var frame = data.suffix(24 + 4_096)
        frame.replaceSubrange(frame.startIndex + 4..<frame.startIndex + 8, with: Data(count: 4))
        data.append(frame)
      } == nil)
    // One from before the log began anew.
    #expect(
      try log { data in
        var frame = data.suffix(24 + 4_096)
        frame[frame.startIndex + 8] ^= 1
        data.append(frame)
      } == nil)
  }

  // MARK: Somebody writes

  @Test func `a store that is written to while it is copied is copied again`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    var writes = 0
    let store = try CoreDataStore(fixture.url, name: "store") {
      writes += 1
      if writes < 3 {
        try? fixture.run("INSERT INTO ZDIAPERCHANGE(ZTIMESTAMP, ZTYPE) VALUES(\(writes), 'pee')")
      }
    }
    #expect(writes == 3)
    #expect(try store.count("DiaperChange") == 6)
  }

  @Test func `a checkpoint while it is copied loses nothing`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    var isFirst = true
    let store = try CoreDataStore(fixture.url, name: "store") {
      if isFirst { try? fixture.checkpoint() }
      isFirst = false
    }
    #expect(try store.count("FeedSession") == 9)
  }

  @Test func `one that is written to without end is refused`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    var writes = 0
    let error = #expect(throws: InterchangeError.self) {
      _ = try CoreDataStore(fixture.url, name: "store") {
        writes += 1
        try? fixture.run("UPDATE ZDIAPERCHANGE SET ZTIMESTAMP = \(writes) WHERE Z_PK = 1")
      }
    }
    #expect(error?.code == .inUse)
    #expect(writes == SQLiteCopy.attempts)
  }

  @Test func `a lock that its app holds keeps nobody from reading`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    try fixture.holding("BEGIN EXCLUSIVE") { #expect(code(fixture.url) == nil) }
  }
}
