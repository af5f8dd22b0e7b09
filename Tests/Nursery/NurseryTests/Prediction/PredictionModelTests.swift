import Foundation
import Nursery
import Testing

struct PredictionModelTests {
  private static let model = PredictionModel()

  /// Feeds every three hours by day and a pause of six hours at night: at 6, 9, 12, 15, 18 and 24
  /// o'clock on the zone's clocks.
  private static func starts(_ zone: String, days: Int, month: Int = 6) throws -> [Date] {
    try (1...days).flatMap { day in
      try [0, 6, 9, 12, 15, 18].map { try NurseryZones.instant(zone, 2025, month, day, $0) }
    }
  }

  private static func predict(
    _ starts: [Date], after seconds: Double = 60, _ zone: String = "UTC",
    _ language: TextLanguage = .english
  ) throws -> Prediction? {
    let last = try #require(starts.max())
    return model.predict(
      .nextFeed, from: starts, now: last + seconds, zone: try NurseryZones.zone(zone),
      language: language)
  }

  @Test(arguments: NurseryZones.all, [(0, 6), (6, 9), (12, 15), (18, 24)])
  func `a habit by time of day is found`(zone: String, hours: (Int, Int)) throws {
    let all = try Self.starts(zone, days: 25)
    let last = try NurseryZones.instant(zone, 2025, 6, 24, hours.0)
    let prediction = try #require(
      try Self.predict(all.filter { $0 <= last }, zone))
    let next = try NurseryZones.instant(zone, 2025, 6, 24, hours.1)
    #expect(prediction.predictedTime == next)
    #expect(prediction.earliest == next && prediction.latest == next)
    #expect(prediction.confidence == 1)
    #expect(prediction.subject == .nextFeed)
  }

  @Test(arguments: NurseryZones.all)
  func `times of day are those of the clocks, also when they change`(zone: String) throws {
    // March and April hold the changes of New York and Amsterdam, and the end of summer in Apia's
    // last years with one.
    let starts = try Self.starts(zone, days: 31, month: 3).filter {
      try $0 <= NurseryZones.instant(zone, 2025, 3, 31, 18)
    }
    let prediction = try #require(try Self.predict(starts, zone))
    #expect(prediction.predictedTime == (try NurseryZones.instant(zone, 2025, 4, 1, 0)))
  }

  @Test func `too little history is no prediction`() throws {
    let starts = try Self.starts("UTC", days: 10)
    #expect(try Self.predict(Array(starts.prefix(12))) == nil)
    #expect(try Self.predict(Array(starts.prefix(13)))?.sampleCount == 12)
    let zone = try NurseryZones.zone("UTC")
    #expect(Self.model.predict(.nextNap, from: [], now: Date(), zone: zone) == nil)
  }

  @Test func `a history that ended a day ago is no prediction`() throws {
    let starts = try Self.starts("UTC", days: 20)
    #expect(try Self.predict(starts, after: 86_400) != nil)
    #expect(try Self.predict(starts, after: 86_401) == nil)
  }

  @Test func `what is older than the history, a day apart or still to come is not looked at`()
    throws
  {
    let starts = try Self.starts("UTC", days: 20)
    let last = try #require(starts.last)
    let expected = try Self.predict(starts)
    let old = (0..<200).map { last - 29 * 86_400 - Double($0) * 600 }
    let future = [last + 3600, last + 7200]
    // At the last start's time of day, with nothing for 30 hours after it.
    let gap = starts + [try #require(starts.first) - 30 * 3600]
    #expect(try Self.predict(gap) == expected)
    let zone = try NurseryZones.zone("UTC")
    let now = last + 60
    let others = (starts + old + future).shuffled()
    #expect(Self.model.predict(.nextFeed, from: others, now: now, zone: zone) == expected)
  }

  @Test func `a start written down twice is one`() throws {
    let starts = try Self.starts("UTC", days: 20)
    let twice = starts + starts.map { $0 + 299 }
    let expected = try #require(try Self.predict(starts))
    #expect(try Self.predict(twice) == expected)
    #expect(try Self.predict(starts + starts.map { $0 + 301 }) != expected)
  }

  @Test func `the interval holds the share of what comes, by definition 6`() throws {
    // Twelve waits of 60 to 115 minutes at one time of day, and the rest far from it.
    var starts: [Date] = []
    for day in 1...12 {
      let noon = try NurseryZones.instant("UTC", 2025, 6, day, 12)
      starts += [noon, noon + Double(60 + (day - 1) * 5) * 60]
    }
    starts.append(try NurseryZones.instant("UTC", 2025, 6, 13, 12))
    var model = Self.model
    model.bandSeconds = 600
    let last = try #require(starts.last)
    let prediction = try #require(
      model.predict(.nextNap, from: starts, now: last, zone: NurseryZones.zone("UTC")))
    #expect(prediction.sampleCount == 12)
    // Positions 1.3, 6.5 and 11.7 of 60, 65, …, 115 minutes.
    #expect(abs(prediction.earliest.timeIntervalSince(last) / 60 - 61.5) < 1e-9)
    #expect(abs(prediction.predictedTime.timeIntervalSince(last) / 60 - 87.5) < 1e-9)
    #expect(abs(prediction.latest.timeIntervalSince(last) / 60 - 113.5) < 1e-9)
    #expect(prediction.confidence == 1)
    model.coverage = 0.5
    let half = try #require(
      model.predict(.nextNap, from: starts, now: last, zone: NurseryZones.zone("UTC")))
    #expect(abs(half.earliest.timeIntervalSince(last) / 60 - 71.25) < 1e-9)
  }

  @Test func `the confidence is the share within half an hour of the middle`() throws {
    var starts: [Date] = []
    for day in 1...16 {
      let noon = try NurseryZones.instant("UTC", 2025, 6, day, 12)
      starts += [noon, noon + (day <= 4 ? 7200 : day <= 8 ? 3600 : 5400)]
    }
    starts.append(try NurseryZones.instant("UTC", 2025, 6, 17, 12))
    var model = Self.model
    model.bandSeconds = 600
    let last = try #require(starts.last)
    let prediction = model.predict(
      .nextFeed, from: starts, now: last, zone: try NurseryZones.zone("UTC"))
    #expect(prediction?.confidence == 1)
    let far = model.predict(
      .nextFeed, from: starts.map { Self.isLate($0) ? $0 + 1 : $0 }, now: last,
      zone: try NurseryZones.zone("UTC"))
    #expect(far?.confidence == 0.75)
  }

  /// Whether a start is two hours after noon.
  private static func isLate(_ date: Date) -> Bool {
    date.timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 86_400) == 50_400
  }

  @Test func `around midnight the times of day are near`() throws {
    var starts: [Date] = []
    for day in 1...14 {
      let midnight = try NurseryZones.instant("UTC", 2025, 6, day, 0)
      starts += [midnight + (day.isMultiple(of: 2) ? 1800 : -1800), midnight + 10_800]
    }
    starts.append(try NurseryZones.instant("UTC", 2025, 6, 14, 23, 59))
    var model = Self.model
    model.bandSeconds = 3600
    let prediction = model.predict(
      .nextFeed, from: starts, now: try #require(starts.last), zone: try NurseryZones.zone("UTC"))
    #expect(prediction?.sampleCount == 14)
    #expect(prediction?.confidence == 1)
  }

  @Test func `the sentence says what it is based on`() throws {
    let starts = try Self.starts("UTC", days: 20)
    #expect(
      try Self.predict(starts)?.explanation
        == "Of 19 feeds around this time of day in the last 28 days, half were followed by the next "
        + "within 6h, and about 80% after 6h to 6h.")
    #expect(
      try Self.predict(starts, "UTC", .korean)?.explanation
        == "최근 28일 동안 비슷한 시각에 시작한 수유 19건 가운데 절반은 6시간 안에 다음 수유가 시작되었고, "
        + "약 80%는 6시간에서 6시간 사이였습니다.")
  }

  @Test func `a prediction is written and read`() throws {
    let prediction = try #require(try Self.predict(Self.starts("UTC", days: 20)))
    let data = try JSONEncoder().encode(prediction)
    #expect(try JSONDecoder().decode(Prediction.self, from: data) == prediction)
    #expect(String(decoding: data, as: UTF8.self).contains(#""next_feed""#))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1, 0, 1, 2, 1e300])
  func `a setting of no use does no harm`(value: Double) throws {
    let starts = try Self.starts("UTC", days: 20)
    let (now, zone) = (try #require(starts.last), try NurseryZones.zone("UTC"))
    for path in [
      \PredictionModel.historyDays, \.bandSeconds, \.coverage, \.mergedSeconds,
    ] as [WritableKeyPath<PredictionModel, Double>] {
      var model = Self.model
      model[keyPath: path] = value
      let made = model.predict(.nextNap, from: starts, now: now, zone: zone)
      #expect(made.map { $0.earliest <= $0.latest } ?? true)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, -1e300, 1e300])
  func `an instant of no use does no harm`(seconds: Double) throws {
    let odd = Date(timeIntervalSinceReferenceDate: seconds)
    let starts = try Self.starts("UTC", days: 20)
    let now = try #require(starts.last) + 60
    let zone = try NurseryZones.zone("UTC")
    #expect(
      Self.model.predict(.nextFeed, from: [odd] + starts, now: now, zone: zone)
        == (try Self.predict(starts)))
    #expect(Self.model.predict(.nextFeed, from: [odd], now: odd, zone: zone) == nil)
  }
}
