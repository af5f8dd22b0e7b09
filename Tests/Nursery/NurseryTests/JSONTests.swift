import Daybook
import Foundation
import Nursery
import NurseryHousehold
import Testing

/// Values as JSON: readable, stable, and read back as they were.
struct JSONTests {
  private static let fixtures = NurseryFixtures()
  private static let baby = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private static let time = Date(timeIntervalSinceReferenceDate: 784_152_300)

  private func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  private func again<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  static let entries: [HistoryEntry] = [
    .feed(
      FeedSession(
        baby: baby, start: time + 0.1, end: time + 60, amount: Amount(4, .fluidOunce),
        content: .other("tea"), route: .breast(.left), typeText: "x", memo: "m", tags: ["t"],
        source: SourceReference(provider: "p", table: "t", id: "1"))),
    .diaper(
      DiaperChange(baby: nil, time: time, wet: true, solid: true, color: "green", amount: 0.5)),
    .sleep(SleepSession(baby: baby, start: time, end: time + 60, SleepDetails(nap: true))),
    .pumping(PumpingSession(start: time, PumpingDetails(left: Amount(50, .millilitre)))),
    .activity(
      ActivitySession(start: time, ActivityDetails(activity: .other("bath"), text: "fun"))),
    .measurement(
      BodyMeasurement(
        baby: baby, day: CivilDay(daysSince1970: 20_000),
        MeasurementDetails(measure: .weight, value: 5.25, unitText: "kg"))),
    .medication(
      MedicationDose(
        start: time,
        MedicationDetails(
          name: "D", dosage: Amount(2, unitText: "drops"), nextDoseInterval: 86_400))),
    .note(Note(start: time, NoteDetails(image: "a.jpg"), memo: "first smile", tags: ["a", "b"])),
    .customEvent(CustomEvent(start: time, CustomEventDetails(name: "Bath", emoji: "🛁"))),
  ]

  @Test(arguments: entries)
  func `an entry of any kind is read back as it was`(entry: HistoryEntry) throws {
    #expect(try again(entry) == entry)
    let row = HistoryDay.Entry(id: Self.baby, entry: entry)
    let day = HistoryDay(
      day: CivilDay(daysSince1970: 20_398), start: Self.time, entries: [row],
      totals: [
        BabyDayTotals(day: CivilDay(daysSince1970: 20_398), baby: Self.baby, totals: DayTotals())
      ])
    #expect(try again(day) == day)
  }

  @Test func `the shapes of entries stay`() throws {
    #expect(
      try text(HistoryEntry.feed(FeedSession(baby: Self.baby, start: Self.time))) == ##"""
        {"baby":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","content":"unknown","isDeleted":false,\##
        "kind":"feed","route":"unknown","start":"2025-11-06T20:05:00Z","tags":[]}
        """##)
    #expect(
      try text(DiaperChange(time: Self.time, wet: true)) == #"""
        {"isDeleted":false,"solid":false,"tags":[],"time":"2025-11-06T20:05:00Z","wet":true}
        """#)
    #expect(
      try text(Self.entries[5]) == ##"""
        {"baby":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","day":"2024-10-04","isDeleted":false,\##
        "kind":"measurement","measure":"weight","start":"2024-10-04T12:00:00Z","tags":[],\##
        "unit":"kg","value":5.25}
        """##)
    #expect(
      try text(Self.entries[6]) == ##"""
        {"dosage":{"unitText":"drops","value":2},"isDeleted":false,"kind":"medication",\##
        "name":"D","nextDoseInterval":86400,"start":"2025-11-06T20:05:00Z","tags":[]}
        """##)
  }

  @Test func `what is absent is as a new one has it, and a start must be there`() throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    func read<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
      try decoder.decode(type, from: Data(text.utf8))
    }
    let start = #"{"start":"2025-11-06T20:05:00Z"}"#
    #expect(try read(FeedSession.self, start) == FeedSession(start: Self.time))
    #expect(try read(SleepSession.self, start) == SleepSession(start: Self.time))
    #expect(
      try read(BabyProfile.self, #"{"name":"Mina","createdAt":"2025-11-06T20:05:00Z"}"#)
        == BabyProfile(name: "Mina", createdAt: Self.time))
    #expect(try read(AppSettings.self, "{}") == AppSettings())
    for type in [FeedSession.self, SleepSession.self, RunningTimer.self] as [any Decodable.Type] {
      #expect(throws: DecodingError.self) { try decoder.decode(type, from: Data("{}".utf8)) }
    }
    #expect(throws: DecodingError.self) { try read(HistoryEntry.self, #"{"kind":"bath"}"#) }
  }

  @Test func `profiles, settings, conflicts, summaries and points are read back as they were`()
    throws
  {
    let (baby, time) = (Self.baby, Self.time)
    let profile = BabyProfile(
      name: "Mina", feedTerm: 7_200, createdAt: time, birthDate: "2025-10-01")
    let current = CurrentProfile(id: baby, profile: profile)
    #expect(try again(current) == current)
    var settings = AppSettings()
    settings.quietHoursStart = time
    settings.dayStartHour = 6
    #expect(try again(settings) == settings)
    let timer = Self.fixtures.makeRunningTimer(of: baby, name: "t")
    #expect(try again(timer) == timer)
    let type = Self.fixtures.makeCustomEventType()
    #expect(try again(type) == type)
    let last = FeedWithAmount(
      feed: baby, start: time,
      last: LastFeedAmount(amount: Amount(90, .millilitre), modified: HybridTime(time)))
    #expect(try again(last) == last)
    let conflicts: [Conflict] = [
      .running(.sleep, baby: nil, entries: [baby]),
      .possibleDuplicates(.feed, baby: baby, entries: [baby, baby]),
    ]
    #expect(try again(conflicts) == conflicts)
    #expect(
      try text(conflicts[0]) == ##"""
        {"conflict":"running","entries":["0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"],"kind":"sleep"}
        """##)
    var totals = DayTotals()
    totals.diaperCount = 2
    let day = CivilDay(daysSince1970: 20_398)
    let summary = HistoryDay(
      day: day, start: time, entries: [],
      totals: [BabyDayTotals(day: day, baby: baby, totals: totals)]
    ).summary(of: [current])
    #expect(try again(summary) == summary)
    let points = FeedChart.sessions(
      of: [
        ChartFeed(baby: baby, babyName: "Mina", start: time, amount: Amount(90, .millilitre)),
        ChartFeed(baby: baby, babyName: "Mina", start: time, amount: Amount(60, .millilitre)),
      ], in: .millilitre, calendar: try DayCalendar(DayBoundary(zone: "UTC")), now: time)
    #expect(try again(points) == points)
    #expect(Set(points.map(\.id)).count == 2)
  }

  @Test(
    arguments: [
      ("2025-11-06", 20_398), ("1970-01-01", 0), ("0000-03-01", -719_468), ("-0001-12-31", nil),
      ("2025-02-30", nil), ("2025-1-06", nil), ("x", nil), ("", nil), ("+2025-01-06", nil),
      ("2025-11-06 ", nil), ("25-11-06", nil),
    ] as [(String, Int32?)])
  func `a day is read from its text`(text: String, days: Int32?) {
    if text.hasPrefix("-") {
      #expect(CivilDay(text)?.description == text)
    } else {
      #expect(CivilDay(text)?.daysSince1970 == days)
    }
  }
}
