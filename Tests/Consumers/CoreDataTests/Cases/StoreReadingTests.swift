import Foundation
import GRDB
import Interchange
import Testing

@testable import CoreDataInterchange

/// What is read of a store of whatever app.
struct StoreReadingTests {
  @Test func `rows that are in the log alone are read, and nothing is written`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    let before = try fixture.files()
    #expect(before.keys.contains("BabyDashboard.sqlite-wal"))
    let store = try CoreDataStore(fixture.url.path)
    #expect(try store.count("FeedSession") == 9)
    #expect(try store.count("DiaperChange") == 4)
    var keys: [Int64] = []
    try store.forEachRow(of: "FeedSession") { keys.append($0.key) }
    #expect(keys == Array(1...9))
    #expect(try fixture.files() == before)
    #expect(store.files.map(\.name) == ["BabyDashboard.sqlite", "BabyDashboard.sqlite-wal"])
  }

  @Test func `no file appears beside a store that nobody has open`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    let url = try fixture.closedCopy()
    let store = try CoreDataStore(url.path)
    #expect(try store.count("FeedSession") == 9)
    let names = try FileManager.default.contentsOfDirectory(
      atPath: url.deletingLastPathComponent().path)
    #expect(names.sorted() == ["BabyDashboard.sqlite", "BabyDashboard.sqlite-wal"])
  }

  @Test func `a store that may only be read, in such a folder, is read`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    let url = try fixture.closedCopy()
    for path in [url.path, url.path + "-wal"] {
      try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: path)
    }
    #expect(try CoreDataStore(url.path).count("FeedSession") == 9)
  }

  @Test func `the copy goes with the last value that reads it`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    var copy: SQLiteCopy? = try SQLiteCopy(of: fixture.url, name: "store")
    let folder = try #require(copy?.store.deletingLastPathComponent().path)
    #expect(FileManager.default.fileExists(atPath: folder))
    let mode = try FileManager.default.attributesOfItem(atPath: folder)[.posixPermissions]
    #expect(mode as? Int == 0o700)
    copy = nil
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `entities are found by name, and those of history and CloudKit left out`() throws {
    let fixture = try FixtureStore("CoreDataEra")
    let store = try CoreDataStore(fixture.url.path)
    #expect(
      store.entities.map(\.name) == [
        "BabyProfile", "CustomEvent", "CustomEventType", "DailyChecklist", "DiaperChange",
        "FeedSession",
      ])
    #expect(store.tablesWithoutEntity == [])
    #expect(try store.entity("FeedSession").columns.contains { $0.name == "ZFEEDTYPERAW" })
    var names: Set<String> = []
    try store.forEachRow(of: "FeedSession") { names.insert($0.entityName) }
    #expect(names == ["FeedSession"])
  }

  @Test func `a store says what it is`() throws {
    let store = try FixtureStore("SwiftDataEra").read()
    #expect(store.metadata.id == "7E5B1F0A-3C1D-4B7E-9A10-0B6F2C1E5D0A")
    #expect(store.metadata.versionHashes == ["BabyProfile": "010203ff"])
    #expect(store.metadata.versionIdentifiers == ["V1"])
    #expect(store.metadata.modelCacheSize == 5)
    // A list that cannot be read keeps nobody from reading the rows.
    #expect(try FixtureStore("CoreDataEra").read().metadata.versionHashes == [:])
  }

  // MARK: Values

  @Test func `values come by their types`() throws {
    let store = try FixtureStore("Trips").read()
    var trips: [String: (done: Bool?, start: Date?, budget: Decimal?, mood: String?)] = [:]
    try store.forEachRow(of: "Trip") { row in
      trips[try row.text("title") ?? ""] = (
        try row.bool("isDone"), try row.date("start"), try row.decimal("budget"),
        try row.rawValue("mood")
      )
    }
    let lisbon = try #require(trips["Lisbon"])
    #expect(lisbon.done == true)
    #expect(lisbon.start == Date(timeIntervalSinceReferenceDate: 784_152_300.25))
    #expect(lisbon.budget == Decimal(string: "1234.5"))
    #expect(lisbon.mood == "sunny")
    let oslo = try #require(trips["Oslo"])
    #expect(oslo.done == false)
    #expect(oslo.start == Date(timeIntervalSinceReferenceDate: 784_200_000))
    #expect(oslo.budget == 99)
    #expect(oslo.mood == nil)
  }

  @Test func `bytes in a file beside the store are named, and not taken for bytes`() throws {
    let store = try FixtureStore("Trips").read()
    var covers: [[UInt8]?] = []
    var files: [[String: String]] = []
    try store.forEachRow(of: "Trip") { row in
      covers.append(try? row.data("cover"))
      files.append(row.externalFiles)
    }
    #expect(covers == [[1, 0xCA, 0xFE], nil])
    #expect(files == [[:], ["ZCOVER": "5B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A15"]])
  }

  @Test(
    arguments: [
      ("'pee'", "pee"), ("CAST('pee' AS BLOB)", "pee"), ("CAST('\"pee\"' AS BLOB)", "pee"),
      ("'\"pee\"'", "pee"), ("CAST('{\"pee\":{}}' AS BLOB)", "{\"pee\":{}}"),
      ("CAST('[\"pee\"]' AS BLOB)", "pee"), ("'{\"rawValue\":\"pee\"}'", "pee"),
      ("'some {words'", "some {words"), ("''", ""), ("7", "7"), ("NULL", nil),
      (
        "x'62706c6973743030d40102030405060708582476657273696f6e'", nil
      ),
      (
        "x'62706c697374303053706565080000000000000101000000000000000100000000000000000000000000000"
          + "00c'", "pee"
      ),
    ] as [(String, String?)])
  func `the raw value of an enumeration comes in whatever form`(_ sql: String, _ raw: String?)
    throws
  {
    let fixture = try FixtureStore(
      "SwiftDataEra", more: "UPDATE ZDIAPERCHANGE SET ZTYPE = \(sql) WHERE Z_PK = 1")
    let isBroken = sql.hasPrefix("x'62706c6973743030d4")
    let store = try CoreDataStore(fixture.url.path)
    try store.forEachRow(of: "DiaperChange") { row throws in
      guard row.key == 1 else { return }
      if isBroken {
        #expect(throws: CoreDataValueError.self) { try row.rawValue("type") }
        return
      }
      let type = try row.rawValue("type")
      #expect(type == raw)
    }
  }

  @Test func `a column whose name only begins with the attribute's is an enumeration's too`()
    throws
  {
    let fixture = try FixtureStore(
      "SwiftDataEra", more: "ALTER TABLE ZDIAPERCHANGE RENAME COLUMN ZTYPE TO ZTYPE1")
    var types: [String?] = []
    try CoreDataStore(fixture.url.path).forEachRow(of: "DiaperChange") {
      types.append(try $0.rawValue("type"))
    }
    #expect(types == ["pee", "poo", "poo", "mixed"])
  }

  @Test(arguments: [
    ("ZSTARTTIME = 'soon'", "ZSTARTTIME"), ("ZSTARTTIME = 9e999", "ZSTARTTIME"),
    ("ZSTARTTIME = x'00'", "ZSTARTTIME"), ("ZAMOUNTVALUE = 'much'", "ZAMOUNTVALUE"),
    ("ZMEMOTEXT = x'00ff'", "ZMEMOTEXT"),
  ])
  func `a value of another type is refused with its column`(_ change: String, _ column: String)
    throws
  {
    let fixture = try FixtureStore(
      "SwiftDataEra", more: "UPDATE ZFEEDSESSION SET \(change) WHERE Z_PK = 1")
    try CoreDataStore(fixture.url.path).forEachRow(of: "FeedSession") { row in
      guard row.key == 1 else { return }
      let error = #expect(throws: CoreDataValueError.self) {
        _ = (try row.date("startTime"), try row.double("amountValue"), try row.text("memoText"))
      }
      #expect(error?.column == column)
      #expect(error?.reason.hasPrefix("FeedSession 1: \(column) holds ") == true)
    }
  }

  @Test func `an identifier of zeros was never set`() throws {
    let store = try FixtureStore("CoreDataEra").read()
    var ids: [UUID?] = []
    try store.forEachRow(of: "FeedSession") { ids.append(try $0.uuid("uuid")) }
    #expect(
      ids.map { $0?.uuidString.prefix(2) } == ["F1", nil, "F3", nil, "F5"])
  }

  // MARK: Relations

  @Test func `entities that inherit share a table and are told apart`() throws {
    let store = try FixtureStore("Trips").read()
    #expect(try store.entity("Museum").parent == "Place")
    #expect(try store.entity("Museum").table == "ZPLACE")
    #expect(try store.count("Place") == 4)
    #expect(try store.count("Park") == 2)
    var names: [String] = []
    try store.forEachRow(of: "Place") { names.append($0.entityName) }
    #expect(names == ["Place", "Museum", "Park", "Park"])
  }

  @Test func `a table that joins gives its pairs and its entities`() throws {
    let store = try FixtureStore("Trips").read()
    let join = try #require(store.joinTables.first)
    #expect(store.joinTables.count == 1)
    #expect(join.columns.map(\.name) == ["Z_2PLACES", "Z_5TAGS"])
    #expect(join.columns.map(\.entity) == ["Place", "Tag"])
    var pairs: [[Int64]] = []
    try store.forEachPair(in: join) { pairs.append([$0, $1]) }
    #expect(pairs == [[1, 1], [1, 2], [3, 2]])
  }

  @Test func `rows may be read within a row`() throws {
    let store = try FixtureStore("Trips").read()
    var count = 0
    try store.forEachRow(of: "Trip") { _ in
      try store.forEachRow(of: "Place") { _ in count += 1 }
    }
    #expect(count == 8)
  }

  // MARK: Positions

  @Test func `with history a store is read up to its newest transaction`() throws {
    let fixture = try FixtureStore("CoreDataEra")
    let before = try CoreDataStore(fixture.url.path).position
    #expect(
      before == .transaction(store: "C0FFEE00-0000-4000-8000-000000000001", number: 41))
    try fixture.checkpoint()
    #expect(try CoreDataStore(fixture.url.path).position == before)
    try fixture.run("INSERT INTO ATRANSACTION VALUES(42, 16002, 1, 1, 0, 'app', NULL)")
    let after = try CoreDataStore(fixture.url.path).position
    #expect(after != before)
    let data = try JSONEncoder().encode(after)
    #expect(try JSONDecoder().decode(StorePosition.self, from: data) == after)
  }

  @Test func `without history it is read up to what its files are`() throws {
    let fixture = try FixtureStore("SwiftDataEra")
    let before = try CoreDataStore(fixture.url.path).position
    guard case .files(_, let marks) = before else {
      Issue.record("\(before)")
      return
    }
    #expect(marks.map(\.suffix) == ["", "-wal"])
    #expect(try StorePosition.FileMark.all(of: fixture.url.path) == marks)
    #expect(try CoreDataStore(fixture.url.path).position == before)
    try fixture.run("UPDATE ZBABYPROFILE SET ZNAME = 'Mino' WHERE Z_PK = 1")
    #expect(try CoreDataStore(fixture.url.path).position != before)
    #expect(try StorePosition.FileMark.all(of: fixture.url.path) != marks)
  }
}
