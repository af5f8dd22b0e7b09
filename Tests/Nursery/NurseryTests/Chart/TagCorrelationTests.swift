import DaybookTesting
import Foundation
import Nursery
import Testing

struct TagCorrelationTests {
  private typealias Entry = TagCorrelation.Entry
  private static let start = Date(timeIntervalSinceReferenceDate: 784_152_300)
  private static let period = start..<start + 86_400

  private static func followed(
    _ tags: [String], by tag: String? = nil, _ entries: [TagCorrelation.Entry],
    _ matching: TagMatching = .ignoringCase
  ) -> [TagCorrelation] {
    TagCorrelation.ofTags(
      tags, followedBy: TagCorrelation.Target(event: "😴", tag: tag), in: entries, during: period,
      matching: matching)
  }

  @Test func `tags are compared as in filters`() {
    let entries = [
      Entry(date: Self.start, tags: ["##Tired "]),
      Entry(date: Self.start + 60, event: "😴"),
    ]
    #expect(Self.followed(["#tired"], entries).map(\.count) == [1])
    #expect(Self.followed(["##Tired "], entries, .exact).map(\.count) == [1])
    #expect(Self.followed(["#tired"], entries, .exact).map(\.count) == [0])
  }

  @Test(
    arguments: [(0, 0), (0.001, 1), (3600, 1), (3600.001, 0), (-1, 0), (1800, 1)]
      as [(Double, Int)])
  func `an event counts when it comes later, within an hour`(after: Double, matches: Int) {
    let entries = [
      Entry(date: Self.start, tags: ["x"]), Entry(date: Self.start + after, event: "😴"),
    ]
    let result = Self.followed(["x"], entries)
    #expect(result.map(\.count) == [1])
    #expect(result.map(\.matches) == [matches])
    #expect(result.map(\.share) == [Double(matches)])
  }

  @Test func `sources are those of the period, targets may come an hour after it`() {
    let end = Self.period.upperBound
    let entries = [
      Entry(date: Self.start - 1, tags: ["x"]), Entry(date: Self.start, tags: ["x"]),
      Entry(date: end - 1, tags: ["x"]), Entry(date: end, tags: ["x"]),
      Entry(date: end + 3599, event: "😴"),
    ]
    let result = Self.followed(["x"], entries)
    #expect(result.map(\.count) == [2])
    #expect(result.map(\.matches) == [1])
  }

  @Test func `events of the target's type are no sources, those of other types are`() {
    let entries = [
      Entry(date: Self.start, tags: ["x"], event: "😴"),
      Entry(date: Self.start + 60, tags: ["x"], event: "🛁"),
      Entry(date: Self.start + 120, event: "😴"),
    ]
    #expect(Self.followed(["x"], entries).map(\.count) == [1])
    #expect(Self.followed(["x"], entries).map(\.matches) == [1])
  }

  @Test func `the target may have to have a tag`() {
    let entries = [
      Entry(date: Self.start, tags: ["x"]),
      Entry(date: Self.start + 60, tags: ["#Long"], event: "😴"),
    ]
    #expect(Self.followed(["x"], by: "long", entries).map(\.matches) == [1])
    #expect(Self.followed(["x"], by: "short", entries).map(\.matches) == [0])
    #expect(Self.followed(["x"], by: "long", entries, .exact).map(\.matches) == [0])
  }

  @Test func `case and sign of a tag matter only where they did in the app`() {
    let entries = [
      Entry(date: Self.start, tags: ["#Tired"]), Entry(date: Self.start, tags: ["tired"]),
    ]
    #expect(Self.followed(["TIRED"], entries).map(\.count) == [2])
    #expect(Self.followed(["#tired"], entries).map(\.count) == [2])
    #expect(Self.followed(["#Tired"], entries, .exact).map(\.count) == [1])
    #expect(Self.followed(["TIRED"], entries, .exact).map(\.count) == [0])
  }

  @Test func `a tag that nobody used is nothing, with no significance`() {
    for result in [
      Self.followed(["x"], []),
      TagCorrelation.ofTags(["x"], withAmountsOf: [], during: Self.period),
    ] {
      #expect(result.map(\.tag) == ["x"])
      #expect(result.map(\.count) == [0])
      #expect(result.map(\.share) == [0])
      #expect(result.map(\.coefficient) == [0])
      #expect(result.map(\.pValue) == [1])
      #expect(result.map(\.meanMillilitres) == [nil])
    }
  }

  @Test func `a tag that every entry has has no coefficient`() {
    let entries = (0..<40).map { Entry(date: Self.start + Double($0) * 7200, tags: ["x"]) }
    let targets = entries.prefix(20).map { Entry(date: $0.date + 60, event: "😴") }
    let result = TagCorrelation.ofTags(
      ["x"], followedBy: TagCorrelation.Target(event: "😴"), in: entries + targets,
      during: Self.start..<Self.start + 1e7)
    #expect(result.map(\.count) == [40])
    #expect(result.map(\.matches) == [20])
    #expect(result.map(\.coefficient) == [0])
    #expect(result.map(\.pValue) == [1])
  }

