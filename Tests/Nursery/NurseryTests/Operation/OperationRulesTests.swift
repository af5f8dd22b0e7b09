import Daybook
import DaybookTesting
import Nursery
import Testing

/// Every operation that writes an entry or a profile goes by rules, also when it is given none.
struct OperationRulesTests {
  private let store: EventStore
  private let clock = TestClock()
  private let baby = UUID()
  private let deleted = UUID()
  private let type = UUID()
  private var now: Date { clock.now }

  init() throws {
    store = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC")), options: clock.options)
    let (baby, deleted, type, now) = (baby, deleted, type, now)
    try store.append { draft in
      try draft.addBaby(baby, BabyProfile(name: "Mina", createdAt: now))
      try draft.addBaby(deleted, BabyProfile(name: "Noor", createdAt: now))
      try draft.deleteBaby(deleted)
      _ = try draft.addCustomEventType(name: "Bath", emoji: "🛁", at: now, id: type)
    }
  }

  /// What writes an entry of a baby that begins at a time.
  struct Operation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (inout Draft, _ baby: UUID, _ time: Date, _ type: UUID) throws -> Void
  }

  static let operations = [
    Operation(testDescription: "add") { draft, baby, time, _ in
      try draft.add(FeedSession(baby: baby, start: time, end: time))
    },
    Operation(testDescription: "start") { draft, baby, time, _ in
      try draft.start(UUID(), SleepSession(baby: baby, start: time))
    },
    Operation(testDescription: "startFeed") { draft, baby, time, _ in
      try draft.startFeed(UUID(), of: baby, at: time)
    },
    Operation(testDescription: "startFeed of a type") { draft, baby, time, _ in
      try draft.startFeed(UUID(), of: baby, at: time, type: .solid)
    },
    Operation(testDescription: "setDiaperTime") { draft, baby, time, _ in
      try draft.setDiaperTime(of: baby, to: time)
    },
    Operation(testDescription: "logCustomEvent") { draft, baby, time, type in
      try draft.logCustomEvent(type, of: baby, at: time)
    },
    Operation(testDescription: "edit") { draft, baby, time, _ in
      let id = UUID()
      try draft.record(id, DiaperChange(time: draft.wallTime))
      try draft.edit(DiaperChange.self, id) { ($0.baby, $0.time) = (baby, time) }
    },
  ]

  private func problems(
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws -> [EntryProblem] {
    let before = try store.statistics().transactions
    do {
      try store.append(body)
      return []
    } catch NurseryError.invalid(let problems) {
      #expect(try store.statistics().transactions == before)
      return problems
    }
  }

  @Test(arguments: operations)
  func `a baby that there is not, or not any more, is refused`(operation: Operation) throws {
    let (baby, deleted, nobody, now, type) = (baby, deleted, UUID(), now, type)
    #expect(try problems { try operation.run(&$0, nobody, now, type) } == [.unknownBaby(nobody)])
    #expect(try problems { try operation.run(&$0, deleted, now, type) } == [.deletedBaby(deleted)])
    #expect(try problems { try operation.run(&$0, baby, now, type) } == [])
  }

  @Test(arguments: operations)
  func `the future begins after the store's clock`(operation: Operation) throws {
    let (baby, type, future) = (baby, type, now + 400 * 86_400)
    #expect(try problems { try operation.run(&$0, baby, future, type) } == [.inFuture(future)])
  }

  @Test func `an entry goes to no baby that there is not`() throws {
    let (baby, deleted, now, note) = (baby, deleted, now, UUID())
    try store.append { try $0.add(note, Note(baby: baby, start: now)) }
    #expect(
      try problems { try $0.reassign(Note.self, note, to: deleted) } == [.deletedBaby(deleted)])
    #expect(try store.write { try $0.reassign(Note.self, note, to: nil) }.baby == nil)
  }

  @Test func `a feed does not end before it begins, with less than nothing, or with no number`()
    throws
  {
    let (baby, now) = (baby, now)
    try store.append { try $0.startFeed(UUID(), of: baby, at: now) }
    #expect(try problems { try $0.finishFeed(of: baby, at: now - 1) } == [.endBeforeStart])
    for (value, problem) in [(-5, EntryProblem.negative), (.nan, .notFinite)] {
      #expect(
        try problems {
          try $0.finishFeed(of: baby, at: now, amount: Amount(value, .millilitre))
        } == [problem])
    }
    #expect(try problems { try $0.finishFeed(of: baby, at: now + 600) } == [])
  }

  @Test func `a sleep that was forgotten for weeks is not finished now`() throws {
    let (baby, now, weeks) = (baby, now, 19 * 86_400.0)
    try store.append { try $0.start(UUID(), SleepSession(baby: baby, start: now - weeks)) }
    #expect(
      try problems { try $0.finish(SleepSession.self, of: baby, at: now) } == [
        .tooLong(seconds: weeks)
      ])
    #expect(try problems { try $0.finish(SleepSession.self, of: baby, at: now - weeks + 60) } == [])
  }

  @Test func `a tick of a coming year is refused`() throws {
    let (baby, now, type, future) = (baby, now, type, now + 4_000 * 86_400)
    let item = try store.write { try $0.addChecklistItem(type, of: baby, at: now) }
    #expect(try problems { try $0.tickChecklistItem(item, at: future) } == [.inFuture(future)])
    #expect(try problems { try $0.toggleChecklistItem(item, at: future) } == [.inFuture(future)])
    #expect(try problems { try $0.toggleChecklistItem(item, at: now) } == [])
  }

  @Test func `a baby takes no identifier that is in use, and no odd feed term`() throws {
    let (baby, now) = (baby, now)
    #expect(
      try problems { try $0.addBaby(baby, BabyProfile(name: "Noor", createdAt: now)) } == [
        .idInUse(baby)
      ])
    for (term, problem) in [
      (-1, EntryProblem.negative), (.nan, .notFinite), (.infinity, .notFinite),
      (360_000_000, .feedTermTooLong(seconds: 360_000_000)),
    ] {
      let profile = BabyProfile(name: "Noor", feedTerm: term, createdAt: now)
      #expect(try problems { try $0.addBaby(UUID(), profile) } == [problem])
      #expect(try problems { try $0.editBaby(baby) { $0.feedTerm = term } } == [problem])
    }
  }

  @Test func `a baby is born by now`() throws {
    let (baby, day) = (baby, try #require(CivilDay(year: 2099, month: 1, day: 1)))
    #expect(
      try problems { try $0.editBaby(baby) { $0.birthDate = "2099-01-01" } } == [.dayInFuture(day)])
    #expect(try problems { try $0.editBaby(baby) { $0.birthDate = "2025-11-06" } } == [])
  }

  @Test func `imports keep what they find`() throws {
    let (nobody, future) = (UUID(), now + 86_400)
    #expect(
      try problems {
        try $0.add(FeedSession(baby: nobody, start: future, end: future - 1), rules: .imports)
      } == [])
  }

  @Test func `operations return what they did`() throws {
    let (baby, now, note, noor) = (baby, now, UUID(), UUID())
    let profile = BabyProfile(name: "Noor", createdAt: now)
    try store.append { draft in
      try draft.add(note, Note(baby: baby, start: now, memo: "smile"))
      #expect(try draft.addBaby(noor, profile) == noor)
      #expect(try draft.editBaby(noor) { $0.name = "Juno" }.name == "Juno")
      #expect(try draft.deleteBaby(noor).name == "Juno")
      #expect(try draft.restoreBaby(noor).isDeleted == false)
      #expect(try draft.reassign(Note.self, note, to: noor).baby == noor)
      try draft.delete(Note.self, note)
      #expect(try draft.restore(Note.self, note).memo == "smile")
    }
  }

  @Test func `what never was, or was taken back, is not restored, and nothing is written`() throws {
    let (baby, now, id) = (baby, now, UUID())
    try store.append(author: "Ada") { try $0.startFeed(id, of: baby, at: now) }
    try store.undo(by: "Ada")
    let before = try store.statistics().transactions
    for unknown in [id, UUID()] {
      #expect(throws: NurseryError.noSuchEntry(unknown)) {
        try store.append { try $0.restore(FeedSession.self, unknown) }
      }
      #expect(throws: NurseryError.noSuchEntry(unknown)) {
        try store.append { try $0.restoreBaby(unknown) }
      }
      #expect(throws: NurseryError.noSuchTimer(unknown)) {
        try store.append { try $0.restoreTimer(unknown) }
      }
    }
    try store.append { try $0.restoreBaby(baby) }
    #expect(try store.statistics().transactions == before)
  }

  @Test func `tags with nothing in them are left out of what a person tells`() throws {
    let (now, note) = (now, UUID())
    try store.append { try $0.add(note, Note(start: now, tags: ["#a", " ", "", "#", "b"])) }
    #expect(try store.read { try $0.entity(Note.self, note) }?.tags == ["#a", "b"])
    #expect(try store.write { try $0.edit(Note.self, note) { $0.tags = ["", "c"] } }.tags == ["c"])
    try store.append { try $0.edit(Note.self, note) { $0.tags.append(" ") } }
    #expect(try store.read { try $0.entity(Note.self, note) }?.tags == ["c"])
  }
}
