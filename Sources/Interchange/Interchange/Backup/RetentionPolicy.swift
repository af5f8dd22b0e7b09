internal import Daybook
public import Foundation

/// Which backups are kept: the newest one of each of the last days, weeks, months and years.
///
/// ```swift
/// let policy = try RetentionPolicy("7d,4w,12m")
/// ```
/// Days and so on without a backup do not count, so that a computer that was off for a month, or
/// whose clock is wrong, loses none of what it has.
public struct RetentionPolicy: Sendable, Hashable, CustomStringConvertible {
  /// A stretch of the calendar.
  public enum Period: String, Sendable, Hashable, CaseIterable {
    /// A day of the calendar, in the zone.
    case day = "d"
    /// A week that begins on Monday.
    case week = "w"
    /// A month.
    case month = "m"
    /// A year.
    case year = "y"
  }

  /// How many of each period.
  public let counts: [Period: Int]

  /// Makes a policy of counts from 1 on.
  public init(_ counts: [Period: Int]) { self.counts = counts.filter { $0.value > 0 } }

  /// Reads a policy such as `7d,4w,12m`: counts of 1 to 9999, with `d`, `w`, `m` or `y` once.
  ///
  /// - Throws: `InterchangeError.badPolicy`.
  public init(_ text: String) throws(InterchangeError) {
    var counts: [Period: Int] = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let word = part.trimmingCharacters(in: .whitespaces)
      guard let period = word.last.flatMap({ Period(rawValue: String($0)) }),
        let count = Int(word.dropLast()), (1...9999).contains(count), counts[period] == nil
      else {
        throw InterchangeError(
          .badPolicy,
          "\"\(text)\" says not what to keep; write counts of days, weeks, months and years, such as 7d,4w,12m."
        )
      }
      counts[period] = count
    }
    self.counts = counts
  }

  public var description: String {
    Period.allCases.compactMap { period in counts[period].map { "\($0)\(period.rawValue)" } }
      .joined(separator: ",")
  }

  /// Which of some times are kept, by their indices; the newest always is.
  ///
  /// - Parameters:
  ///   - times: in any order.
  ///   - zone: where days begin and end.
  public func kept(_ times: [Date], zone: TimeZone) -> Set<Int> {
    let newestFirst = times.indices.sorted { (times[$0], $0) > (times[$1], $1) }
    var kept = Set(newestFirst.prefix(1))
    var calendar = Calendar(identifier: .iso8601)
    calendar.timeZone = zone
    for (period, count) in counts {
      var seen = Set<DateComponents>()
      for index in newestFirst where seen.count < count {
        let stretch = calendar.dateComponents(period.components, from: times[index])
        if seen.insert(stretch).inserted { kept.insert(index) }
      }
    }
    return kept
  }
}

extension RetentionPolicy.Period {
  fileprivate var components: Set<Calendar.Component> {
    switch self {
    case .day: [.era, .year, .month, .day]
    case .week: [.yearForWeekOfYear, .weekOfYear]
    case .month: [.era, .year, .month]
    case .year: [.era, .year]
    }
  }
}

extension BackupCatalog {
  /// What a policy lets go of: whole chains, of which it keeps no backup, and increments without a
  /// full backup before them. The chain that was added to last never goes.
  func removable(_ policy: RetentionPolicy, zone: TimeZone) -> [BackupName] {
    let chains = chains
    let places = chains.indices.flatMap { chain in chains[chain].all.map { (chain, $0.time) } }
    var kept = Set(policy.kept(places.map(\.1), zone: zone).map { places[$0].0 })
    if let newest = places.max(by: { ($0.1, $0.0) < ($1.1, $1.0) }) { kept.insert(newest.0) }
    let owned = Set(chains.flatMap(\.logs))
    // Increments first: a kill in between leaves a shorter chain, not a hole.
    return logs.filter { !owned.contains($0) }
      + chains.indices.filter { !kept.contains($0) }.flatMap { chains[$0].all.reversed() }
  }
}
