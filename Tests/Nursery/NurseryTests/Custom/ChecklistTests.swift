import Daybook
import DaybookTesting
import Nursery
import Testing

struct ChecklistTests {
  private let store: EventStore
  private let mina = UUID()
  private let noor = UUID()
  /// 12:00 in Amsterdam, where days begin at 07:00.
  private let noon = Date(timeIntervalSinceReferenceDate: 784_119_600)

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "Europe/Amsterdam")),
      options: TestClock().options)
    let (babies, noon) = ([mina, noor], noon)
    try store.append { draft in
      for (number, baby) in babies.enumerated() {
        try draft.addBaby(
          baby, BabyProfile(name: "Baby \(number)", createdAt: noon + Double(number)))
      }
    }
  }

  private func place(_ emoji: String, of baby: UUID? = nil) throws -> UUID {
    let (baby, noon) = (baby ?? mina, noon)
    return try store.write {
      try $0.addChecklistItem(name: "Do \(emoji)", emoji: emoji, of: baby, at: noon)
    }
  }

  private func lines(
    _ time: Date, of baby: UUID? = nil, counting window: ChecklistWindow = .day
  ) throws -> [ChecklistLine] {
    try store.read { try $0.checklist(of: baby ?? mina, at: time, counting: window) }
  }

  private func tick(_ item: UUID, _ time: Date) throws -> UUID {
    try store.write { try $0.tickChecklistItem(item, at: time, rules: EntryRules(now: time)) }
  }

  @Test func `an item of another device with the last place there is leaves room`() throws {
    let (mina, noon, other) = (mina, noon, UUID())
    let item = ChecklistItem(baby: mina, order: .max, name: "Do", emoji: "💊", createdAt: noon - 1)
    try store.append { try $0.append(RecordEvent.created(item), to: other) }
    let new = try place("🛁")
    #expect(try lines(noon).map(\.id) == [other, new])
    try store.append { try $0.moveChecklistItem(new, to: 0) }
    #expect(try lines(noon).map(\.id) == [new, other])
  }

  @Test func `items stand in the order in which they were placed, three at most`() throws {
    let items = try ["🛁", "💊", "🚶"].map { try place($0) }
    #expect(try lines(noon).map(\.id) == items)
    #expect(try lines(noon).map(\.item.order) == [0, 1, 2])
    #expect(throws: NurseryError.maximumItemsReached(3)) { try place("🎵") }
    #expect(throws: NurseryError.maximumItemsReached(3)) { try place("🛁") }
    _ = try place("🎵", of: noor)
    #expect(try lines(noon, of: noor).map(\.item.order) == [0])
  }

  @Test func `a new item comes after the last one, also when one before it went`() throws {
    let items = try ["🛁", "💊"].map { try place($0) }
    try store.append { try $0.deleteChecklistItem(items[0]) }
    _ = try place("🚶")
    #expect(try lines(noon).map(\.item.order) == [1, 2])
    #expect(throws: NurseryError.noSuchChecklistItem(items[0])) {
      try store.append { try $0.deleteChecklistItem(items[0]) }
    }
  }

  @Test func `a deleted item comes back at its place, unless its list has no room for it`() throws {
    let items = try ["🛁", "💊"].map { try place($0) }
    try store.append { try $0.deleteChecklistItem(items[0]) }
    try store.append { try $0.restoreChecklistItem(items[0]) }
    #expect(try lines(noon).map(\.id) == items)
    try store.append { try $0.deleteChecklistItem(items[0]) }
    let other = try place("🛁")
    #expect(throws: NurseryError.duplicateEmoji("🛁")) {
      try store.append { try $0.restoreChecklistItem(items[0]) }
    }
    try store.append { try $0.deleteChecklistItem(other) }
    _ = try ["🚶", "🎵"].map { try place($0) }
    #expect(throws: NurseryError.maximumItemsReached(3)) {
      try store.append { try $0.restoreChecklistItem(items[0]) }
    }
    let never = UUID()
    #expect(throws: NurseryError.noSuchChecklistItem(never)) {
      try store.append { try $0.restoreChecklistItem(never) }
    }
    #expect(try lines(noon).count == 3)
  }

  @Test func `a sign is once on a list, and may be on another baby's`() throws {
    _ = try place("🛁")
    #expect(throws: NurseryError.duplicateEmoji("🛁")) { try place(" 🛁 ") }
    _ = try place("🛁", of: noor)
    _ = try place("🛁\u{FE0F}")
    #expect(try lines(noon).count == 2)
  }

  @Test func `an item without a name, a sign or a baby is refused`() throws {
    let (mina, nobody, noon) = (mina, UUID(), noon)
    for (name, emoji, baby, error) in [
      (" ", "🛁", mina, NurseryError.invalidName), ("Bath", " ", mina, .invalidEmoji),
      ("Bath", "🛁", nobody, .invalid([.unknownBaby(nobody)])),
    ] {
      #expect(throws: error) {
        try store.append {
          try $0.addChecklistItem(name: name, emoji: emoji, of: baby, at: noon)
        }
      }
    }
    try store.append { try $0.deleteBaby(mina) }
    #expect(throws: NurseryError.invalid([.deletedBaby(mina)])) { try place("🛁") }
  }

  @Test func `an item that is placed from a type keeps the type's name and sign`() throws {
    let (mina, noon) = (mina, noon)
    let type = try store.write { try $0.addCustomEventType(name: "Bath", emoji: "🛁", at: noon) }
    let item = try store.write { try $0.addChecklistItem(type, of: mina, at: noon) }
    try store.append { try $0.deleteCustomEventType(type) }
    let line = try #require(try lines(noon).first)
    #expect(line.id == item && line.item.name == "Bath" && line.item.emoji == "🛁")
    #expect(throws: NurseryError.noSuchEventType(type)) {
      try store.append { try $0.addChecklistItem(type, of: mina, at: noon) }
    }
  }

  @Test func `a tick writes a custom event, and taking it off deletes the newest`() throws {
    let item = try place("🛁")
    let early = try tick(item, noon - 3600)
    let late = try tick(item, noon)
    let event = try #require(try store.read { try $0.entity(CustomEvent.self, late) })
    #expect(event.baby == mina && event.start == noon && event.name == "Do 🛁")
    #expect(try lines(noon).map(\.event) == [late])
    let now = noon + 60
    #expect(try store.write { try $0.untickChecklistItem(item, at: now) } == late)
    #expect(try lines(noon).map(\.event) == [early])
    #expect(try store.write { try $0.untickChecklistItem(item, at: now) } == early)
    #expect(try lines(noon).map(\.isDone) == [false])
    #expect(throws: NurseryError.eventNotFound) {
      try store.append { try $0.untickChecklistItem(item, at: now) }
    }
    try store.append { try $0.restore(CustomEvent.self, late) }
    #expect(try lines(noon).map(\.event) == [late])
  }

  @Test func `a day lasts from seven to seven`() throws {
    let item = try place("🛁")
    let seven = noon - 5 * 3600
    let first = try tick(item, seven)
    #expect(try lines(seven - 1).map(\.event) == [nil])
    #expect(try lines(seven).map(\.event) == [first])
    #expect(try lines(seven + 86_399).map(\.event) == [first])
    #expect(try lines(seven + 86_400).map(\.event) == [nil])
  }

  @Test func `an event of a later day counts where BabyDashboard's rule is asked for`() throws {
    let item = try place("🛁")
    let tomorrow = try tick(item, noon + 86_400)
    #expect(try lines(noon).map(\.event) == [nil])
    #expect(try lines(noon, counting: .sinceDayBegan).map(\.event) == [tomorrow])
    let today = try tick(item, noon)
    #expect(try lines(noon).map(\.event) == [today])
    #expect(try lines(noon, counting: .sinceDayBegan).map(\.event) == [tomorrow])
    let now = noon
    let gone = try store.write {
      try $0.untickChecklistItem(item, at: now, counting: .sinceDayBegan)
    }
    #expect(gone == tomorrow)
  }

  @Test func `another baby's events and other signs do not tick`() throws {
    let (mine, other) = (try place("🛁"), try place("🛁", of: noor))
    _ = try tick(other, noon)
    _ = try tick(try place("🚶"), noon)
    #expect(try lines(noon).filter { $0.id == mine }.map(\.isDone) == [false])
  }

  @Test func `a toggle ticks, and the next one takes the tick off`() throws {
    let (item, now) = (try place("🛁"), noon)
    for isDone in [true, false, true] {
      #expect(try store.write { try $0.toggleChecklistItem(item, at: now) } == isDone)
      #expect(try lines(noon).map(\.isDone) == [isDone])
    }
  }

  @Test func `an item moves to another place`() throws {
    let items = try ["🛁", "💊", "🚶"].map { try place($0) }
    try store.append { try $0.moveChecklistItem(items[2], to: 0) }
    #expect(try lines(noon).map(\.id) == [items[2], items[0], items[1]])
    try store.append { try $0.moveChecklistItem(items[2], to: 9) }
    #expect(try lines(noon).map(\.id) == items)
    let before = try store.statistics().transactions
    try store.append { try $0.moveChecklistItem(items[1], to: 1) }
    #expect(try store.statistics().transactions == before)
  }
}
