internal import Foundation

/// What the system's calendar says about one civil day, in seconds since 2001.
struct CivilBoundary {
  /// The first instant of the logical day.
  let start: Double
  /// The calendar day before it that exists in the zone.
  let previous: CivilDay
}

/// The questions that logical days put to the system's calendar. Instants are seconds since 2001.
struct CivilCalendar: Sendable {
  /// 1600 to 9999, where the rules of the system's calendar and of `CivilDay` are the same.
  static let range = -12_654_000_000.0..<252_423_993_600.0

  private static let secondsFrom1970 = 978_307_200.0
  private let calendar: Calendar
  private let zone: TimeZone
  private let hour: Int
  private let minute: Int

  init(_ boundary: DayBoundary) throws(DayBoundaryError) {
    guard let zone = TimeZone(identifier: boundary.zone) else {
      throw .unknownZone(boundary.zone)
    }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    self.calendar = calendar
    self.zone = zone
    hour = boundary.hour
    minute = boundary.minute
  }

  /// A number for the offsets of the zone at all times that an entry can have, as this system knows
  /// them: when they change, and what they are twice a month.
  ///
  /// Some 500 changes and 7,500 offsets, in 0.2 to 6 ms. FNV-1a, 64 bits (draft-eastlake-fnv).
  var clockChanges: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ number: Double) {
      for byte in 0..<8 {
        hash = (hash ^ (number.bitPattern >> (8 * UInt64(byte)) & 0xFF)) &* 0x100_0000_01B3
      }
    }
    let (start, end) = (EntryRules.times.lowerBound, EntryRules.times.upperBound)
    var last = start
    while let next = zone.nextDaylightSavingTimeTransition(after: last), last < next, next < end {
      add(next.timeIntervalSinceReferenceDate)
      last = next
    }
    for instant in stride(from: start, to: end, by: 14.6 * 86_400) {
      add(offset(instant.timeIntervalSinceReferenceDate))
    }
    return String(hash, radix: 16)
  }

  /// The logical day at an instant within `range`; `known` saves asking twice about a civil day.
  func day(_ seconds: Double, _ known: inout [Int32: CivilBoundary]) -> CivilDay {
    let boundary = boundary(at: seconds, &known)
    return seconds >= boundary.start ? civilDay(seconds) : boundary.previous
  }

  /// What the calendar says about the civil day at an instant.
  func boundary(
    at seconds: Double, _ known: inout [Int32: CivilBoundary]
  ) -> CivilBoundary {
    let day = civilDay(seconds)
    if let boundary = known[day.daysSince1970] { return boundary }
    let midnight = calendar.startOfDay(for: Date(timeIntervalSinceReferenceDate: seconds))
    let first = midnight.timeIntervalSinceReferenceDate
    let boundary = CivilBoundary(
      start: instant(day, hour, minute) ?? first, previous: civilDay(first - 1))
    known[day.daysSince1970] = boundary
    return boundary
  }

  /// The logical day at an instant around which the zone has one offset.
  func regularDay(_ seconds: Double, offset: Double) -> CivilDay {
    let local = seconds + offset - Double(hour * 3600 + minute * 60)
    return CivilDay(daysSince1970: Int32(((local + Self.secondsFrom1970) / 86_400).rounded(.down)))
  }

  /// Where such a day begins.
  func regularStart(_ day: CivilDay, offset: Double) -> Double {
    Double(day.daysSince1970) * 86_400 - Self.secondsFrom1970 - offset
      + Double(hour * 3600 + minute * 60)
  }

  /// The first instant of a logical day; nil when the zone has no such day.
  func start(of day: CivilDay) -> Double? {
    guard (1600...9999).contains(day.year), let noon = instant(day, 12, 0),
      civilDay(noon) == day
    else { return nil }
    var known: [Int32: CivilBoundary] = [:]
    let start = boundary(at: noon, &known).start
    guard civilDay(start) > day else { return start }
    // The day had no such time left: what is early on the next calendar day belongs to it already.
    return calendar.startOfDay(for: Date(timeIntervalSinceReferenceDate: start))
      .timeIntervalSinceReferenceDate
  }

  /// The logical day by the zone's offset alone, for instants outside of `range`.
  func distantDay(_ seconds: Double) -> CivilDay {
    civilDay(seconds - Double(hour * 3600 + minute * 60))
  }

  /// Seconds to add for local time.
  func offset(_ seconds: Double) -> Double {
    Double(zone.secondsFromGMT(for: Date(timeIntervalSinceReferenceDate: seconds)))
  }

  /// The first whole second with the later offset, when the offsets at both ends differ.
  func offsetChange(from start: Double, to end: Double) -> Double? {
    let old = offset(start)
    guard offset(end - 1) != old else { return nil }
    var (low, high) = (start, end - 1)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded(.down)
      if offset(middle) == old { low = middle } else { high = middle }
    }
    return high
  }

  private func civilDay(_ seconds: Double) -> CivilDay {
    // The system's calendar stops the program at instants that are far off or not numbers.
    guard !seconds.isNaN else { return CivilDay(daysSince1970: .min) }
    let near = min(max(seconds, Self.range.lowerBound), Self.range.upperBound)
    let days = ((seconds + offset(near) + Self.secondsFrom1970) / 86_400).rounded(.down)
    return CivilDay(daysSince1970: Int32(exactly: days) ?? (days > 0 ? .max : .min))
  }

  private func instant(_ day: CivilDay, _ hour: Int, _ minute: Int) -> Double? {
    let parts = DateComponents(
      year: day.year, month: day.month.month, day: day.day, hour: hour, minute: minute)
    return calendar.date(from: parts)?.timeIntervalSinceReferenceDate
  }
}
