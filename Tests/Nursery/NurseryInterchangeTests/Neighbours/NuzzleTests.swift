import Daybook
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// NZ-3: the app's file and its backup, whatever form their dates
/// have.
struct NuzzleTests {
  private static let baby = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10"
  private static let event = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11"

  /// The app's own file has ISO dates and more parts, a backup has numbers.
  private func text(events: String, isBackup: Bool) -> String {
    let birth = isBackup ? "799372800" : "\"2026-05-02T00:00:00Z\""
    let settings =
      #"{"feedReminderHours":4,"preferredUnit":"oz","quietHoursStart":"2026-05-02T21:00:00Z"}"#
    let rest =
      isBackup
      ? #""version":1"#
      : #""version":1,"predictions":[{"type":"next_feed"}],"lastUsedValues":{"feed":{"amount":4,"unit":"oz"}}"#
    return """
      {"babies":[{"id":"\(Self.baby)","name":"Emma","dateOfBirth":\(birth),
      "timezone":"America/New_York","createdAt":\(birth)}],
      "events":[\(events)],"settings":\(settings),\(rest)}
      """
  }

  private func event(_ type: String, _ start: String, _ more: String = "") -> String {
    """
    {"id":"\(Self.event)","babyId":"\(Self.baby)","type":"\(type)","startTime":\(start)\(more)}
    """
  }

  private func source(_ text: String) throws -> NuzzleFile {
    try NuzzleFile(NeighbourStore.file(text, "nestling_data.json"), now: NeighbourStore.now)
  }

