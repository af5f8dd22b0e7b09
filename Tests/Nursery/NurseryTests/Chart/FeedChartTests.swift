import DaybookTesting
import Foundation
import Nursery
import Testing

struct FeedChartTests {
  private static let mina = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private static let noor = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11") ?? UUID()

  private static func feed(
    _ start: Date, _ amount: Amount?, of baby: UUID? = mina, named name: String = "Mina"
  ) -> ChartFeed {
    ChartFeed(baby: baby, babyName: name, start: start, amount: amount)
  }

  @Test(arguments: NurseryZones.all)
  func `today and the earliest day are left out`(zone: String) throws {
    let calendar = try DayCalendar(DayBoundary(zone: zone))
    let at = { try NurseryZones.instant(zone, 2025, 10, $0, $1) }
    let feeds = try [
      Self.feed(at(20, 8), nil, of: nil), Self.feed(at(21, 6), Amount(10, .millilitre)),
      Self.feed(at(21, 7), Amount(100, .millilitre)), Self.feed(at(22, 6), Amount(4, .fluidOunce)),
      Self.feed(at(22, 7), Amount(1, .cup)), Self.feed(at(23, 6), Amount(0, .millilitre)),
      Self.feed(at(23, 7), Amount(50, .millilitre)),
    ]
    let totals = { omission in
      FeedChart.dailyTotals(
        of: feeds, in: .millilitre, calendar: calendar, now: try at(23, 8), omitting: omission
      ).map { "\($0.id.day) \($0.value)" }
    }
    let whole = ["2025-10-21 218.294", "2025-10-22 240.0"]
    #expect(try totals([.today, .earliestDay]) == whole)
    #expect(try totals([.today]) == ["2025-10-20 10.0"] + whole)
    #expect(try totals([.earliestDay]) == whole + ["2025-10-23 50.0"])
    #expect(try totals([]) == ["2025-10-20 10.0"] + whole + ["2025-10-23 50.0"])
  }

  @Test func `a feed without an amount makes its day the earliest`() throws {
    let calendar = try DayCalendar(DayBoundary(zone: "UTC"))
    let at = { try NurseryZones.instant("UTC", 2025, 10, $0, 12) }
    let amount = Amount(100, .millilitre)
    let totals = { (feeds: [ChartFeed]) in
      FeedChart.dailyTotals(of: feeds, in: .millilitre, calendar: calendar, now: try at(25))
    }
    #expect(try totals([Self.feed(at(21), amount)]).isEmpty)
    #expect(try totals([Self.feed(at(20), nil), Self.feed(at(21), amount)]).count == 1)
    #expect(try totals([Self.feed(at(20), amount, of: nil), Self.feed(at(21), amount)]).count == 1)
    #expect(try totals([]).isEmpty)
  }

  @Test func `points are by day, then name, and babies of one name stay apart`() throws {
    let calendar = try DayCalendar(DayBoundary(zone: "UTC"))
    let at = { try NurseryZones.instant("UTC", 2025, 10, $0, 12) }
    let third = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A12") ?? UUID()
    let amount = Amount(1, .millilitre)
    let feeds = try [
      Self.feed(at(22), amount, of: third, named: "Adam"), Self.feed(at(21), amount),
      Self.feed(at(21), amount, of: Self.noor), Self.feed(at(21), amount, of: third, named: "Adam"),
    ]
    let points = try FeedChart.dailyTotals(
      of: feeds, in: .millilitre, calendar: calendar, now: at(25), omitting: [])
    #expect(points.map(\.id.baby) == [third, Self.mina, Self.noor, third])
    #expect(points.map(\.id.day.day) == [21, 21, 21, 22])
    #expect(points.map(\.babyName) == ["Adam", "Mina", "Mina", "Adam"])
  }

  @Test func `unknown units give no point unless they are taken for one`() throws {
    let calendar = try DayCalendar(DayBoundary(zone: "UTC"))
    let at = try NurseryZones.instant("UTC", 2025, 10, 21, 12)
    let feeds = [
      Self.feed(at, Amount(5, unitText: "oz")), Self.feed(at, Amount(7, unitText: nil)),
      Self.feed(at, Amount(.nan, .millilitre)),
    ]
    let values = { (unknown: VolumeUnit?) in
      FeedChart.sessions(
        of: feeds, in: .millilitre, calendar: calendar, now: at, takingUnknownAs: unknown
      ).map(\.value)
    }
    #expect(values(nil).isEmpty)
    #expect(values(.millilitre) == [5])
    #expect(values(.fluidOunce) == [147.8675])
    let totals = FeedChart.dailyTotals(
      of: feeds, in: .millilitre, calendar: calendar, now: at, omitting: [],
      takingUnknownAs: .millilitre)
    #expect(totals.map(\.value) == [5])
  }

  @Test(arguments: NurseryZones.all)
  func `points of feeds are by time, today included unless told otherwise`(zone: String) throws {
    let calendar = try DayCalendar(DayBoundary(zone: zone))
    let at = { try NurseryZones.instant(zone, 2025, 10, $0, $1) }
    let amount = { Amount($0, .millilitre) }
    let feeds = try [
      Self.feed(at(22, 8), amount(4)), Self.feed(at(22, 6), amount(3)),
      Self.feed(at(22, 6), amount(2), of: Self.noor, named: "Ada"), Self.feed(at(21, 6), amount(1)),
    ]
    let values = { omission in
      FeedChart.sessions(
        of: feeds, in: .millilitre, calendar: calendar, now: try at(22, 9), omitting: omission
      ).map(\.value)
    }
    #expect(try values([]) == [1, 2, 3, 4])
    #expect(try values([.today]) == [1, 2, 3])
    #expect(try values([.earliestDay]) == [2, 3, 4])
  }

  @Test(arguments: NurseryZones.all, 1...3 as ClosedRange<UInt64>)
  func `totals are those of a naive count`(zone: String, seed: UInt64) throws {
    let boundary = try DayBoundary(zone: zone, hour: 2, minute: 30)
    let reference = ReferenceDays(boundary)
    var random = SeededGenerator(seed: seed)
    let feeds = (0..<400).map { _ in
      let start = Date(timeIntervalSince1970: Double.random(in: 1.735e9...1.765e9, using: &random))
      return Self.feed(
        start, Amount(Double(Int.random(in: 0...200, using: &random)), .millilitre),
        of: Bool.random(using: &random) ? Self.mina : Self.noor)
    }
    var sums: [String: Double] = [:]
    for feed in feeds {
      let baby = try #require(feed.baby)
      sums["\(reference.day(of: feed.start)) \(baby)", default: 0] += feed.amount?.value ?? 0
    }
    let points = FeedChart.dailyTotals(
      of: feeds.shuffled(using: &random), in: .millilitre, calendar: try DayCalendar(boundary),
      now: Date(timeIntervalSince1970: 1.8e9), omitting: [])
    #expect(points.map(\.id.day) == points.map(\.id.day).sorted())
    let seen = points.map { ("\($0.id.day) \($0.id.baby)", $0.value) }
    #expect(Dictionary(uniqueKeysWithValues: seen) == sums)
  }
}