  @Test func `the strongest come first, whatever the sign, and equal ones stay in order`() {
    let hours = (0..<24).map { Self.start + Double($0) * 3600 }
    var entries = hours.enumerated().map { index, date in
      Entry(date: date, tags: index < 12 ? ["early"] : index < 18 ? ["late"] : ["night"])
    }
    entries += hours.prefix(10).map { Entry(date: $0 + 60, event: "😴") }
    let result = Self.followed(["none", "night", "late", "early", "nil"], entries)
    #expect(result.map(\.tag) == ["early", "night", "late", "none", "nil"])
    #expect(result[1].coefficient == result[2].coefficient && result[1].coefficient < 0)
    #expect(abs(result[0].coefficient - 0.8451542547285166) < 1e-12)
    #expect(result[0].pValue < 0.001)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `counts are those of looking at every pair`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let kinds: [String?] = [nil, "😴", "🛁"]
    let entries = (0..<300).map { _ in
      Entry(
        date: Self.start + Double(Int.random(in: -200...1700, using: &random)) * 60,
        tags: ["x", "y", "z"].filter { _ in Int.random(in: 0..<3, using: &random) == 0 },
        event: kinds[Int.random(in: 0..<3, using: &random)])
    }
    for result in Self.followed(["x", "y", "z"], entries) {
      let sources = entries.filter {
        $0.tags.contains(result.tag) && $0.event != "😴" && Self.period.contains($0.date)
      }
      let followed = sources.filter { source in
        entries.contains {
          $0.event == "😴" && $0.date > source.date && $0.date <= source.date + 3600
        }
      }
      #expect(result.count == sources.count)
      #expect(result.matches == followed.count)
    }
  }

  @Test func `amounts with a tag against amounts without`() throws {
    let amounts: [(Double, [String])] = [
      (120, ["big"]), (130, ["big"]), (110, ["big"]), (150, ["big"]), (140, ["big"]), (90, []),
      (100, ["x"]), (80, []), (120, []), (60, []), (100, []),
    ]
    var feeds = amounts.enumerated().map { index, row in
      TagCorrelation.Feed(
        start: Self.start + Double(index), tags: row.1, amount: Amount(row.0, .millilitre))
    }
    feeds.append(TagCorrelation.Feed(start: Self.start, tags: ["big"]))
    feeds.append(
      TagCorrelation.Feed(start: Self.start, tags: ["big"], amount: Amount(9, unitText: "oz")))
    feeds.append(
      TagCorrelation.Feed(
        start: Self.start - 1, tags: ["big"], amount: Amount(900, .millilitre)))
    let result = TagCorrelation.ofTags(
      ["x", "big"], withAmountsOf: feeds, during: Self.period)
    let big = try #require(result.first)
    #expect(result.map(\.tag) == ["big", "x"])
    #expect(big.count == 7 && big.matches == 5)
    #expect(big.meanMillilitres == 130)
    #expect(abs(big.coefficient - 0.7517785180297055) < 1e-12)
    #expect(abs(big.pValue - 0.0004523942602980245) < 3e-7)
    #expect(result[1].pValue == 1)
    let asMillilitres = TagCorrelation.ofTags(
      ["big"], withAmountsOf: feeds, during: Self.period, takingUnknownAs: .millilitre)
    #expect(asMillilitres.map(\.matches) == [6])
  }

  @Test func `mixed units are compared by volume`() {
    let feeds = [
      TagCorrelation.Feed(start: Self.start, tags: ["a"], amount: Amount(1, .cup)),
      TagCorrelation.Feed(start: Self.start, tags: ["a"], amount: Amount(0.24, .litre)),
      TagCorrelation.Feed(start: Self.start, amount: Amount(4, .fluidOunce)),
    ]
    let result = TagCorrelation.ofTags(["a"], withAmountsOf: feeds, during: Self.period)
    #expect(result.map(\.meanMillilitres) == [240])
    #expect(abs((result.first?.coefficient ?? 0) - 1) < 1e-12)
    #expect(result.map(\.pValue) == [1])
  }

  @Test func `a tag whose feeds have no amount has a count alone`() {
    let feeds = [
      TagCorrelation.Feed(start: Self.start, tags: ["a"]),
      TagCorrelation.Feed(start: Self.start, amount: Amount(120, .millilitre)),
    ]
    let result = TagCorrelation.ofTags(["a"], withAmountsOf: feeds, during: Self.period)
    #expect(result.map(\.count) == [1])
    #expect(result.map(\.matches) == [0])
    #expect(result.map(\.meanMillilitres) == [nil])
    #expect(result.map(\.coefficient) == [0])
    #expect(result.map(\.pValue) == [1])
  }
}
