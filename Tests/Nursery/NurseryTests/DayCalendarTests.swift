import Daybook
import DaybookTesting
import Foundation
import Nursery
import Testing

struct DayCalendarTests {
  @Test func `the changes of a zone's clocks are told by one number`() throws {
    let version = { (zone: String, hour: Int) in
      try HistoryGroups(boundary: DayBoundary(zone: zone, hour: hour)).dataVersion
    }
    let zones = ["UTC", "Asia/Seoul", "Europe/Amsterdam", "America/New_York", "Asia/Pyongyang"]
    let versions = try zones.map { try version($0, 7) }
    #expect(Set(versions).count == zones.count && !versions.contains(""))
    #expect(try zones.map { try version($0, 0) } == versions)
    #expect(try version("Europe/Amsterdam", 7) == version("Europe/Brussels", 7))
    // The two differ before 1970 alone, when Japan had summer time.
    #expect(try version("Asia/Tokyo", 7) != version("Etc/GMT-9", 7))
  }

  /// Zone, boundary, instant with its offset, label, start of the label with its offset.
  static let table: [(String, Int, Int, String, String, String)] = [
    ("UTC", 7, 0, "2025-10-21T07:00:00Z", "2025-10-21", "2025-10-21T07:00:00Z"),
    ("UTC", 7, 0, "2025-10-21T06:59:59Z", "2025-10-20", "2025-10-20T07:00:00Z"),
    ("UTC", 7, 0, "2025-10-21T23:30:00Z", "2025-10-21", "2025-10-21T07:00:00Z"),
    ("UTC", 7, 0, "2025-10-22T01:00:00Z", "2025-10-21", "2025-10-21T07:00:00Z"),
    ("UTC", 7, 0, "2025-10-22T07:00:00Z", "2025-10-22", "2025-10-22T07:00:00Z"),
    (
      "Asia/Seoul", 7, 0, "2025-11-07T06:59:59+09:00", "2025-11-06",
      "2025-11-06T07:00:00+09:00"
    ),
    (
      "Asia/Seoul", 7, 0, "2025-11-07T07:00:00+09:00", "2025-11-07",
      "2025-11-07T07:00:00+09:00"
    ),
    (ny, 7, 0, "2025-03-09T06:59:59-04:00", "2025-03-08", "2025-03-08T07:00:00-05:00"),
    (ny, 7, 0, "2025-03-09T07:00:00-04:00", "2025-03-09", "2025-03-09T07:00:00-04:00"),
    (ny, 7, 0, "2025-11-02T01:30:00-04:00", "2025-11-01", "2025-11-01T07:00:00-04:00"),
    (ny, 7, 0, "2025-11-02T01:30:00-05:00", "2025-11-01", "2025-11-01T07:00:00-04:00"),
    (ny, 7, 0, "2025-11-02T06:59:59-05:00", "2025-11-01", "2025-11-01T07:00:00-04:00"),
    (ny, 2, 30, "2025-03-08T12:00:00-05:00", "2025-03-08", "2025-03-08T02:30:00-05:00"),
    (ny, 2, 30, "2025-03-09T01:59:59-05:00", "2025-03-08", "2025-03-08T02:30:00-05:00"),
    (ny, 2, 30, "2025-03-09T03:00:00-04:00", "2025-03-08", "2025-03-08T02:30:00-05:00"),
    (ny, 2, 30, "2025-03-09T03:29:59-04:00", "2025-03-08", "2025-03-08T02:30:00-05:00"),
    (ny, 2, 30, "2025-03-09T03:30:00-04:00", "2025-03-09", "2025-03-09T03:30:00-04:00"),
    (ny, 2, 30, "2025-03-10T02:29:59-04:00", "2025-03-09", "2025-03-09T03:30:00-04:00"),
    (ny, 1, 30, "2025-11-02T01:29:59-04:00", "2025-11-01", "2025-11-01T01:30:00-04:00"),
    (ny, 1, 30, "2025-11-02T01:30:00-04:00", "2025-11-02", "2025-11-02T01:30:00-04:00"),
    (ny, 1, 30, "2025-11-02T01:29:59-05:00", "2025-11-02", "2025-11-02T01:30:00-04:00"),
    (ny, 1, 30, "2025-11-02T01:30:00-05:00", "2025-11-02", "2025-11-02T01:30:00-04:00"),
    (
      "America/Sao_Paulo", 0, 0, "2018-11-03T23:59:59-03:00", "2018-11-03",
      "2018-11-03T00:00:00-03:00"
    ),
    (
      "America/Sao_Paulo", 0, 0, "2018-11-04T01:00:00-02:00", "2018-11-04",
      "2018-11-04T01:00:00-02:00"
    ),
    (
      "Pacific/Apia", 7, 0, "2011-12-31T02:00:00+14:00", "2011-12-29",
      "2011-12-29T07:00:00-10:00"
    ),
    (
      "Pacific/Apia", 7, 0, "2011-12-31T07:00:00+14:00", "2011-12-31",
      "2011-12-31T07:00:00+14:00"
    ),
    (ams, 7, 0, "2025-03-30T06:59:59+02:00", "2025-03-29", "2025-03-29T07:00:00+01:00"),
    (ams, 7, 0, "2025-03-30T07:00:00+02:00", "2025-03-30", "2025-03-30T07:00:00+02:00"),
    (ams, 7, 0, "2025-10-26T02:30:00+01:00", "2025-10-25", "2025-10-25T07:00:00+02:00"),
    (ams, 2, 30, "2025-03-30T03:29:59+02:00", "2025-03-29", "2025-03-29T02:30:00+01:00"),
    (ams, 2, 30, "2025-03-30T03:30:00+02:00", "2025-03-30", "2025-03-30T03:30:00+02:00"),
    (ams, 2, 30, "2025-10-26T02:29:59+02:00", "2025-10-25", "2025-10-25T02:30:00+02:00"),
    (ams, 2, 30, "2025-10-26T02:29:59+01:00", "2025-10-26", "2025-10-26T02:30:00+02:00"),
    (
      "Asia/Kathmandu", 7, 0, "2025-10-21T06:59:59+05:45", "2025-10-20",
      "2025-10-20T07:00:00+05:45"
    ),
    (
      "Asia/Kathmandu", 7, 0, "2025-10-21T07:00:00+05:45", "2025-10-21",
      "2025-10-21T07:00:00+05:45"
    ),
    (
      "Asia/Kathmandu", 0, 0, "1985-12-31T23:59:59+05:30", "1985-12-31",
      "1985-12-31T00:00:00+05:30"
    ),
    (
      "Asia/Kathmandu", 0, 0, "1986-01-01T00:15:00+05:45", "1986-01-01",
      "1986-01-01T00:15:00+05:45"
    ),
  ]
  static let ams = "Europe/Amsterdam"
  static let ny = "America/New_York"

