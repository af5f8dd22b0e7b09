import Foundation
import Nursery
import Testing

struct TimeTextTests {
  private static let now = Date(timeIntervalSinceReferenceDate: 784_152_300)

  @Test(
    arguments: [
      (0, "0s", "0초"), (0.9, "0s", "0초"), (59.99, "59s", "59초"), (60, "1m", "1분"),
      (90, "1m 30s", "1분 30초"), (3600, "1h", "1시간"), (3605, "1h 5s", "1시간 5초"),
      (9045, "2h 30m 45s", "2시간 30분 45초"), (180_060, "50h 1m", "50시간 1분"),
      (-5, "0s", "0초"), (.nan, "0s", "0초"), (-.infinity, "0s", "0초"),
    ] as [(Double, String, String)])
  func `elapsed time has its seconds`(seconds: Double, english: String, korean: String) {
    #expect(DurationText.withSeconds(seconds) == english)
    #expect(DurationText.withSeconds(seconds, in: .korean) == korean)
  }

  @Test(
    arguments: [
      (0, "0m"), (59, "0m"), (60, "1m"), (3599, "59m"), (3600, "1h"), (9000, "2h 30m"),
      (90_000, "25h"), (1e300, "277777777777h 46m"), (.infinity, "277777777777h 46m"),
    ] as [(Double, String)])
  func `a duration has hours and minutes`(seconds: Double, text: String) {
    #expect(DurationText.hoursAndMinutes(seconds) == text)
    #expect(RelativeTimeText.took(seconds) == "in \(text)")
  }

  @Test(
    arguments: [
      (0, "Just now", "방금 전"), (59.9, "Just now", "방금 전"), (-3600, "Just now", "방금 전"),
      (.nan, "Just now", "방금 전"), (60, "1m ago", "1분 전"), (1800, "30m ago", "30분 전"),
      (3600, "1h ago", "1시간 전"), (9000, "2h 30m ago", "2시간 30분 전"),
      (93_600, "26h ago", "26시간 전"),
    ] as [(Double, String, String)])
  func `how long ago`(seconds: Double, english: String, korean: String) {
    let date = Self.now - seconds
    #expect(RelativeTimeText.ago(date, now: Self.now) == english)
    #expect(RelativeTimeText.ago(date, now: Self.now, in: .korean) == korean)
  }

  @Test(
    arguments: [
      (-1, "Just now", "방금 전"), (59, "Just now", "방금 전"), (60, "1m ago", "1분 전"),
      (3599, "59m ago", "59분 전"), (3600, "1h ago", "1시간 전"), (5400, "1h ago", "1시간 전"),
      (86_399, "23h ago", "23시간 전"), (86_400, "1d ago", "1일 전"),
      (604_799, "6d ago", "6일 전"), (.infinity, "1000000000000000d ago", "1000000000000000일 전"),
    ] as [(Double, String, String)])
  func `how long ago in one unit`(seconds: Double, english: String, korean: String) {
    let date = Self.now - seconds
    #expect(RelativeTimeText.coarse(date, now: Self.now) == english)
    #expect(RelativeTimeText.coarse(date, now: Self.now, in: .korean) == korean)
  }

  @Test func `how long a feed took, in Korean`() {
    #expect(RelativeTimeText.took(900, in: .korean) == "15분간")
  }

  @Test(
    arguments: zip(
      NurseryZones.all, ["20:05", "05:05", "15:05", "17:05", "09:05", "21:05", "01:50"]))
  func `a time is that of the zone's clocks`(zone: String, text: String) throws {
    let date = try NurseryZones.instant("2025-11-06T20:05:59Z")
    #expect(try ClockText.hoursAndMinutes(of: date, in: NurseryZones.zone(zone)) == text)
  }

  @Test(
    arguments: [
      ("America/New_York", "2025-03-09T01:59:59-05:00", "01:59"),
      ("America/New_York", "2025-03-09T03:00:00-04:00", "03:00"),
      ("Europe/Amsterdam", "2025-10-26T02:30:00+02:00", "02:30"),
      ("Europe/Amsterdam", "2025-10-26T02:30:00+01:00", "02:30"),
      ("Pacific/Apia", "2011-12-29T23:59:59-10:00", "23:59"),
      ("Pacific/Apia", "2011-12-31T00:00:00+14:00", "00:00"),
    ])
  func `clocks that change are followed`(zone: String, instant: String, text: String) throws {
    let date = try NurseryZones.instant(instant)
    #expect(try ClockText.hoursAndMinutes(of: date, in: NurseryZones.zone(zone)) == text)
  }

  @Test(
    arguments: [
      (-0.5, "23:59"), (-1e300, "06:24"), (1e12, "01:46"), (.nan, "--:--"), (.infinity, "--:--"),
    ] as [(Double, String)])
  func `an instant of no use has some time`(seconds: Double, text: String) {
    let date = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(ClockText.hoursAndMinutes(of: date, in: .gmt) == text)
  }

  @Test(arguments: [
    ("ko", TextLanguage.korean), ("ko-KR", .korean), ("KO_kr", .korean), ("en", .english),
    ("kok", .english), ("nl-NL", .english), ("", .english),
  ])
  func `a language has a code`(code: String, language: TextLanguage) {
    #expect(TextLanguage(code: code) == language)
  }

  @Test func `counts of diapers`() {
    #expect(CountText.diapers(3) == "3 diapers")
    #expect(CountText.diapers(1) == "1 diaper")
    #expect(CountText.diapers(1, style: .babyDashboard) == "1 diapers")
    #expect(CountText.diapers(1, in: .korean) == "기저귀 1개")
  }
}
