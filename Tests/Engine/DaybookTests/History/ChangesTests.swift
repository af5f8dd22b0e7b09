import Daybook
import DaybookTesting
import Testing

/// The history as changes: who did what to which entity, with values before and after.
struct ChangesTests {
  private let clock = TestClock()
  private let store: EventStore
  private let first = UUID()

  init() throws {
    store = try EventStore.temporary(
      schema: Schema().entity(Reminder.self).entity(PantryItem.self),
      options: clock.options)
  }

  @discardableResult
  private func append(
    _ author: String, _ event: ReminderEvent, to id: UUID
  ) throws -> History.Token {
    clock.advance(by: 1)
    return try store.append(author: author) { try $0.append(event, to: Reminder.self, id) }
  }

  private func words(_ changes: History.Changes) throws -> [String] {
    try changes.all().map { "\($0.author ?? "somebody") \($0)" }
  }

  @Test func `what others changed since is three lines`() throws {
    let asleep = try append("Ada", .made(Reminder(title: "Water", times: 1)), to: first)
    try append("Ben", .repeated(3), to: first)
    try append("Ada", .repeated(4), to: first)
    try append("Ben", .removed, to: first)
    let changes = store.history.changes(after: asleep, where: .notAuthor("Ada"))
    #expect(
      try words(changes) == [
        "Ben changed test.reminder Water: times 1 → 3", "Ben deleted test.reminder Water",
      ])
    let found = try changes.all()
    #expect(found.map(\.name) == ["Water", "Water"])
    #expect(found.map(\.entity) == [first, first])
    #expect(found[0].time < found[1].time)
    #expect(
      found[0].properties == [History.PropertyChange(name: "times", old: "1", new: "3")])
  }

  @Test func `an entity that was made tells the properties that it has`() throws {
    try append("Ada", .made(Reminder(title: "Water", times: 2, tags: ["a", "b"])), to: first)
    #expect(
      try words(store.history.changes()) == [
        "Ada added test.reminder Water: times 2, tags a; b, ratio nan"
      ])
  }

  /// A NaN does not equal itself.
  @Test func `a property that stays is none that differs`() throws {
    try append("Ada", .made(Reminder(title: "Water", times: 1, tags: ["a", "b", "c"])), to: first)
    try append("Ben", .made(Reminder(title: "Walk", times: 1, tags: ["a", "b", "c"])), to: first)
    let last = try #require(store.history.changes(order: .newestFirst).all().first)
    #expect("\(last)" == "changed test.reminder Walk: title Water → Walk")
  }

  @Test func `kinds and entities choose among the changes of one transaction`() throws {
    let (other, rice) = (UUID(), UUID())
    try store.append(author: "Ada") { draft in
      try draft.append(.made(Reminder(title: "Water")), to: Reminder.self, first)
      try draft.append(.made(Reminder(title: "Walk")), to: Reminder.self, other)
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: rice)
    }
    let history = store.history
    #expect(try history.changes(where: .kind(PantryItem.self)).all().map(\.entity) == [rice])
    let one = history.changes(where: .entity(Reminder.self, other))
    #expect(try one.all().map(\.name) == ["Walk"])
    #expect(try history.changes(where: .kind(named: "nothing")).all().isEmpty)
    #expect(try history.changes().all().count == 3)
    #expect(try history.changes(where: !.kind(PantryItem.self)).all().isEmpty)
    let others = history.changes(where: !.author("Ben") && .kind(Reminder.self))
    #expect(try others.all().map(\.name) == ["Water", "Walk"])
    let any = history.changes(where: !.kind(PantryItem.self) || !.author("Ben"))
    #expect(try any.all().count == 3)
  }

  @Test func `fields that have names are told by them`() throws {
    let rice = UUID()
    try store.append {
      try $0.append(.bought(PantryItem(name: "rice", amount: 1)), to: PantryItem.self, rice)
    }
    try store.append { try $0.append(.counted(5), to: PantryItem.self, rice) }
    let last = try #require(store.history.changes(limit: 1, order: .newestFirst).all().first)
    #expect(
      last.properties == [History.PropertyChange(name: "amount", old: "1", new: "5")])
    #expect(last.typed(PantryItem.self)?.properties == last.properties)
    #expect(last.typed(Reminder.self) == nil)
  }

  @Test func `an undo tells what it changes, by who took it back`() throws {
    try append("Ada", .made(Reminder(title: "Water", times: 1)), to: first)
    let again = try append("Ada", .repeated(9), to: first)
    try store.undo(transaction: again.number, by: "Ben")
    let last = try #require(store.history.changes(order: .newestFirst).all().first)
    #expect("\(last.author ?? "") \(last)" == "Ben changed test.reminder Water: times 9 → 1")
  }

  @Test func `a difference names the last transaction that touched the entity`() throws {
    let start = try append("Ada", .made(Reminder(title: "Water", times: 1)), to: first)
    try append("Ben", .repeated(2), to: first)
    let end = try append("Cid", .repeated(3), to: first)
    let changes = try store.read { try $0.differences(from: start, to: end) }
    #expect(
      changes.map { "\($0.author ?? "") \($0)" } == ["Cid changed test.reminder Water: times 1 → 3"]
    )
  }

  @Test func `who follows gets the changes that come`() async throws {
    try append("Ada", .made(Reminder(title: "Water", times: 1)), to: first)
    var changes = store.history.changes(where: .author("Ben")).follow.makeAsyncIterator()
    try append("Ben", .repeated(2), to: first)
    try append("Ada", .repeated(3), to: first)
    #expect(try await changes.next()?.properties.map(\.description) == ["times 1 → 2"])
    try append("Ben", .removed, to: first)
    #expect(try await changes.next()?.sort == .deleted)
  }

  @Test func `changes that were purged have expired`() throws {
    try append("Ada", .made(Reminder(title: "Water")), to: first)
    _ = try store.purge(before: try append("Ada", .repeated(3), to: first))
    expectError(.expiredToken) {
      try store.history.changes(after: History.Token("\(store.id.uuidString):0")).all()
    }
  }
}

private struct Reminder: Entity, CodablePayload {
  static let kind = "test.reminder"
  var title: String
  var times = 1
  var note: String?
  var tags: [String] = []
  var ratio = Double.nan

  static func fold(_ reminder: inout Reminder?, _ event: ReminderEvent) {
    switch event {
    case .made(let made): reminder = made
    case .repeated(let times): reminder?.times = times
    case .removed: reminder = nil
    }
  }
}

private enum ReminderEvent: CodableEntityEvent {
  static let type = EventType("test.reminder.event")
  case made(Reminder)
  case repeated(Int)
  case removed
}
