import Foundation
import NurseryWidget
import Testing

/// BabyDashboard's widget file.
struct WidgetStatusTests {
  private static let baby = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10") ?? UUID()
  private static let now = Date(timeIntervalSinceReferenceDate: 784_152_300)

  private static func status(
    term: Double = 10_800, start: Double? = -5400, duration: Double? = 900, isFeeding: Bool = false
  ) -> WidgetStatus {
    WidgetStatus(
      id: baby, name: "Mina", feedTerm: term, lastStart: start.map { now + $0 },
      lastDuration: duration, isFeeding: isFeeding, now: now)
  }

  @Test func `the file has seven keys, and whole numbers without a fraction`() throws {
    let text = String(decoding: try Self.status().encoded(), as: UTF8.self)
    #expect(
      text == #"{"feedTerm":10800,"feedingProgress":0.08333333333333333,"#
        + #""id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","isFeeding":false,"name":"Mina","#
        + #""totalProgress":0.5,"updatedAt":784152300}"#)
    #expect(try WidgetStatus(bytes: Array(text.utf8)) == Self.status())
  }

  @Test func `a file of an older version gets the standard feed term and no running feed`() throws {
    let old = #"{"id":"0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10","name":"Mina","totalProgress":0.5,"#
    let rest = #""feedingProgress":0.25,"updatedAt":784152300}"#
    let status = try WidgetStatus(bytes: Array((old + rest).utf8))
    #expect(status.feedTerm == 10_800)
    #expect(!status.isFeeding)
    #expect(status.feedingProgress == 0.25)
  }

  @Test(arguments: [(-5.0, 1.0), (0, 1), (1, 1), (7200, 7200), (.nan, 10_800), (.infinity, 10_800)])
  func `a feed term is at least one second`(term: Double, expected: Double) throws {
    let status = Self.status(term: term)
    #expect(status.feedTerm == expected)
    #expect(try WidgetStatus(bytes: status.encoded()) == status)
  }

  @Test func `progress is not clipped, and is zero without feeds`() {
    #expect(Self.status(start: -21_600).totalProgress == 2)
    #expect(Self.status(start: 5400).totalProgress == -0.5)
    #expect(Self.status(start: -21_600).drawnProgress == 1)
    #expect(Self.status(start: nil, duration: nil).totalProgress == 0)
    #expect(Self.status(start: nil, duration: nil).feedingProgress == 0)
    #expect(Self.status(duration: -900).feedingProgress == 0)
  }

  @Test func `a running feed counts whole`() {
    let status = Self.status(isFeeding: true)
    #expect(status.feedingProgress == status.totalProgress)
  }

  @Test func `at a later time all has moved on that moves`() {
    let later = Self.status().projected(to: Self.now + 5400)
    #expect(later.totalProgress == 1)
    #expect(later.feedingProgress == Self.status().feedingProgress)
    #expect(later.updatedAt == Self.now + 5400)
    let feeding = Self.status(isFeeding: true).projected(to: Self.now + 5400)
    #expect(feeding.feedingProgress == 1)
  }

  @Test func `an earlier time changes nothing`() {
    #expect(Self.status().projected(to: Self.now - 60) == Self.status())
  }

  @Test func `a timeline has an entry for each minute of three hours`() {
    let timeline = Self.status().timeline(from: Self.now)
    #expect(timeline.count == 180)
    #expect(timeline[1].updatedAt == Self.now + 60)
    let last: Double = 0.5 + 179.0 * 60 / 10_800
    #expect(timeline[179].totalProgress == last)
  }

  @Test func `a file is named after its baby, in capitals`() {
    let name = WidgetStatus.fileName(of: Self.baby)
    #expect(name == "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10.json")
    #expect(WidgetStatus.baby(fileName: name) == Self.baby)
    #expect(WidgetStatus.baby(fileName: name.lowercased()) == nil)
    #expect(WidgetStatus.baby(fileName: "daybook-manifest.json") == nil)
  }
}
