import Foundation
import Nursery
import Testing

struct FeedTileTests {
  static let now = Date(timeIntervalSinceReferenceDate: 784_152_300)

  /// A feed that began so many seconds ago.
  private static func finished(
    _ ago: Double, for seconds: Double = 900, _ amount: Amount? = nil, emoji: String? = nil
  ) -> FeedTileSnapshot.Finished {
    let start = now - ago
    return FeedTileSnapshot.Finished(
      start: start, end: start + seconds, amount: amount, emoji: emoji)
  }

  private static func tile(
    _ last: FeedTileSnapshot.Finished?, running ago: Double? = nil, term: Double = 10_800,
    unit: VolumeUnit = .millilitre, language: TextLanguage = .english
  ) -> FeedTile {
    let snapshot = FeedTileSnapshot(
      lastFinished: last, runningSince: ago.map { now - $0 }, feedTerm: term, preferredUnit: unit)
    return FeedTile(snapshot, now: now, language: language)
  }

  @Test(
    arguments: [
      (59, "59s"), (60, "1m"), (90, "1m 30s"), (3605, "1h 5s"), (0, "0s"), (-10, "0s"),
    ] as [(Double, String)])
  func `a running feed shows how long it takes`(ago: Double, text: String) {
    let tile = Self.tile(Self.finished(20_000), running: ago)
    #expect(tile.mainText == text)
    #expect(tile.footer == "")
    #expect(tile.icon == nil)
  }

  @Test(
    arguments: [
      (0, "Just now"), (59, "Just now"), (60, "1m ago"), (3600, "1h ago"), (9000, "2h 30m ago"),
      (93_600, "26h ago"), (-60, "Just now"),
    ] as [(Double, String)])
  func `a finished feed shows how long ago it began`(ago: Double, text: String) {
    #expect(Self.tile(Self.finished(ago)).mainText == text)
  }

  @Test func `no feed at all shows dashes`() {
    let tile = Self.tile(nil)
    #expect(tile.mainText == "--")
    #expect(tile.progress == 0)
    #expect(tile.secondaryProgress == nil)
    #expect(tile.footer == "No data")
    #expect(tile.icon == nil)
    #expect(!tile.isOverdue)
    #expect(Self.tile(nil, language: .korean).footer == "데이터 없음")
  }

  @Test(
    arguments: [
      (5400, nil, 0.5), (5400, 1080, 0.1), (21_600, nil, 2), (21_600, 16_200, 1.5),
      (-1080, nil, -0.1),
      (10_800, nil, 1),
    ] as [(Double, Double?, Double)])
  func `progress counts from the start and is not clipped`(
    ago: Double, running: Double?, progress: Double
  ) {
    #expect(abs(Self.tile(Self.finished(ago), running: running).progress - progress) < 1e-12)
  }

  @Test(
    arguments: [
      (900, nil, 900.0 / 10_800), (20_000, nil, 1), (-900, nil, -900.0 / 10_800), (0, nil, 0),
      (900, 1080, 0.1), (900, 20_000, 1),
    ] as [(Double, Double?, Double)])
  func `secondary progress is the length of the feed, at most 1`(
    seconds: Double, running: Double?, progress: Double
  ) throws {
    let tile = Self.tile(Self.finished(30_000, for: seconds), running: running)
    #expect(try abs(#require(tile.secondaryProgress) - progress) < 1e-12)
  }

  @Test(
    arguments: [
      (900, nil, .millilitre, "in 15m"),
      (900, Amount(120, .millilitre), .millilitre, "in 15m • 120 ml"),
      (900, Amount(120, .millilitre), .fluidOunce, "in 15m • 4.1 fl oz"),
      (4500, Amount(4, .fluidOunce), .millilitre, "in 1h 15m • 118.3 ml"),
      (30, Amount(0, .millilitre), .millilitre, "in 0m • 0 ml"),
      (-900, nil, .millilitre, "in 0m"),
      (900, Amount(2.5, unitText: "Scoops"), .millilitre, "in 15m • 2.5 scoops"),
    ] as [(Double, Amount?, VolumeUnit, String)])
  func `the footer is how long the feed took and how much it was`(
    seconds: Double, amount: Amount?, unit: VolumeUnit, text: String
  ) {
    let last = Self.finished(20_000, for: seconds, amount)
    #expect(Self.tile(last, unit: unit).footer == text)
  }

  @Test func `the texts are in Korean too`() {
    let last = Self.finished(9000, for: 900, Amount(120, .millilitre))
    let tile = Self.tile(last, language: .korean)
    #expect(tile.mainText == "2시간 30분 전")
    #expect(tile.footer == "15분간 • 120 ml")
    #expect(Self.tile(last, running: 90, language: .korean).mainText == "1분 30초")
  }

  @Test(arguments: [(nil, "🍼"), ("🤱", "🤱"), ("🍲", "🍲")] as [(String?, String)])
  func `the icon is that of the last feed's type`(emoji: String?, icon: String) {
    #expect(Self.tile(Self.finished(900, emoji: emoji)).icon == icon)
    #expect(Self.tile(Self.finished(900, emoji: emoji), running: 5).icon == nil)
  }

  @Test(
    arguments: [
      (10_799, nil, false), (10_800, nil, true), (50_000, nil, true), (50_000, 20_000, false),
    ] as [(Double, Double?, Bool)])
  func `the warning comes when the term has passed and nobody feeds`(
    ago: Double, running: Double?, isOverdue: Bool
  ) {
    #expect(Self.tile(Self.finished(ago), running: running).isOverdue == isOverdue)
    #expect(!Self.tile(nil, running: running).isOverdue)
  }

  @Test(
    arguments: [(0, 5400), (-10, 5400), (0.5, 5400), (.nan, 0.5), (.infinity, 0.5)]
      as [(Double, Double)])
  func `a term of no use has some progress`(term: Double, progress: Double) {
    #expect(Self.tile(Self.finished(5400), term: term).progress == progress)
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `an instant of no use does no harm`(seconds: Double) throws {
    let odd = Date(timeIntervalSinceReferenceDate: seconds)
    for last in [
      FeedTileSnapshot.Finished(start: odd, end: Self.now),
      FeedTileSnapshot.Finished(start: Self.now, end: odd),
    ] {
      for running in [nil, odd] {
        let snapshot = FeedTileSnapshot(lastFinished: last, runningSince: running)
        let tile = FeedTile(snapshot, now: Self.now)
        #expect(tile.progress == 0 && tile.secondaryProgress == 0)
        #expect(throws: Never.self) { try JSONEncoder().encode(tile) }
      }
    }
  }

  @Test func `a tile is written and read`() throws {
    let tile = Self.tile(Self.finished(9000, for: 900, Amount(120, .millilitre)))
    let read = try JSONDecoder().decode(FeedTile.self, from: JSONEncoder().encode(tile))
    #expect(read == tile)
  }
}
