import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Testing

struct ZoneClockTests {
  private func resolve(
    _ text: String, _ zone: String = "Europe/Amsterdam", notBefore: String? = nil
  ) throws -> (text: String, certainty: ResolvedTime.Certainty) {
    var clock = try ZoneClock(zone: zone)
    let limit = try notBefore.map { try Date($0, strategy: .iso8601) }
    let local = try #require(LocalTime(text))
    let resolved = clock.resolve(local, notBefore: limit)
    return (resolved.instant.formatted(.iso8601), resolved.certainty)
  }

  @Test(arguments: [
    ("2026-07-01 12:00:00", "Europe/Amsterdam", "2026-07-01T10:00:00Z"),
    ("2026-01-01 00:30:00", "Europe/Amsterdam", "2025-12-31T23:30:00Z"),
    ("2026-10-25 03:00:00", "Europe/Amsterdam", "2026-10-25T02:00:00Z"),
    ("2026-10-25 01:59:59", "Europe/Amsterdam", "2026-10-24T23:59:59Z"),
    ("2026-11-01 12:00:00", "America/New_York", "2026-11-01T17:00:00Z"),
    ("2026-03-01 12:00:00", "Asia/Kathmandu", "2026-03-01T06:15:00Z"),
    ("2026-03-01 00:00:00", "Pacific/Kiritimati", "2026-02-28T10:00:00Z"),
    ("1969-12-31 23:59:59", "UTC", "1969-12-31T23:59:59Z"),
    ("2024-02-29 00:00:00", "UTC", "2024-02-29T00:00:00Z"),
  ])
  func `a local time becomes its instant`(local: String, zone: String, utc: String) throws {
    let found = try resolve(local, zone)
    #expect(found.text == utc)
    #expect(found.certainty == .exact)
  }

  @Test func `of a repeated hour the first pass is taken and flagged`() throws {
    let found = try resolve("2026-10-25 02:30:00")
    #expect(found.text == "2026-10-25T00:30:00Z")
    #expect(found.certainty == .ambiguous)
  }

  @Test func `a limit moves a repeated time into the second pass`() throws {
    let found = try resolve("2026-10-25 02:10:00", notBefore: "2026-10-25T00:45:00Z")
    #expect(found.text == "2026-10-25T01:10:00Z")
    #expect(found.certainty == .ambiguous)
  }

  @Test func `a limit no pass can meet changes nothing`() throws {
    #expect(
      try resolve("2026-10-25 02:10:00", notBefore: "2026-10-26T00:00:00Z").text
        == "2026-10-25T00:10:00Z")
  }

  @Test(arguments: [
    ("2026-03-29 02:30:00", "Europe/Amsterdam", "2026-03-29T01:30:00Z"),
    ("2026-03-08 02:00:00", "America/New_York", "2026-03-08T07:00:00Z"),
    ("2026-10-04 02:15:00", "Australia/Lord_Howe", "2026-10-03T15:45:00Z"),
  ])
  func `a time the clock jumped over moves forward by the gap`(
    local: String, zone: String, utc: String
  ) throws {
    let found = try resolve(local, zone)
    #expect(found.text == utc)
    #expect(found.certainty == .nonexistent)
  }

  @Test(arguments: [
    "", "2026-02-29 00:00:00", "2026-13-01 00:00:00", "2026-01-01 24:00:00", "2026-01-01",
    "2026-01-01T00:00:00", "2026-01-01 00:00", "26-01-01 00:00:00", "2026-01-01 00:00:00Z",
  ])
  func `anything else is no local time`(text: String) {
    #expect(LocalTime(text) == nil)
  }

  @Test func `an unknown zone is refused by name`() {
    let error = expectError(.unknownZone) { try ZoneClock(zone: "Europe/Atlantis") }
    #expect(error?.message == "There is no time zone named “Europe/Atlantis”.")
  }

  @Test func `every day of four centuries survives the way into text and back`() {
    for day in stride(from: Int32(-90_000), through: 60_000, by: 1) {
      let date = CivilDay(daysSince1970: day)
      guard CivilDay(date.description) == date else {
        Issue.record("day \(day) came back as another")
        return
      }
    }
  }

  @Test func `an instant falls on the day its zone shows`() throws {
    let clock = try ZoneClock(zone: "America/New_York")
    let instant = try Date("2026-11-20T04:59:59Z", strategy: .iso8601)
    #expect(clock.day(of: instant).description == "2026-11-19")
    #expect(clock.day(of: instant.addingTimeInterval(1)).description == "2026-11-20")
  }
}
