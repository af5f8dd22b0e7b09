import Checkins
import Daybook
import DaybookTesting
import Foundation
import Interchange
import Testing

/// PL-2: bytes written by hand from the documented format.
struct ExportTests {
  private static let pier = ListedCheckIn(
    id: UUID(uuidString: "7c0e7a50-6f0e-4a39-8c7e-1b2d5b6a9f01").map { ID($0) } ?? id(0),
    checkIn: CheckIn(
      name: "Pier 3 / “Süd”", address: "1 Main St, \"A\"\nOakland", latitude: Coordinate(37.8012),
      longitude: Coordinate(-122.27270049), category: "food",
      createdAt: date("2025-12-27T17:12:04Z") + 0.9999999))
  private static let bare = ListedCheckIn(
    id: id(10),
    checkIn: CheckIn(
      name: "Unknown Location", latitude: Coordinate(1), longitude: Coordinate(0.000001),
      createdAt: date("2025-12-28T01:30:00Z")))

  private func zone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }

  @Test func `PL-2: JSON has sorted names, escaped slashes and the shortest numbers`() throws {
    let golden = #"""
      [
        {
          "address" : "1 Main St, \"A\"\nOakland",
          "category" : "food",
          "createdAt" : "2025-12-27T17:12:04Z",
          "id" : "7C0E7A50-6F0E-4A39-8C7E-1B2D5B6A9F01",
          "latitude" : 37.8012,
          "longitude" : -122.2727,
          "name" : "Pier 3 \/ “Süd”"
        },
        {
          "address" : "",
          "createdAt" : "2025-12-28T01:30:00Z",
          "id" : "00000000-0000-0000-0000-00000000000A",
          "latitude" : 1,
          "longitude" : 1e-06,
          "name" : "Unknown Location"
        }
      ]
      """#
    #expect(try CheckInExport([Self.pier, Self.bare]).json() == golden)
  }

  @Test func `PL-2: nothing is an array of nothing, and a header`() throws {
    #expect(try CheckInExport([]).json() == "[\n\n]")
    #expect(
      CheckInExport([]).csv(zone: .gmt) == "date,time,name,address,latitude,longitude,category")
  }

  @Test(arguments: [
    ("UTC", "2025-12-27,17:12", "2025-12-28,01:30"),
    ("America/Los_Angeles", "2025-12-27,09:12", "2025-12-27,17:30"),
    ("Asia/Kathmandu", "2025-12-27,22:57", "2025-12-28,07:15"),
  ])
  func `PL-2: CSV tells times of the zone and six decimals`(
    name: String, first: String, second: String
  ) throws {
    let golden = """
      date,time,name,address,latitude,longitude,category
      \(first),Pier 3 / “Süd”,"1 Main St, ""A""
      Oakland",37.801200,-122.272700,food
      \(second),Unknown Location,,1.000000,0.000001,
      """
    #expect(CheckInExport([Self.pier, Self.bare]).csv(zone: try zone(name)) == golden)
  }

  @Test func `PL-2: a carriage return alone is not quoted`() {
    let checkIn = CheckIn(
      name: "a\rb", latitude: Coordinate(0), longitude: Coordinate(0),
      createdAt: date("2025-01-01T00:00:00Z"))
    let lines = CheckInExport([ListedCheckIn(id: id(1), checkIn: checkIn)]).csv(zone: .gmt)
    let golden =
      "date,time,name,address,latitude,longitude,category\n2025-01-01,00:00,a\rb,,0.000000,0.000000,"
    #expect(Array(lines.utf8) == Array(golden.utf8))
  }

  @Test func `PL-2: text to share tells the zone's time`() throws {
    let golden = """
      date: 2025-12-27
      time: 17:30
      name: Unknown Location
      address: \n\
      coordinates: 1.000000, 0.000001
      """
    #expect(CheckInExport.share(Self.bare.checkIn, zone: try zone("America/Los_Angeles")) == golden)
  }

  @Test func `files are named after the moment`() throws {
    let moment = date("2025-12-27T17:12:04Z")
    let name = CheckInExport.fileName("csv", now: moment, zone: try zone("America/Los_Angeles"))
    #expect(name == "poi-log-2025-12-27-091204.csv")
  }

  /// What Foundation's encoder writes, which is what the app uses.
  private struct Encoded: Encodable {
    let id: ID<CheckIn>
    let name: String
    let address: String
    let latitude: Double
    let longitude: Double
    let category: String?
    let createdAt: Date
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `JSON is what the app's encoder writes`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let words = [
      "/", "\"", "\\", "\u{1}", "\u{1F}", "\u{7F}", "\t\n\r", "\u{8}\u{C}", "é", "😀", "\u{2028}",
    ]
    let checkIns = (0..<Int.random(in: 0..<4, using: &random)).map { number in
      ListedCheckIn(
        id: id(number),
        checkIn: CheckIn(
          name: (0..<3).map { _ in words.randomElement(using: &random) ?? "" }.joined(),
          latitude: Coordinate(Double.random(in: -90...90, using: &random)),
          longitude: Coordinate(Double(Int.random(in: -3...3, using: &random)) / 1e6),
          category: Bool.random(using: &random) ? "a/b" : nil,
          createdAt: Date(timeIntervalSinceReferenceDate: .random(in: -1e9...1e9, using: &random))))
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.dateEncodingStrategy = .iso8601
    let encoded = checkIns.map { listed in
      Encoded(
        id: listed.id, name: listed.checkIn.name, address: listed.checkIn.address,
        latitude: listed.checkIn.latitude.degrees, longitude: listed.checkIn.longitude.degrees,
        category: listed.checkIn.category, createdAt: listed.checkIn.createdAt)
    }
    let golden = String(decoding: try encoder.encode(encoded), as: UTF8.self)
    #expect(try CheckInExport(checkIns).json() == golden)
  }

  @Test func `a place that is no number is told, and nothing is written`() {
    let checkIn = CheckIn(
      name: "a", latitude: Coordinate(.nan), longitude: Coordinate(0), createdAt: .distantPast)
    let error = #expect(throws: InterchangeError.self) {
      try CheckInExport([ListedCheckIn(id: id(1), checkIn: checkIn)]).json()
    }
    #expect(error?.code == .badRecord)
  }
}
