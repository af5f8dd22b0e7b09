import Daybook
import DaybookTesting
import Foundation
import GRDB
import Interchange
import Nursery
import NurseryHousehold
import TemporaryFolders
import Testing

@testable import DaybookSQL

/// Which files are mirrors, and when one is made anew.
struct MirrorFileTests {
  private let folder: TemporaryFolder
  private let path: String
  // What two copies of a store write is of different times.
  private let clock = TestClock(step: 0.001)

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("shop.sqlite")
  }

  private func store(
    _ goods: Int = 3, schema: Schema = .shop, at name: String = "shop"
  ) throws -> EventStore {
    var options = StoreOptions()
    options.createsStore = true
    options.now = { [clock] in clock.now }
    let store = try EventStore.open(at: folder.path(name), schema: schema, options: options)
    for number in 0..<goods {
      try store.append(author: "Ada", durability: .relaxed) { draft in
        var good = Good()
        good.name = "good \(number)"
        try draft.append(GoodEvent.bought(good), to: UUID())
      }
    }
    return store
  }

  private func count(_ sql: String) throws -> Int {
    try DatabaseQueue(path: path).read { try Int.fetchOne($0, sql: sql) ?? -1 }
  }

  private func text(_ sql: String) throws -> String? {
    try DatabaseQueue(path: path).read { try String.fetchOne($0, sql: sql) }
  }

  @Test func `no mirror comes into the folder of a store`() throws {
    let store = try store()
    for name in ["other.sqlite", "lock.mdb", "journal"] {
      let file = folder.path("shop/\(name)")
      let error = #expect(throws: InterchangeError.self) { try StoreMirror(at: file, of: store) }
      #expect(error?.code == .unwritableFile)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("shop/other.sqlite")))
  }

  @Test func `a file that is no mirror is refused and stays as it is`() async throws {
    let store = try store()
    let other = folder.path("other.sqlite")
    try await DatabaseQueue(path: other).write { db in
      try db.execute(sql: "CREATE TABLE own (a); INSERT INTO own VALUES (1)")
    }
    let text = try folder.file("text.sqlite", String(repeating: "no database. ", count: 200))
    for file in [other, text, folder.path] {
      let before = try? Data(contentsOf: URL(fileURLWithPath: file))
      #expect(throws: InterchangeError.self) { try StoreMirror(at: file, of: store) }
      let after = try? Data(contentsOf: URL(fileURLWithPath: file))
      #expect(before == after, "\(file)")
    }
  }

  @Test func `a second round writes nothing, and one after a save only what came`() async throws {
    let store = try store()
    let mirror = try StoreMirror(at: path, of: store)
    let first = try await mirror.update()
    #expect(first.madeAnew == .empty && first.transactions == 3 && first.entities == 3)
    #expect(try await !mirror.update().hasChanged)
    try await store.append { try $0.append(GoodEvent.tagged(tag: "x"), to: UUID()) }
    let third = try await StoreMirror(at: path, of: store).update()
    #expect(third.madeAnew == nil && third.transactions == 1 && third.entities == 1)
  }

  @Test func `a purge, another store, other options and another schema make it anew`()
    async throws
  {
    let store = try store()
    try await StoreMirror(at: path, of: store).update()
    let searched = try StoreMirror(at: path, of: store, fullText: true)
    #expect(try await searched.update().madeAnew == .otherForm)
    let token = try #require(try store.history.transactions().all().first?.token)
    try await store.purge(before: token, forced: true)
    #expect(try await searched.update().madeAnew == .purged)
    #expect(try count("SELECT COUNT(*) FROM shop_good") == 3)
    #expect(try count("SELECT COUNT(*) FROM transactions") == 2)
    try await store.close()
    let stranger = try self.store(0, schema: Schema())
    let unknown = try StoreMirror(at: path, of: stranger, fullText: true)
    #expect(try await unknown.update().madeAnew == .schemaChanged)
    #expect(try count("SELECT COUNT(*) FROM shop_good WHERE field_1 LIKE 'good %'") == 3)
    try await stranger.close()
    var shelves = Shelves()
    shelves.parameters = "on "
    let schema = Schema().entity(Good.self).entity(Memo.self).projection(shelves)
    let changed = try self.store(0, schema: schema)
    let mirror = try StoreMirror(at: path, of: changed, fullText: true)
    #expect(try await mirror.update().madeAnew == .schemaChanged)
    #expect(try count("SELECT COUNT(*) FROM view_shop_shelves_goods WHERE text LIKE 'on %'") == 3)
    let other = try self.store(1, at: "other")
    let another = try StoreMirror(at: path, of: other, fullText: true)
    #expect(try await another.update().madeAnew == .otherStore)
    #expect(try count("SELECT COUNT(*) FROM shop_good") == 1)
  }

  @Test func `an older copy of the store that went another way is another log`() async throws {
    let store = try store()
    try await store.close()
    try FileManager.default.copyItem(atPath: folder.path("shop"), toPath: folder.path("old"))
    let grown = try self.store(2)
    try await StoreMirror(at: path, of: grown).update()
    try await grown.close()
    let old = try self.store(0, at: "old")
    #expect(try await StoreMirror(at: path, of: old).update().madeAnew == .otherLog)
    try await old.close()
    let otherWay = try self.store(2, at: "old")
    #expect(try await StoreMirror(at: path, of: otherWay).update().transactions == 2)
    try await otherWay.close()
    let again = try self.store(0)
    #expect(try await StoreMirror(at: path, of: again).update().madeAnew == .otherLog)
  }

  @Test func `texts are found with FTS5, also after they were changed`() async throws {
    let store = try store()
    let mirror = try StoreMirror(at: path, of: store, fullText: true)
    try await mirror.update()
    let found = """
      SELECT COUNT(*) FROM shop_good JOIN fts_shop_good ON fts_shop_good.rowid = shop_good.row
      WHERE fts_shop_good MATCH
      """
    #expect(try count("\(found) 'good'") == 3)
    let id = try #require(try store.read { try $0.entities(of: Good.self) }.first?.id.rawValue)
    try await store.append { try $0.append(GoodEvent.tagged(tag: "blue"), to: id) }
    try await mirror.update()
    #expect(try count("\(found) 'blue'") == 1)
    try await store.append { try $0.append(GoodEvent.thrownAway, to: id) }
    try await mirror.update()
    #expect(try count("\(found) 'blue'") == 0)
    #expect(try count("\(found) 'good'") == 2)
    try await DatabaseQueue(path: path).write { db in
      try db.execute(
        sql: "INSERT INTO fts_shop_good (fts_shop_good) VALUES ('integrity-check')")
    }
  }

  @Test func `payloads are JSON with the names of the fields`() async throws {
    let store = try store(0)
    let id = UUID()
    try await store.append { draft in
      var good = Good()
      (good.name, good.amount, good.label) = ("a \"b\"", -4, Label(text: "l", size: 2))
      good.boughtAt = Date(timeIntervalSince1970: 1.25)
      try draft.append(GoodEvent.bought(good), to: id)
      try draft.append(GoodEvent.tagged(tag: "t"), to: id)
      try draft.append(GoodEvent.priced(2.5), to: id)
      try draft.append(MemoEvent.written("m"), to: UUID())
    }
    try await StoreMirror(at: path, of: store).update()
    let payloads = try await DatabaseQueue(path: path).read { db in
      try String.fetchAll(db, sql: "SELECT payload FROM events ORDER BY position")
    }
    #expect(
      payloads == [
        #"{"name": "a \"b\"", "amount": -4, "boughtAt": "1970-01-01T00:00:01.250Z", "#
          + #""label": {"text": "l", "size": 2}}"#,
        #"{"tag": "t"}"#, #"{"value": 2.5}"#, #"{"written":{"_0":"m"}}"#,
      ])
  }

  @Test func `a text is a text, also with as many bytes as an identifier`() async throws {
    let store = try store(0)
    let names = ["Müsli mit Milch", "one line\r\nanother"]
    #expect(names[0].utf8.count == 16)
    try await store.append { draft in
      for name in names {
        var good = Good()
        good.name = name
        try draft.append(GoodEvent.bought(good), to: UUID())
      }
    }
    try await StoreMirror(at: path, of: store).update()
    let found = try await DatabaseQueue(path: path).read { db in
      try String.fetchSet(db, sql: "SELECT name FROM shop_good")
    }
    #expect(found == Set(names))
  }

  @Test func `an attachment is its text, in fields and in JSON, and shows once`() async throws {
    let store = try store(0)
    let photo = try store.attachments.add([1, 2, 3])
    let (good, memo) = (UUID(), UUID())
    try await store.append { draft in
      var bought = Good()
      bought.photo = photo
      try draft.append(GoodEvent.bought(bought), to: good)
      try draft.append(MemoEvent.written("m"), to: memo)
      try draft.append(MemoEvent.photographed(photo), to: memo)
    }
    try await StoreMirror(at: path, of: store).update()
    for query in [
      "SELECT json_extract(payload, '$.photo') FROM events WHERE kind = 'shop.good'",
      "SELECT json_extract(payload, '$.photographed._0') FROM events ORDER BY position DESC",
      "SELECT photo FROM shop_good", "SELECT json_extract(json, '$.photo') FROM shop_memo",
    ] {
      #expect(try text(query) == photo.description, "\(query)")
    }
    #expect(try count("SELECT COUNT(*) FROM daybook_fields WHERE table_name = 'shop_memo'") == 0)
    var writer = PayloadWriter()
    Memo(text: "m", photo: photo).encode(into: &writer)
    let stored = writer.array
    var written = TextBuffer()
    stored.withUnsafeBytes { written.json($0, PayloadShape(of: Memo.self)) }
    let json = #"{\"photo\":\"\#(photo)\",\"text\":\"m\"}"#
    #expect(written.string == #"{"json": "\#(json)"}"#)
  }

  @Test func `a view that a stranger has left behind is told, and is live again later`()
    async throws
  {
    let store = try store()
    let report = try await StoreMirror(at: path, of: store).update()
    #expect(report.behind.isEmpty)
    let states = "SELECT group_concat(name || ' ' || state) FROM daybook_views"
    #expect(try text(states) == "shop.shelves live")
    try await store.close()
    // It keeps the kinds and not the view.
    let kinds = Schema().entity(Good.self).entity(Memo.self)
    let stranger = try self.store(1, schema: kinds)
    let late = try await StoreMirror(at: path, of: stranger).update()
    #expect(late.behind == [Shelves.name])
    #expect(try text(states) == "shop.shelves behind")
    try await stranger.close()
    let again = try self.store(0)
    #expect(try await StoreMirror(at: path, of: again).update().behind.isEmpty)
    #expect(try text(states) == "shop.shelves live")
    #expect(try count("SELECT SUM(row_count) FROM daybook_views") == 7)
    #expect(try MirrorOracle(store: again, path: path).problems() == [])
  }

  @Test func `the parts of an app's own key are columns of their types`() async throws {
    let family = try Schema.nursery(boundary: DayBoundary(zone: "Europe/Amsterdam", hour: 7))
    let clock = HouseholdClock()
    var options = StoreOptions()
    options.now = { clock.now }
    let store = try EventStore.temporary(schema: family, options: options)
    try await store.append(Household(seed: 1, events: 400), clock: clock)
    try await StoreMirror(at: path, of: store).update()
    let found = """
      SELECT COUNT(*) FROM view_nursery_historyGroups_entries
      WHERE key_day GLOB '20[0-9][0-9]-[0-9][0-9]-[0-9][0-9]' AND date(key_date) IS NOT NULL
        AND date(key_created) IS NOT NULL AND length(key_id) = 36
      """
    let all = try count("SELECT COUNT(*) FROM view_nursery_historyGroups_entries")
    #expect(all > 100)
    #expect(try count(found) == all)
    let blobs = """
      SELECT COUNT(*) FROM sqlite_master, pragma_table_info(sqlite_master.name) AS part
      WHERE sqlite_master.name LIKE 'view_%' AND part.name LIKE 'key%' AND part.type = 'BLOB'
      """
    #expect(try count(blobs) == 0)
  }

  @Test func `following takes in what is committed until it is cancelled`() async throws {
    let store = try store()
    let mirror = try StoreMirror(at: path, of: store)
    let (rounds, continuation) = AsyncStream<StoreMirror.Report>.makeStream()
    let task = Task { try await mirror.follow { continuation.yield($0) } }
    var iterator = rounds.makeAsyncIterator()
    #expect(await iterator.next()?.transactions == 3)
    try await store.append { try $0.append(MemoEvent.written("m"), to: UUID()) }
    #expect(await iterator.next()?.transactions == 1)
    #expect(try count("SELECT COUNT(*) FROM shop_memo") == 1)
    task.cancel()
    try await task.value
  }

  @Test func `many rows are written where they changed`() async throws {
    let store = try store(0)
    let ids = (0..<12_000).map { _ in UUID() }
    for start in stride(from: 0, to: ids.count, by: 4000) {
      try await store.append(durability: .relaxed) { draft in
        for number in start..<start + 4000 {
          var good = Good()
          good.name = "good \(number)"
          try draft.append(GoodEvent.bought(good), to: ids[number])
        }
      }
    }
    let mirror = try StoreMirror(at: path, of: store)
    #expect(try await mirror.update().rows == 24_000)
    try await store.append { try $0.append(GoodEvent.thrownAway, to: ids[77]) }
    let report = try await mirror.update()
    #expect(report.rows > 0 && report.rows <= 800)
    #expect(try MirrorOracle(store: store, path: path).problems() == [])
  }
}
