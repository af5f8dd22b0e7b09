import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import Testing

/// Cells of Huckleberry's file that say another thing than those beside them, or more than an entry
/// has properties for.
struct HuckleberryCellTests {
  private let nursery: NeighbourStore

  init() throws { nursery = try NeighbourStore() }

  private func source(_ row: String) throws -> HuckleberryFile {
    let header = "Type,Start,End,Duration,Start Condition,Start Location,End Condition,Notes"
    return try HuckleberryFile(
      NeighbourStore.file("\(header)\n\(row)\n", "huckleberry.csv"), child: "Noor", zone: "UTC",
      now: NeighbourStore.now)
  }

  private func feed(_ row: String) throws -> FeedSession {
    _ = try nursery.run(source(row))
    return try #require(try nursery.all(FeedSession.self).first)
  }

  @Test(arguments: [
    ("Formula,Cup,60ml", FeedContent.formula, FeedRoute.cup, 60.0 as Double?, ""),
    ("Breast Milk,Syringe,5ml", .breastMilk, .syringe, 5, ""),
    (",Spoon,", .unknown, .other("Spoon"), nil, ""),
    ("Formula,,90ml", .formula, .unknown, 90, ""),
    ("Formula,Cup,spilled", .formula, .cup, nil, "spilled"),
    (",,", .unknown, .unknown, nil, ""),
    (",BREAST,00:05L", .breastMilk, .breast(.left), nil, ""),
    ("00:05L,On the sofa,", .breastMilk, .breast(.left), nil, "On the sofa"),
    (",00:05L,", .breastMilk, .breast(.left), nil, ""),
  ])
  func `a feed is at the breast only where a cell says so`(
    cells: String, content: FeedContent, route: FeedRoute, amount: Double?, memo: String
  ) throws {
    let feed = try feed("Feed,2026-10-20 12:00,,,\(cells),")
    #expect(feed.content == content)
    #expect(feed.route == route)
    #expect(feed.amount?.value == amount)
    #expect(feed.memo ?? "" == memo)
  }

  @Test func `how long each of two sides took is kept, in their order`() throws {
    let feed = try feed("Feed,2026-10-20 06:09,2026-10-20 07:07,0:57,00:35R,Breast,00:21L,quiet")
    #expect(feed.route == .breast(.both))
    #expect(feed.memo == "00:35R, 00:21L\nquiet")
  }

  @Test(arguments: [
    (",0:10,00:45R,Breast,", "lasts 10 minutes by its duration and 45 by its sides"),
    (
      "2026-10-20 12:10,,00:45R,Breast,00:10L",
      "lasts 10 minutes by its end and 55 by its sides"
    ),
    (",0:57,00:35R,Breast,00:21L", nil as String?), (",0:20,00:05R,Breast,", nil),
    (",0:04,03:30R,Breast,", nil), (",0:10,00:11R,Breast,", nil), (",0:05,04:30R,Breast,", nil),
    (",4:30,04:30R,Breast,", nil), (",,00:59R,Breast,", nil),
  ])
  func `sides that took longer than the feed are asked about`(
    cells: String, doubt: String?
  ) throws {
    let plan = try Import(source("Feed,2026-10-20 12:00,\(cells),")).plan(in: nursery.store)
    #expect(plan.questions.map(\.id) == (doubt == nil ? [] : ["Feed:times"]))
    if let doubt { #expect(plan.questions.first?.text.contains(doubt) == true) }
  }

  @Test(arguments: [
    (",03:30R,Breast,", 1), (",04:30R,Breast,00:00L", 1), ("1:00,04:30R,Breast,", 1),
    (",00:59R,Breast,", 0), ("0:05,04:30R,Breast,", 0), ("4:30,04:30R,Breast,", 0),
  ])
  func `digits of a side that may be hours or minutes are told`(
    cells: String, count: Int
  ) throws {
    let report = try nursery.run(source("Feed,2026-10-20 12:00,,\(cells),"))
    #expect(report.count(of: .ambiguousLength) == count)
  }

  @Test(arguments: [("0:05", 300.0), ("4:30", 16_200)])
  func `digits of a side that may be hours are read by what the feed took`(
    duration: String, seconds: Double
  ) throws {
    let feed = try feed("Feed,2026-10-20 12:00,,\(duration),04:30R,Breast,,")
    #expect(feed.end?.timeIntervalSince(feed.start) == seconds)
    #expect(feed.memo == nil)
  }

  @Test(arguments: ["FEED", "feed "])
  func `a type is known in any case of its letters`(type: String) throws {
    #expect(try feed("\(type),2026-10-20 12:00,,,Formula,Bottle,60ml,").route == .bottle)
    let report = try nursery.run(source("Feed,2026-10-20 12:00,,,Formula,Bottle,60ml,"))
    #expect(report.counts.unchanged == 1)
  }

  @Test(arguments: [
    ("Growth", "7 pounds", "lb"), ("Growth", "7 kilograms", "kg"), ("Temp", "98 FAHRENHEIT", "F"),
    ("Temp", "37 celsius", "C"), ("Growth", "7 stone", "stone"),
  ])
  func `a unit is known by its long names`(type: String, cell: String, unit: String) throws {
    _ = try nursery.run(source("\(type),2026-10-20 12:00,,,\(cell),,,"))
    #expect(try nursery.all(BodyMeasurement.self).map(\.unitText) == [unit])
  }
}
