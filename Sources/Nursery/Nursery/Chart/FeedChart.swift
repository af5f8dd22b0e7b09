public import Daybook

/// Points for charts of feeds, as pure functions.
///
/// Feeds without a baby or without an amount give no point. An amount in an unknown unit gives none
/// unless the call says what it means; BabyDashboard takes it for millilitres. Zero counts.
public enum FeedChart {
  /// Days that are left out because they are not whole.
  public struct Omission: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The logical day that contains now.
    public static let today = Omission(rawValue: 1)
    /// The earliest logical day of any feed, with an amount or not: people begin within a day.
    public static let earliestDay = Omission(rawValue: 2)
  }

  /// The sum of each baby on each logical day, by day, then name, then baby; O(n log n).
  ///
  /// Sums are exact to a nanolitre for each feed, and do not depend on the order of `feeds`.
  ///
  /// - Parameters:
  ///   - omitting: both kinds unless told otherwise, as BabyDashboard does.
  ///   - unknown: what unknown units mean; nil leaves their amounts out.
  public static func dailyTotals(
    of feeds: some Sequence<ChartFeed>, in unit: VolumeUnit, calendar: DayCalendar, now: Date,
    omitting: Omission = [.today, .earliestDay], takingUnknownAs unknown: VolumeUnit? = nil
  ) -> [DailyFeedPoint] {
    var earliest: CivilDay?
    var sums: [DailyFeedPoint.ID: (name: String, nanolitres: Int64)] = [:]
    for feed in feeds {
      let day = calendar.day(of: feed.start)
      earliest = min(earliest ?? day, day)
      guard let (baby, volume) = measured(feed, unknown) else { continue }
      let id = DailyFeedPoint.ID(day: day, baby: baby)
      sums[id, default: (feed.babyName, 0)].nanolitres &+= volume
    }
    let today = calendar.day(of: now)
    let points = sums.compactMap { id, sum -> DailyFeedPoint? in
      if omitting.contains(.today), id.day == today { return nil }
      if omitting.contains(.earliestDay), id.day == earliest { return nil }
      return DailyFeedPoint(
        id: id, babyName: sum.name, value: unit.value(ofNanolitres: sum.nanolitres), unit: unit)
    }
    return points.sorted {
      ($0.id.day, $0.babyName, $0.id.baby.uuidString)
        < ($1.id.day, $1.babyName, $1.id.baby.uuidString)
    }
  }

  /// One point for each feed, by start, then name, then the order of `feeds`; O(n log n).
  ///
  /// - Parameters:
  ///   - omitting: nothing unless told otherwise, so that the last feeds are seen.
  ///   - unknown: what unknown units mean; nil leaves their amounts out.
  public static func sessions(
    of feeds: some Sequence<ChartFeed>, in unit: VolumeUnit, calendar: DayCalendar, now: Date,
    omitting: Omission = [], takingUnknownAs unknown: VolumeUnit? = nil
  ) -> [FeedPoint] {
    let today = calendar.day(of: now)
    let feeds = Array(feeds)
    let earliest =
      omitting.contains(.earliestDay) ? feeds.map { calendar.day(of: $0.start) }.min() : nil
    var numbers: [FeedPoint.ID: Int] = [:]
    let points = feeds.compactMap { feed -> FeedPoint? in
      guard let (baby, volume) = measured(feed, unknown) else { return nil }
      let day = calendar.day(of: feed.start)
      if day == earliest || (omitting.contains(.today) && day == today) { return nil }
      let first = FeedPoint.ID(start: feed.start, baby: baby, number: 0)
      let number = numbers[first, default: 0]
      numbers[first] = number + 1
      return FeedPoint(
        id: FeedPoint.ID(start: feed.start, baby: baby, number: number), babyName: feed.babyName,
        value: unit.value(ofNanolitres: volume), unit: unit)
    }
    return points.enumerated().sorted {
      ($0.element.start, $0.element.babyName, $0.offset)
        < ($1.element.start, $1.element.babyName, $1.offset)
    }.map(\.element)
  }

  private static func measured(
    _ feed: ChartFeed, _ unknown: VolumeUnit?
  ) -> (UUID, Int64)? {
    guard let baby = feed.baby,
      let volume = feed.amount?.nanolitres(takingUnknownAs: unknown)
    else { return nil }
    return (baby, volume)
  }
}
