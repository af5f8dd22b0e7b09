import Daybook
import Nursery
import NurseryHousehold
import Testing

/// What a person may not enter, where `VerdictTests` have no case.
struct EntryRulesTests {
  private let store: EventStore
  private let fixtures = NurseryFixtures()
  private let baby = UUID()
  private var rules: EntryRules { EntryRules(now: fixtures.now) }

  init() throws {
    store = try EventStore.temporary(schema: .nursery(boundary: DayBoundary(zone: "UTC")))
    let (baby, now) = (baby, fixtures.now)
    try store.append { try $0.addBaby(baby, BabyProfile(name: "Mina", createdAt: now)) }
  }

  private func add<E: NurseryEntry>(_ entry: Identified<E>) throws {
    try store.append { [rules] in try $0.add(entry.id, entry.value, rules: rules) }
  }

  @Test func `a clock that is a little ahead is forgiven when the rules say so`() {
    let feed = fixtures.makeFeedSession(of: baby, minutesAgo: -5, minutes: nil).value
    #expect(rules.problems(of: feed) == [.inFuture(feed.start)])
    #expect(EntryRules(now: fixtures.now, clockTolerance: 300).problems(of: feed) == [])
    #expect(
      EntryRules(now: fixtures.now, clockTolerance: 299).problems(of: feed) == [
        .inFuture(feed.start)
      ])
  }

  @Test func `without a zone a day counts as future when it has come nowhere`() throws {
    // 2025-11-06, 20:05 UTC: the 7th has begun in the Line Islands.
    let day = try #require(CivilDay(year: 2025, month: 11, day: 7))
    let details = MeasurementDetails(measure: .weight, value: 5)
    let today = BodyMeasurement(baby: baby, day: day, details)
    let next = CivilDay(daysSince1970: day.daysSince1970 + 1)
    let tomorrow = BodyMeasurement(baby: baby, day: next, details)
    #expect(rules.problems(of: today) == [])
    #expect(rules.problems(of: tomorrow) == [.dayInFuture(next)])
    var here = rules
    here.today = CivilDay(daysSince1970: day.daysSince1970 - 1)
    #expect(here.problems(of: today) == [.dayInFuture(day)])
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `what is no number is refused`(value: Double) {
    let measurement = fixtures.makeBodyMeasurement(of: baby, value: value).value
    #expect(rules.problems(of: measurement) == [.notFinite])
    let note = Note(baby: baby, start: Date(timeIntervalSinceReferenceDate: value))
    #expect(rules.problems(of: note) == [.notFinite])
  }

  @Test(arguments: [-9.2e18, -2_208_988_801, 7_258_118_400, 9.2e18])
  func `what is of no year from 1900 to 2199 is refused`(seconds: Double) {
    let time = Date(timeIntervalSince1970: seconds)
    #expect(rules.problems(of: Note(baby: baby, start: time)) == [.farOff])
    let bounds = EntryRules.times
    #expect(rules.problems(of: Note(baby: baby, start: bounds.lowerBound)) == [])
    #expect(rules.problems(of: Note(baby: baby, start: bounds.upperBound)) == [.farOff])
  }

  @Test func `all that is wrong is told at once`() {
    let start = fixtures.now + 10
    let sleep = SleepSession(baby: baby, start: start, end: start - 5, SleepDetails())
    #expect(
      rules.problems(of: sleep) == [.endBeforeStart, .inFuture(start), .inFuture(start - 5)])
    let dose = MedicationDose(
      start: fixtures.now,
      MedicationDetails(name: " ", dosage: Amount(-1, unitText: "ml"), nextDoseInterval: -1))
    #expect(rules.problems(of: dose) == [.negative, .negative, .emptyName])
  }

  @Test func `an identifier that was used is refused, also one of a deleted entry`() throws {
    let feed = fixtures.makeFeedSession(of: baby)
    try add(feed)
    #expect(throws: NurseryError.invalid([.idInUse(feed.id)])) { try add(feed) }
    try store.append { _ = try $0.delete(FeedSession.self, feed.id) }
    #expect(throws: NurseryError.invalid([.idInUse(feed.id)])) { try add(feed) }
  }

  @Test func `a deleted entry is in nobody's way`() throws {
    let feed = fixtures.makeFeedSession(1, of: baby)
    try add(feed)
    let again = fixtures.makeFeedSession(2, of: baby)
    #expect(throws: NurseryError.invalid([.overlaps(feed.id)])) { try add(again) }
    try store.append { _ = try $0.delete(FeedSession.self, feed.id) }
    try add(again)
  }

  @Test func `an imported entry that took days is in the way for all of them`() throws {
    let (start, end) = (fixtures.ago(minutes: 10_000), fixtures.ago(minutes: 60))
    let (long, baby) = (UUID(), baby)
    try store.append { try $0.record(long, SleepSession(baby: baby, start: start, end: end)) }
    let nap = fixtures.makeSleepSession(of: baby, minutesAgo: 1_000, minutes: 30)
    #expect(throws: NurseryError.invalid([.overlaps(long)])) { try add(nap) }
    try add(fixtures.makeSleepSession(2, of: baby, minutesAgo: 60, minutes: 30))
    try add(fixtures.makeSleepSession(3, of: nil, minutesAgo: 1_000, minutes: 30))
    try store.append { try $0.edit(SleepSession.self, long) { $0.end = start + 60 } }
    try add(nap)
    try store.append { draft in
      try draft.edit(SleepSession.self, long, rules: .imports) { $0.end = end }
    }
    try store.append { _ = try $0.delete(SleepSession.self, long) }
    try add(fixtures.makeSleepSession(4, of: baby, minutesAgo: 2_000, minutes: 30))
  }

  @Test func `an imported event that took days is in the way too`() throws {
    let (start, end, long, baby) = (
      fixtures.ago(minutes: 10_000), fixtures.ago(minutes: 60), UUID(), baby
    )
    try store.append { draft in
      try draft.record(
        long, CustomEvent(baby: baby, start: start, end: end, .init(name: "Beach", emoji: "🏖")))
    }
    let walk = CustomEvent(baby: baby, start: end - 600, end: end, .init(name: "Beach", emoji: "🏖"))
    #expect(throws: NurseryError.invalid([.overlaps(long)])) {
      try store.append { [rules] in try $0.add(walk, rules: rules) }
    }
  }

  @Test func `what is started and finished by rules is refused as what is added`() throws {
    let (baby, start, id) = (baby, fixtures.ago(minutes: 30), UUID())
    let (now, rules) = (fixtures.now, rules)
    #expect(throws: NurseryError.invalid([.inFuture(now + 60)])) {
      try store.append { try $0.startFeed(id, of: baby, at: now + 60, rules: rules) }
    }
    let nobody = UUID()
    #expect(throws: NurseryError.invalid([.unknownBaby(nobody)])) {
      try store.append { try $0.start(id, SleepSession(baby: nobody, start: now), rules: rules) }
    }
    try store.append { try $0.startFeed(id, of: baby, at: start, type: .solid, rules: rules) }
    let tooMuch = Amount(.nan, .millilitre)
    #expect(throws: NurseryError.invalid([.endBeforeStart, .notFinite])) {
      try store.append {
        try $0.finishFeed(of: baby, at: start - 60, amount: tooMuch, rules: rules)
      }
    }
    #expect(try store.read { try $0.entity(FeedSession.self, id)?.isInProgress } == true)
    try store.append { try $0.finishFeed(of: baby, at: now, type: .solid, rules: rules) }
    #expect(try store.read { try $0.entity(FeedSession.self, id)?.end } == now)
  }

  @Test(arguments: [1e300, .greatestFiniteMagnitude, 1e18, 3e11])
  func `a time that is too far off for a calendar has a text`(seconds: Double) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(rules.problems(of: DiaperChange(time: date)) == [.farOff])
    #expect(EntryProblem.inFuture(date).description.contains("\(seconds) seconds"))
  }

  @Test func `types of one kind may overlap, and so may those of nobody and somebody`() throws {
    try add(fixtures.makeActivitySession(1, of: baby, activity: .tummyTime))
    try add(fixtures.makeActivitySession(2, of: baby, activity: .cry))
    try add(fixtures.makeActivitySession(3, of: nil, activity: .tummyTime))
    #expect(throws: NurseryError.self) {
      try add(fixtures.makeActivitySession(4, of: baby, activity: .tummyTime))
    }
  }

  @Test func `what was wrong before does not stop an edit of something else`() throws {
    let start = fixtures.ago(minutes: 3_000)
    let (odd, other) = (UUID(), UUID())
    let baby = baby
    let long = FeedSession(
      baby: baby, start: start, end: start + 90_000, amount: Amount(-3, .millilitre))
    try store.append { draft in
      try draft.record(odd, long)
      try draft.record(other, FeedSession(baby: baby, start: start, end: start + 60))
    }
    try edit(odd) { $0.memo = "kept" }
    #expect(throws: NurseryError.invalid([.tooLong(seconds: 90_001)])) {
      try edit(odd) { $0.end = start + 90_001 }
    }
    #expect(throws: NurseryError.invalid([.overlaps(other)])) {
      try edit(odd) {
        $0.end = start + 600
        $0.amount = nil
      }
    }
    try store.append { try $0.deleteBaby(baby) }
    try edit(odd) { $0.memo = "still" }
    #expect(throws: NurseryError.invalid([.deletedBaby(baby)])) {
      try store.append { [rules] draft in
        try draft.edit(FeedSession.self, other, rules: rules) { $0.baby = nil }
        try draft.edit(FeedSession.self, other, rules: rules) { $0.baby = baby }
      }
    }
  }

  private func edit(
    _ id: UUID, _ body: @escaping @Sendable (inout FeedSession) -> Void
  ) throws {
    try store.append { [rules] in try $0.edit(FeedSession.self, id, rules: rules, body) }
  }

  @Test func `each error says what to do`() {
    let problems: [EntryProblem] = [
      .endBeforeStart, .tooLong(seconds: 1e30), .inFuture(fixtures.now),
      .dayInFuture(CivilDay(daysSince1970: 0)), .notFinite, .farOff, .negative, .emptyName,
      .nameTooLong(bytes: 201), .signTooLong(bytes: 201), .tagTooLong(bytes: 201),
      .unknownBaby(baby), .deletedBaby(baby), .idInUse(baby), .overlaps(baby),
    ]
    for problem in problems { #expect(problem.description.contains(/;/)) }
  }
}
