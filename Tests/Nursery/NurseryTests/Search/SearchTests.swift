import Daybook
import Nursery
import Testing

/// Search in memos, names and types, by words and beginnings.
struct SearchTests {
  private let store: EventStore
  private let time = Date(timeIntervalSince1970: 1_761_000_000)
  private let feed = UUID(), dose = UUID(), nap = UUID(), sleep = UUID()

  init() throws {
    store = try EventStore.temporary(schema: try .nursery(boundary: try DayBoundary(zone: "UTC")))
    try store.append { [time, feed, dose, nap, sleep] draft in
      try draft.record(feed, FeedSession(start: time, memo: "Warm bottle, spat up #Reflux"))
      try draft.record(
        dose,
        MedicationDose(start: time + 60, MedicationDetails(name: "Ibuprofen"), memo: "Café warm"))
      try draft.record(
        nap, CustomEvent(start: time + 120, CustomEventDetails(name: "Nap", emoji: "😴")))
      try draft.record(sleep, SleepSession(start: time + 180, tags: ["밤잠"]))
    }
  }

  private func found(_ text: String, limit: Int = 100) throws -> [UUID] {
    try store.read { try $0.search(text, limit: limit).map(\.id) }
  }

  @Test func `words and their beginnings are found, newest first`() throws {
    #expect(try found("warm") == [dose, feed])
    #expect(try found("wa") == [dose, feed])
    #expect(try found("arm").isEmpty)
    #expect(try found("BOTTLE") == [feed])
    #expect(try found("warm", limit: 1) == [dose])
  }

  @Test func `every word must be there`() throws {
    #expect(try found("warm ibu") == [dose])
    #expect(try found("warm nap").isEmpty)
    #expect(try found("spat, up!") == [feed])
  }

  @Test func `a letter with more marks than count is found by them all`() throws {
    let (id, time) = (UUID(), time)
    let word = "a" + String(repeating: "\u{903}", count: 100)
    try store.append { try $0.record(id, Note(start: time, memo: word)) }
    #expect(try found(word) == [id])
  }

  @Test func `accents make no difference, other scripts are found`() throws {
    #expect(try found("cafe") == [dose])
    #expect(try found("CAFÉ") == [dose])
    #expect(try found("밤") == [sleep])
  }

  @Test func `names, tags and kinds are found`() throws {
    #expect(try found("reflux") == [feed])
    #expect(try found("nap") == [nap])
    #expect(try found("sleep") == [sleep])
    #expect(try found("medic") == [dose])
    #expect(try found("feed warm") == [feed])
  }

  @Test func `text without words finds nothing`() throws {
    #expect(try found("").isEmpty)
    #expect(try found(" #!").isEmpty)
    // Lone marks: accents of nothing. One of them is a letter by Unicode.
    for mark in ["\u{941}", "\u{345}", "\u{FF9E}", "\u{301}"] {
      #expect(try found(mark).isEmpty)
    }
  }

  @Test func `rows follow edits, moves and deletions`() throws {
    try store.append { draft in
      try draft.edit(FeedSession.self, feed) {
        $0.memo = "Cold bottle"
        $0.start += 3600
      }
    }
    #expect(try found("warm") == [dose])
    #expect(try found("cold") == [feed])
    #expect(try store.read { try $0.search("bottle").map(\.date) } == [time + 3600])
    try store.append { _ = try $0.delete(FeedSession.self, feed) }
    #expect(try found("bottle").isEmpty)
  }
}