  @Test(arguments: table.indices)
  func `the measured days stay`(row: Int) throws {
    let (zone, hour, minute, text, label, start) = Self.table[row]
    let calendar = try DayCalendar(DayBoundary(zone: zone, hour: hour, minute: minute))
    let instant = try #require(ISO8601DateFormatter().date(from: text))
    let day = calendar.day(of: instant)
    #expect(day.description == label)
    #expect(calendar.start(of: day) == ISO8601DateFormatter().date(from: start))
    #expect(calendar.day(of: instant) == day)
  }

  @Test func `a day that the zone skipped has no start`() throws {
    let calendar = try DayCalendar(DayBoundary(zone: "Pacific/Apia"))
    #expect(calendar.start(of: try #require(CivilDay(year: 2011, month: 12, day: 30))) == nil)
    #expect(calendar.start(of: CivilDay(daysSince1970: .max)) == nil)
  }

  /// Clocks went from 23:00 to midnight on 29 March 2025, so that it never was 23:59.
  @Test func `a day whose hour the clocks passed over begins when they do`() throws {
    let calendar = try DayCalendar(
      DayBoundary(zone: "America/Scoresbysund", hour: 23, minute: 59))
    let day = try #require(CivilDay(year: 2025, month: 3, day: 29))
    let midnight = try #require(ISO8601DateFormatter().date(from: "2025-03-30T01:00:00Z"))
    #expect(calendar.start(of: day) == midnight)
    #expect(calendar.day(of: midnight) == day)
    #expect(calendar.day(of: midnight - 1) < day)
    let store = try EventStore.temporary(schema: .nursery(boundary: calendar.boundary))
    try store.append { draft in
      try draft.record(UUID(), SleepSession(start: midnight - 1800, end: midnight + 1200))
    }
    let totals = try store.read { try $0.view(HistoryGroups.self).totals() }
    #expect(totals.map(\.totals[.sleep].seconds) == [1800, 1200])
    #expect(totals.last?.day == day)
  }

