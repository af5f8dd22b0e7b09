public import Foundation
public import Interchange
public import Nursery

/// Turns local times of one zone into instants, and back.
///
/// A value with a cache: asking the zone database costs far more than the arithmetic, so the
/// offset of each day without a change is asked once. Not shared between tasks.
public struct ZoneClock: Sendable {
  /// The zone's name, such as `Europe/Amsterdam`.
  public let identifier: String
  private let zone: TimeZone
  private var boundaries: [Int: Int] = [:]
  private var steadyDays: [Int: Int?] = [:]
  /// The day that was asked for last, mostly that of the next reading too.
  private var lastDay: (day: Int, offset: Int?)?

  /// Opens a zone of the IANA database.
  ///
  /// Throws ``InterchangeError`` with ``InterchangeError/Code/unknownZone``.
  public init(zone identifier: String) throws(InterchangeError) {
    guard let zone = TimeZone(identifier: identifier) else {
      throw InterchangeError(.unknownZone, "There is no time zone named “\(identifier)”.")
    }
    self.identifier = identifier
    self.zone = zone
  }

  /// The clock of a zone; of UTC where none was told, and where the system does not know it.
  init(ifKnown identifier: String?) {
    let zone = identifier.flatMap(TimeZone.init(identifier:)) ?? .gmt
    self.identifier = zone.identifier
    self.zone = zone
  }

  /// The instant of a reading of a day far from any change of the clock; nil on other days.
  mutating func steadyInstant(showing local: LocalTime) -> Date? {
    steadyOffset(Int(local.date.daysSince1970)).map { date(local.secondsAsUTC - $0, local) }
  }

  /// The instants the zone's clock shows this reading at, earliest first: one, two, or none.
  public mutating func instants(showing local: LocalTime) -> [Date] {
    candidates(local).map { date($0, local) }
  }

  /// The instant of a reading: the first of two, moved forward by the gap for none.
  ///
  /// With `notBefore`, the first of two that is not before it, if there is one.
  public mutating func resolve(_ local: LocalTime, notBefore: Date? = nil) -> ResolvedTime {
    if let instant = steadyInstant(showing: local) {
      return ResolvedTime(instant: instant, certainty: .exact)
    }
    let found = instants(showing: local)
    guard let first = found.first else {
      return ResolvedTime(instant: date(afterGap(local), local), certainty: .nonexistent)
    }
    let chosen = notBefore.flatMap { limit in found.first { $0 >= limit } } ?? first
    return ResolvedTime(instant: chosen, certainty: found.count > 1 ? .ambiguous : .exact)
  }

  /// The day the zone's calendar shows at an instant.
  public func day(of instant: Date) -> CivilDay { local(instant).date }

  /// What the zone's clock shows at an instant, fractions of a second cut.
  public func local(_ instant: Date) -> LocalTime {
    let bounded = max(min(instant.timeIntervalSince1970, 1e12), -1e12)
    let seconds = Int(bounded.rounded(.down))
    let local = seconds + zone.secondsFromGMT(for: instant)
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    return LocalTime(date: CivilDay(days: day), secondOfDay: local - day * 86_400)
  }

  private mutating func candidates(_ local: LocalTime) -> [Int] {
    let seconds = local.secondsAsUTC
    if let offset = steadyOffset(Int(local.date.daysSince1970)) { return [seconds - offset] }
    return offsetsAround(Int(local.date.daysSince1970)).map { seconds - $0 }
      .filter { offset(at: $0) == seconds - $0 }.sorted()
  }

  /// Inside a gap the earlier offset still holds for the reading's earliest candidate.
  private mutating func afterGap(_ local: LocalTime) -> Int {
    let largest = offsetsAround(Int(local.date.daysSince1970)).max() ?? 0
    return local.secondsAsUTC - offset(at: local.secondsAsUTC - largest)
  }

  /// The one offset of a day far enough from any change; nil near one.
  private mutating func steadyOffset(_ day: Int) -> Int? {
    if let lastDay, lastDay.day == day { return lastDay.offset }
    let offset = steadyDays[day] ?? findSteadyOffset(day)
    lastDay = (day, offset)
    return offset
  }

  private mutating func findSteadyOffset(_ day: Int) -> Int? {
    let around = offsetsAround(day)
    let steady = around.count == 1 ? around.first : nil
    steadyDays[day] = .some(steady)
    return steady
  }

  /// The distinct offsets from a day before the local day to a day after it: offsets lie between
  /// −12 and +14 hours, so the reading's instant is in there.
  private mutating func offsetsAround(_ day: Int) -> [Int] {
    var found: [Int] = []
    for boundary in day - 1...day + 2 {
      let offset = boundaries[boundary] ?? offset(at: boundary * 86_400)
      boundaries[boundary] = offset
      if !found.contains(offset) { found.append(offset) }
    }
    return found
  }

  private func offset(at seconds: Int) -> Int {
    zone.secondsFromGMT(for: Date(timeIntervalSince1970: TimeInterval(seconds)))
  }

  // Built from the reference date: a `Date` is a count of seconds since 2001, and whole
  // microseconds stay as near as a Double can hold them.
  private func date(_ seconds: Int, _ local: LocalTime) -> Date {
    let whole = Double(seconds - 978_307_200)
    return Date(timeIntervalSinceReferenceDate: whole + Double(local.microsecond) / 1_000_000)
  }
}