  @Test(arguments: [false, true])
  func `NZ-3: both shapes import fully`(isBackup: Bool) throws {
    let nursery = try NeighbourStore()
    let start = isBackup ? "800000000.25" : "\"2026-05-09T06:13:20.25Z\""
    let feed = event("feed", start, #","subtype":"formula","amount":4,"unit":"oz","note":"n""#)
    let source = try source(text(events: feed, isBackup: isBackup))
    let report = try nursery.run(source)
    #expect(report.counts.quarantined == 0)
    #expect(report.counts.skipped == (isBackup ? 0 : 1))
    let id = try #require(UUID(uuidString: Self.event))
    let stored = try nursery.store.read { try $0.entity(FeedSession.self, id) }
    #expect(stored?.start == Date(timeIntervalSinceReferenceDate: 800_000_000.25))
    #expect(stored?.amount == Amount(4, .fluidOunce))
    #expect(stored?.content == .formula)
    #expect(stored?.baby == UUID(uuidString: Self.baby))
    let baby = try #require(try nursery.all(BabyProfile.self).first)
    // In New York it was the evening before.
    #expect(baby.birthDate == "2026-05-01")
    let settings = try #require(try nursery.all(Record<AppSettings>.self).first?.value)
    #expect(settings.feedReminderHours == 4)
    #expect(settings.preferredUnit == "oz")
    let token = try nursery.token
    let again = try nursery.run(source)
    #expect(again.counts.unchanged == again.counts.rows - again.counts.skipped)
    #expect(try nursery.token == token)
  }

  private static let twin = "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A20"
  private static let writer = "7F6F2C1E-5D0A-4E57-9A53-3C1D1B7E9AFF"

  /// A file with all that the app knows, as it would be exported.
  private var whole: String {
    func baby(_ id: String, _ name: String, _ more: String) -> String {
      """
      {"id":"\(id)","name":"\(name)","createdAt":799372801.25,"updatedAt":799999999.125,\(more)}
      """
    }
    func event(_ number: Int, _ baby: String, _ more: String) -> String {
      """
      {"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9B0\(number)","babyId":"\(baby)",
      "startTime":80000000\(number).5,"createdAt":80000001\(number).75,
      "updatedAt":80000002\(number).125,\(more)}
      """
    }
    func prediction(_ baby: String, _ type: String) -> String {
      """
      {"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9C01","babyId":"\(baby)","type":"\(type)",
      "predictedTime":800003600.5,"confidence":0.8125,"explanation":"every 3 h",
      "createdAt":800000000.0}
      """
    }
    let born = #""dateOfBirth":799392225.875,"timezone":"America/New_York","#
    let babies = [
      baby(Self.baby, "Emma", born + #""sex":"f","primaryFeedingStyle":"both""#),
      baby(
        Self.twin, "Kenji", #""dateOfBirth":799340400.0,"timezone":"Asia/Tokyo","sex":"pns""#),
    ]
    let pictures = #""photoUrls":["file:///a.jpg","https://x.org/b?c=d"],"#
    let feed = #""type":"feed","subtype":"formula","amount":4.0,"unit":"oz","endTime":800000001.5"#
    let events = [
      event(1, Self.baby, "\(pictures)\"createdBy\":\"\(Self.writer)\",\(feed)"),
      event(2, Self.twin, #""type":"diaper","subtype":"both","note":"n""#),
      event(3, Self.twin, #""type":"sleep""#),
      event(4, Self.baby, #""type":"cry","endTime":800000060.0,"createdBy":"me""#),
    ]
    let predictions = [
      prediction(Self.baby, "next_feed"), prediction(Self.baby, "next_nap"),
      prediction(Self.twin, "next_nap"),
    ]
    func list(_ values: [String]) -> String { "[\(values.joined(separator: ","))]" }
    return """
      {"version":1,"babies":\(list(babies)),"events":\(list(events)),
      "predictions":\(list(predictions))}
      """
  }

  private func parts(_ text: String) throws -> [String: Set<JSONValue>] {
    let value = try JSONValue(parsing: Array(text.utf8))
    return Dictionary(
      uniqueKeysWithValues: ["babies", "events", "predictions"].map { name in
        (name, Set(value[name]?.array ?? []))
      })
  }

  @Test func `NZ-1: what the app alone knows is kept, and comes out as it came`() throws {
    let nursery = try NeighbourStore(zone: "Europe/Amsterdam")
    let source = try source(whole)
    let report = try nursery.run(source)
    #expect(report.counts.imported == 9 && report.counts.rows == 9)
    #expect(report.cells == [] && report.quarantined == [])
    let babies = try nursery.store.read { try $0.view(CurrentProfiles.self).all().map(\.profile) }
    let emma = try #require(babies.first { $0.name == "Emma" })
    #expect(emma.sex == "f" && emma.feedingStyle == "both" && emma.zone == "America/New_York")
    // The day and the hour of New York's clock.
    #expect(emma.birthDate == "2026-05-02" && emma.birthTime == "01:23")
    let kenji = try #require(babies.first { $0.name == "Kenji" })
    // Midnight of Tokyo is the day, and no hour.
    #expect(kenji.birthDate == "2026-05-02" && kenji.birthTime == nil && kenji.born == nil)
    let feed = try #require(try nursery.all(FeedSession.self).first)
    #expect(feed.provenance?.createdAt == Date(timeIntervalSinceReferenceDate: 800_000_011.75))
    #expect(feed.provenance?.createdBy == Self.writer)
    #expect(feed.provenance?.photos == ["file:///a.jpg", "https://x.org/b?c=d"])
    let told = try nursery.all(Record<ToldPrediction>.self).map(\.value)
    #expect(Set(told.map { "\($0.baby?.uuidString ?? "") \($0.type)" }).count == 3)

    let export = try NuzzleExporter.export(nursery.store, zone: "Europe/Amsterdam")
    #expect(export.losses == [])
    #expect(try parts(export.text) == parts(whole))
    // The same again, here and in an empty store.
    let token = try nursery.token
    #expect(try nursery.run(self.source(export.text)).counts.unchanged == 9)
    #expect(try nursery.token == token)
    let other = try NeighbourStore(zone: "UTC")
    _ = try other.run(self.source(export.text))
    #expect(try parts(NuzzleExporter.export(other.store, zone: "UTC").text) == parts(whole))
  }

  @Test func `NZ-1: what changes in the app alone is taken over, and edits here stay`() throws {
    let nursery = try NeighbourStore()
    _ = try nursery.run(source(whole))
    let id = try #require(UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9B01"))
    try nursery.store.append { try $0.edit(FeedSession.self, id) { $0.memo = "mine" } }
    let changed = whole.replacing("file:///a.jpg", with: "file:///c.jpg")
      .replacing("0.8125", with: "0.5").replacing(#""sex":"f""#, with: #""sex":"other""#)
    let report = try nursery.run(source(changed))
    #expect(report.counts.changed == 5 && report.counts.conflicts == 0)
    let feed = try #require(try nursery.store.read { try $0.entity(FeedSession.self, id) })
    #expect(feed.memo == "mine" && feed.provenance?.photos.first == "file:///c.jpg")
    let export = try NuzzleExporter.export(nursery.store, zone: "UTC")
    #expect(export.losses == [])
    #expect(try parts(export.text)["predictions"] == parts(changed)["predictions"])
    #expect(try parts(export.text)["babies"] == parts(changed)["babies"])
  }

  @Test func `what an entry of this store lacks is told by the log, and taken for none of its own`()
    throws
  {
    let nursery = try NeighbourStore()
    let (baby, id) = (try #require(UUID(uuidString: Self.baby)), UUID())
    try nursery.store.append { draft in
      var profile = BabyProfile(
        name: "Noor", createdAt: NeighbourStore.now, birthDate: "2026-05-02")
      profile.zone = "Asia/Tokyo"
      try draft.append(BabyEvent.created(profile), to: baby)
      try draft.append(
        DiaperChange.recorded(DiaperChange(baby: baby, time: NeighbourStore.now - 90, wet: true)),
        to: id)
    }
    let written = try nursery.store.read { try $0.entities(of: DiaperChange.self)[0].created.date }
    let export = try NuzzleExporter.export(nursery.store, zone: "UTC")
    #expect(export.losses == [])
    let event = try #require(try parts(export.text)["events"]?.first)
    #expect(event["createdAt"]?.double == written.timeIntervalSinceReferenceDate)
    #expect(event["startTime"]?.double != event["createdAt"]?.double)
    let birth = try #require(try parts(export.text)["babies"]?.first?["dateOfBirth"]?.double)
    // Midnight of Tokyo.
    #expect(Date(timeIntervalSinceReferenceDate: birth) == date("2026-05-01T15:00:00Z"))
    _ = try nursery.run(source(export.text))
    #expect(try nursery.all(DiaperChange.self).map(\.provenance) == [nil])
  }

  @Test(arguments: ["sleep", "tummy_time", "cry", "walk", "diaper"])
  func `every type is kept`(type: String) throws {
    let nursery = try NeighbourStore()
    let report = try nursery.run(
      try source(
        text(events: event(type, "800000000", #","subtype":"wet""#), isBackup: true)))
    #expect(report.counts.quarantined == 0)
    switch type {
    case "sleep": #expect(try nursery.all(SleepSession.self).map(\.isInProgress) == [true])
    case "diaper": #expect(try nursery.all(DiaperChange.self).map(\.wet) == [true])
    default:
      let names = ["tummy_time": "tummyTime"]
      #expect(
        try nursery.all(ActivitySession.self).map(\.activity.rawValue) == [names[type] ?? type])
    }
  }

  @Test func `an event without a start is told, and the others are read`() throws {
    let nursery = try NeighbourStore()
    let bad = #"{"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A12","type":"feed"}"#
    let report = try nursery.run(
      try source(text(events: "\(bad),\(event("cry", "1"))", isBackup: true)))
    #expect(report.counts.quarantined == 1)
    #expect(report.quarantined.first?.column == "startTime")
    #expect(try nursery.all(ActivitySession.self).count == 1)
  }

  @Test(arguments: ["", "[]", "{\"babies\":[]}", "{\"babies\":[],\"events\":", "\u{0}"])
  func `what is no file of the app is refused`(text: String) throws {
    expectError(.notJSON) { try source(text) }
  }
}
