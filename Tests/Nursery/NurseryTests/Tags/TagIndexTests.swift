import Daybook
import Nursery
import Testing

/// Entries by tag, and the tags that were written last.
struct TagIndexTests {
  private let store: EventStore
  private let time = Date(timeIntervalSince1970: 1_761_000_000)

  init() throws {
    store = try EventStore.temporary(schema: try .nursery(boundary: try DayBoundary(zone: "UTC")))
  }

  private func write(_ memo: String?, after seconds: Double = 0, tags: [String] = []) throws -> UUID
  {
    let id = UUID()
    try store.append { draft in
      try draft.record(
        id, FeedSession(start: time.addingTimeInterval(seconds), memo: memo, tags: tags))
    }
    return id
  }

  private func recent(_ limit: Int = 12) throws -> [String] {
    try store.read { try $0.view(TagIndex.self).recent(limit: limit) }
  }

  private func entries(_ tag: String) throws -> [UUID] {
    try store.read { try $0.view(TagIndex.self).entries(with: tag).map(\.id) }
  }

  @Test func `entries are found by tag in any case, newest first`() throws {
    let old = try write("#Tired", after: 0)
    let new = try write("so #tired today", after: 60)
    let named = try write(nil, after: 30, tags: ["#TIRED", "bath"])
    #expect(try entries("#tired") == [new, named, old])
    #expect(try entries("Tired") == [new, named, old])
    #expect(try entries("bath") == [named])
    #expect(try entries("bat").isEmpty)
  }

  @Test func `rows follow edits, moves and deletions`() throws {
    let id = try write("#a #b")
    try store.append { try $0.edit(FeedSession.self, id) { $0.memo = "#b #c" } }
    #expect(try entries("a").isEmpty)
    #expect(try entries("c") == [id])
    try store.append { try $0.edit(FeedSession.self, id) { $0.start += 60 } }
    #expect(
      try store.read { try $0.view(TagIndex.self).entries(with: "b").map(\.date) } == [time + 60])
    try store.append { _ = try $0.delete(FeedSession.self, id) }
    #expect(try entries("b").isEmpty)
    #expect(try recent().isEmpty)
    try store.append { try $0.restore(FeedSession.self, id) }
    #expect(try entries("b") == [id])
  }

  /// DOMAIN §1.1.6: each tag of the memo in order goes to the front, equal ones once, cut to 12.
  @Test func `the last tag of the last memo is the first of the recent ones`() throws {
    _ = try write("#one #two")
    #expect(try recent() == ["two", "one"])
    _ = try write("#three #ONE")
    #expect(try recent() == ["ONE", "three", "two"])
    for number in 4...15 { _ = try write("#t\(number)") }
    #expect(try recent() == (4...15).reversed().map { "t\($0)" })
    #expect(try recent(2) == ["t15", "t14"])
    #expect(try recent(100).count == 15)
  }

  @Test func `tags are counted and found by their beginning`() throws {
    _ = try write("#Nap #nap2")
    _ = try write("#nap")
    try store.read { reader in
      let tags = try reader.view(TagIndex.self)
      #expect(try tags.all().map { "\($0.tag) \($0.count)" } == ["nap 2", "nap2 1"])
      #expect(try tags.tags(beginningWith: "#NA") == ["nap", "nap2"])
      #expect(try tags.tags(beginningWith: "x").isEmpty)
    }
  }

  @Test func `a beginning finds what goes on with a mark, and all that comes after it`() throws {
    let tags = ["a", "a\u{903}b", "az", "\u{915}\u{93E}\u{92E}", "👩\u{200D}👧", "👩z"]
    for tag in tags { _ = try write(nil, tags: [tag]) }
    let beginning = { (text: String) in
      try store.read { try $0.view(TagIndex.self).tags(beginningWith: text) }
    }
    #expect(try beginning("a") == ["a", "az", "a\u{903}b"])
    #expect(try beginning("\u{915}") == ["\u{915}\u{93E}\u{92E}"])
    #expect(try beginning("👩") == ["👩z", "👩\u{200D}👧"])
  }

  @Test func `a tag that is longer than a key is found by its beginning`() throws {
    let tag = String(repeating: "가", count: 300)
    let id = try write("#\(tag)")
    #expect(try entries(tag) == [id])
    #expect(try recent() == [tag])
  }
}

extension TagIndexTests {
  @Test(arguments: [
    ["##warm", "warm", "# warm", " #Warm "], ["caf\u{E9}", "cafe\u{301}", "CAFE\u{301}"],
    [String(repeating: "a", count: 250), String(repeating: "a", count: 251)],
  ])
  func `tags that are one for a search are one tag of an entry`(tags: [String]) throws {
    let store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let id = UUIDs.number(2, 1)
    let start = Date(timeIntervalSince1970: 1_761_000_000)
    try store.append { try $0.record(id, Note(start: start, tags: tags)) }
    let (found, all) = try store.read { reader in
      let index = try reader.view(TagIndex.self)
      return (try tags.map { try index.entries(with: $0).map(\.id) }, try index.all())
    }
    #expect(found == tags.map { _ in [id] })
    #expect(all.map(\.count) == [1])
    try store.append { try $0.edit(Note.self, id) { $0.tags = [] } }
    #expect(try store.read { try $0.view(TagIndex.self).all() }.isEmpty)
  }
}