  @Test(
    arguments: [
      (-63_113_904_000, "0000-12-31"), (63_113_904_000, "4000-12-31"),
      (-.infinity, CivilDay(daysSince1970: .min).description), (.nan, "-5877641-06-23"),
      (-1e300, "-5877641-06-23"), (1e300, CivilDay(daysSince1970: .max).description),
    ] as [(Double, String)])
  func `an instant of no use has some day`(seconds: Double, label: String) throws {
    let calendar = try DayCalendar(DayBoundary(zone: "UTC"))
    #expect(calendar.day(of: Date(timeIntervalSinceReferenceDate: seconds)).description == label)
  }

  @Test func `a boundary that is none is refused`() {
    #expect(throws: DayBoundaryError.unknownZone("Mars/Base")) {
      try DayBoundary(zone: "Mars/Base")
    }
    #expect(throws: DayBoundaryError.invalidTime(hour: 24, minute: 0)) {
      try DayBoundary(zone: "UTC", hour: 24, minute: 0)
    }
  }

  static let zones = [
    "UTC", ny, "Europe/Amsterdam", "Asia/Seoul", "America/Sao_Paulo", "Pacific/Apia",
    "Australia/Lord_Howe", "America/Havana", "America/St_Johns", "Asia/Beirut", "Africa/Casablanca",
    "Asia/Kathmandu", "Pacific/Kwajalein", "America/Nuuk", "Africa/Cairo",
  ]

  @Test(arguments: zones, [(7, 0), (0, 0), (2, 30), (1, 30), (23, 45)])
  func `the kept days are those of the calendar`(zone: String, time: (Int, Int)) throws {
    // From 1970 to 2040.
    try compare(zone, time, in: 0..<2_208_988_800, count: 1500)
  }

  /// A zone's file has changes until 2037, and a rule that goes on; some have none before 1970.
  @Test(
    arguments: [
      ny, ams, "America/Sao_Paulo", "Pacific/Apia", "Australia/Lord_Howe", "Africa/Casablanca",
      "Asia/Tokyo",
    ], [-2_208_988_800..<0, 2_145_916_800..<4_133_980_800] as [Range<Double>])
  func `so are those before 1970 and after 2037`(zone: String, seconds: Range<Double>) throws {
    for time in [(7, 0), (2, 30)] { try compare(zone, time, in: seconds, count: 600) }
  }

  private func compare(
    _ zone: String, _ time: (Int, Int), in range: Range<Double>, count: Int
  ) throws {
    let boundary = try DayBoundary(zone: zone, hour: time.0, minute: time.1)
    let kept = try DayCalendar(boundary)
    let reference = ReferenceDays(boundary)
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    for instant in reference.instants(&random, in: range, count: count) {
      let expected = reference.day(of: instant)
      let seen = kept.day(of: instant)
      if seen != expected {
        Issue.record("\(zone) \(time) \(instant): \(seen), not \(expected); seed \(seed)")
        return
      }
    }
  }
}
