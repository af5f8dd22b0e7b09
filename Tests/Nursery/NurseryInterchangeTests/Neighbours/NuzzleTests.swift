import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// NZ-3: the app's file and its backup, whatever form their dates
/// have.
@Suite struct NuzzleTests {
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
    let error = #expect(throws: InterchangeError.self) { try source(text) }
    #expect(error?.code == .notJSON)
  }
}
