import Daybook
import DaybookTesting
import Nursery
import Testing

/// What is told when an entry begins is there when it ends.
struct StartAndFinishTests {
  private let store: EventStore
  private let clock = TestClock()
  private let baby = UUID()
  private let id = UUID()

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: clock.options)
    let (baby, now) = (baby, clock.now)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: now)) }
  }

  struct Told: Sendable {
    let content: FeedContent
    let route: FeedRoute
    let type: FeedType
    let isContent: FeedContent
    let isRoute: FeedRoute
  }

  @Test(arguments: [
    Told(
      content: .unknown, route: .breast(.left), type: .breastFeed, isContent: .breastMilk,
      isRoute: .breast(.left)),
    Told(
      content: .fortifiedBreastMilk, route: .tube, type: .breastFeed,
      isContent: .fortifiedBreastMilk, isRoute: .tube),
    Told(
      content: .unknown, route: .cup, type: .babyFormula, isContent: .formula, isRoute: .cup),
    Told(
      content: .unknown, route: .unknown, type: .babyFormula, isContent: .formula, isRoute: .bottle),
    Told(
      content: .unknown, route: .breast(.right), type: .babyFormula, isContent: .formula,
      isRoute: .bottle),
    Told(
      content: .formula, route: .bottle, type: .breastFeed, isContent: .breastMilk,
      isRoute: .unknown),
    Told(
      content: .solidFood, route: .selfFed, type: .solid, isContent: .solidFood, isRoute: .selfFed),
  ])
  func `a type at the end keeps what was told of it at the start`(told: Told) throws {
    let (baby, id, now) = (baby, id, clock.now)
    try store.append { draft in
      try draft.startFeed(id, of: baby, at: now, content: told.content, route: told.route)
      let feed = try draft.finishFeed(of: baby, at: now + 60, type: told.type).entry
      #expect(feed.content == told.isContent && feed.route == told.isRoute)
      #expect(feed.feedType == told.type)
    }
  }

  @Test func `a feed that begins keeps all that is told of it`() throws {
    let feed = FeedSession(
      baby: baby, start: clock.now, amount: Amount(90, .millilitre), content: .formula,
      route: .bottle, typeText: "babyFormula", memo: "#warm", tags: ["night"])
    try store.append { [id] in try $0.start(id, feed) }
    #expect(try store.read { try $0.entity(FeedSession.self, id) } == feed)
    let (baby, end) = (baby, clock.now + 60)
    let finished = try store.write { try $0.finish(FeedSession.self, of: baby, at: end).entry }
    #expect(finished.amount == feed.amount && finished.memo == "#warm" && finished.end == end)
  }

  @Test func `a sleep that begins keeps all that is told of it`() throws {
    let sleep = SleepSession(
      baby: baby, start: clock.now, SleepDetails(nap: true), memo: "m", tags: ["t"])
    try store.append { [id] in try $0.start(id, sleep) }
    #expect(try store.read { try $0.entity(SleepSession.self, id) } == sleep)
  }

  @Test(arguments: [
    (true, false, "poo"), (false, true, "pee"), (true, true, "pee"), (false, false, "pee"),
    (false, false, "poo"),
  ])
  func `a diaper's type goes when it says something else than what is corrected`(
    wet: Bool, solid: Bool, text: String
  ) throws {
    let (id, now) = (id, clock.now)
    let old = DiaperChange(time: now, wet: text == "pee", solid: text == "poo", typeText: text)
    try store.append { try $0.record(id, old) }
    let new = try store.write { draft in
      try draft.edit(DiaperChange.self, id) { ($0.wet, $0.solid) = (wet, solid) }
    }
    #expect(new.wet == wet && new.solid == solid && new.typeText == nil)
    #expect(try store.read { try $0.entity(DiaperChange.self, id) } == new)
  }

  @Test(arguments: ["pee", "poo", "mixed"])
  func `a diaper's type stays when it says the same`(text: String) throws {
    let (id, now) = (id, clock.now)
    let old = DiaperChange(time: now, wet: text == "pee", solid: text == "poo", typeText: text)
    try store.append { try $0.record(id, old) }
    let new = try store.write { draft in
      try draft.edit(DiaperChange.self, id) { change in
        change.memo = "m"
        if text != "pee" { change.wet = true }
      }
    }
    #expect(new.typeText == text && new.memo == "m")
  }
}
