import Daybook
import DaybookInspector
import DaybookTool
import Foundation
import Nursery
import Testing

/// Rows whose keys begin with a time, found by a day of the pages' zone.
struct KeysOfADayTests {
  private let store: EventStore
  private let pages: Inspector

  /// Walks in Amsterdam, an hour ahead of UTC: two before the day, one as it begins, one that
  /// evening, and one as the next day begins.
  init() throws {
    let now = try #require(Instant.parse("2026-11-30T12:00:00Z"))
    let zone = try #require(TimeZone(identifier: "Europe/Amsterdam"))
    var options = StoreOptions()
    options.now = { now }
    let store = try EventStore.temporary(schema: WalkTool.schema, options: options)
    let walks = [
      ("far", "2026-11-20T12:00:00Z"), ("eve", "2026-11-24T22:59:59Z"),
      ("midnight", "2026-11-24T23:00:00Z"), ("evening", "2026-11-25T20:00:00Z"),
      ("next", "2026-11-25T23:00:00Z"),
    ]
    for (name, time) in walks {
      let start = try #require(Instant.parse(time))
      try store.append { try $0.append(.taken(name, start), to: Walk.self, UUID()) }
    }
    self.store = store
    pages = Inspector(store, patience: .seconds(60)) {
      ToolWords<WalkTool>(store, PlainScreen(WalkTool.schema, words: [], zone: zone, now: now))
    }
  }

  /// The names of the walks that a page shows, from above.
  private func names(_ query: String, of view: String = "walks.byStart") async -> [String] {
    let text = await pages.get("view?name=\(view)&prefix=\(query)").text
    return text.matches(of: /data-name="name"><a href="[^"]*" tabindex="-1">([^<]*)</)
      .map { String($0.output.1) }
  }

  @Test(arguments: ["walks.byStart", "walks.atStart", "walks.perhaps", "walks.byClock"])
  func `a day finds all of its rows and no other`(view: String) async {
    #expect(await names("2026-11-25", of: view) == ["midnight", "evening"])
    #expect(await names("2026-11-25&order=last", of: view) == ["evening", "midnight"])
    #expect(await names("2026-11-26", of: view) == ["next"])
    #expect(await names("2026-11-27", of: view).isEmpty)
    #expect(await names("2026-11-27&order=last", of: view).isEmpty)
  }

  @Test func `a day of the app's own type is found by its date, and by the words for days`()
    async throws
  {
    // Of UTC, as the app counts them.
    let day = ["evening", "next"]
    #expect(await names("2026-11-25", of: "walks.byDay") == day)
    #expect(await names("2026-11-25&order=last", of: "walks.byDay") == day.reversed())
    #expect(await names("-5d", of: "walks.byDay") == day)
    #expect(await names("2026-11-26", of: "walks.byDay").isEmpty)
    let morning = try #require(Instant.parse("2026-11-30T08:00:00Z"))
    try await store.append { try $0.append(.taken("now", morning), to: Walk.self, UUID()) }
    #expect(await names("today", of: "walks.byDay") == ["now"])
    #expect(await names("yesterday", of: "walks.byDay").isEmpty)
    #expect(await pages.get("view?name=walks.byDay&prefix=soon").status == 400)
  }

  @Test func `a day of many rows goes on page by page`() async throws {
    let start = try #require(Instant.parse("2026-11-27T08:00:00Z"))
    for minute in 0..<60 {
      let time = start.addingTimeInterval(Double(minute) * 60)
      try await store.append { try $0.append(.taken("far", time), to: Walk.self, UUID()) }
    }
    let first = await pages.get("view?name=walks.byStart&prefix=2026-11-27")
    let next = await pages.get(try #require(first.link("More rows")))
    let count = { (page: InspectorPage) in
      page.text.matches(of: /<th scope="row"><a href="why\?/).count
    }
    #expect(count(first) == 50 && count(next) == 10 && next.link("More rows") == nil)
  }

  @Test func `what is no day is told`() async {
    #expect(await pages.get("view?name=walks.byStart&prefix=soon").status == 400)
  }
}

struct Walk: Entity, FieldPayload {
  static let kind = "walk"
  var name = ""
  var start = Date(timeIntervalSince1970: 0)

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &name)
    try field(2, &start)
  }

  static func fold(_ state: inout Walk?, _ event: WalkEvent) {
    switch event {
    case .taken(let name, let start):
      var walk = Walk()
      (walk.name, walk.start) = (name, start)
      state = walk
    }
  }
}

enum WalkEvent: CodableEntityEvent {
  static let type = EventType("walk.event")
  case taken(String, Date)
}

struct WalksByStart: Index {
  static let name = "walks.byStart"
  static func key(_ walk: Stamped<Walk>) -> Key2<Date, ID<Walk>>? {
    Key2(walk.state.start, walk.id)
  }
  static func row(_ walk: Stamped<Walk>) -> Walk { walk.state }
}

/// Keys that are no more than the time.
struct WalksAtStart: Index {
  static let name = "walks.atStart"
  static func key(_ walk: Stamped<Walk>) -> Date? { walk.state.start }
  static func row(_ walk: Stamped<Walk>) -> Walk { walk.state }
}

struct WalksPerhaps: Index {
  static let name = "walks.perhaps"
  static func key(_ walk: Stamped<Walk>) -> Key2<Date?, ID<Walk>>? {
    Key2(Optional(walk.state.start), walk.id)
  }
  static func row(_ walk: Stamped<Walk>) -> Walk { walk.state }
}

/// Keys that begin with a clock's time.
struct WalksByClock: Index {
  static let name = "walks.byClock"
  static func key(_ walk: Stamped<Walk>) -> Key2<HybridTime, ID<Walk>>? {
    Key2(HybridTime(walk.state.start), walk.id)
  }
  static func row(_ walk: Stamped<Walk>) -> Walk { walk.state }
}

/// Keys that begin with a type of the app's.
struct WalkDayKey: CompositeKey {
  typealias First = CivilDay
  typealias Rest = Key2<Date, ID<Walk>>
  let day: CivilDay
  let start: Date
  let walk: ID<Walk>

  init(_ start: Date, _ walk: ID<Walk>) {
    let days = (start.timeIntervalSince1970 / 86_400).rounded(.down)
    day = CivilDay(daysSince1970: Int32(days))
    (self.start, self.walk) = (start, walk)
  }

  init(from reader: inout KeyReader) throws {
    day = try CivilDay(from: &reader)
    start = try reader.date()
    walk = try ID<Walk>(from: &reader)
  }

  func encode(into writer: inout KeyWriter) {
    day.encode(into: &writer)
    writer.date(start)
    walk.encode(into: &writer)
  }
}

struct WalksByDay: Index {
  static let name = "walks.byDay"
  static func key(_ walk: Stamped<Walk>) -> WalkDayKey? { WalkDayKey(walk.state.start, walk.id) }
  static func row(_ walk: Stamped<Walk>) -> Walk { walk.state }
}

struct WalkTool: StoreTool {
  static let schema =
    Schema().entity(Walk.self).projection(WalksByStart()).projection(WalksAtStart())
    .projection(WalksPerhaps()).projection(WalksByClock()).projection(WalksByDay())
}
