/// A hybrid logical clock reading: 48 bits of milliseconds since 1970, 16 bits of counter.
///
/// It never runs backwards on one replica and is later than everything that replica has seen, so a
/// save always comes after what its author could know, whatever the wall clock says.
///
/// Source: Kulkarni, Demirbas et al., "Logical Physical Clocks" (2014).
public struct HybridTime: RawRepresentable, Comparable, Hashable, Sendable, Codable {
  /// Milliseconds in the high 48 bits, the counter in the low 16.
  public let rawValue: UInt64

  /// How many milliseconds another replica's clock may be ahead of this one's: a day.
  ///
  /// A message can move this clock ahead for good, so one more than a day ahead is refused.
  package static let maximumLead: Int64 = 86_400_000

  /// Wraps a stored reading.
  @inlinable public init(rawValue: UInt64) { self.rawValue = rawValue }

  /// The reading before every other; imports of old records declare it.
  public static let distantPast = HybridTime(rawValue: 0)

  /// The last millisecond of a wall clock; in the year 6429.
  static let lastMillisecond: Int64 = 1 << 47

  /// The first reading of the millisecond `milliseconds` since 1970; a negative number counts as 0,
  /// a time after the year 6429 as that year.
  public init(milliseconds: Int64) {
    rawValue = UInt64(max(0, min(milliseconds, Self.lastMillisecond))) << 16
  }

  /// The first reading of the millisecond of `date`; any date will do.
  ///
  /// One before 1970, or that is no number, becomes 1970; one after the year 6429 becomes that
  /// year.
  public init(_ date: Date) { self.init(milliseconds: date.milliseconds) }

  /// Milliseconds since 1970.
  public var milliseconds: Int64 { Int64(rawValue >> 16) }

  /// The date of its milliseconds.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The reading for something that happens now, after this one.
  ///
  /// A counter that is used up moves on to the next millisecond.
  public func next(wall milliseconds: Int64) -> HybridTime {
    max(HybridTime(milliseconds: milliseconds), HybridTime(rawValue: max(rawValue, rawValue &+ 1)))
  }

  /// By how many minutes it is ahead of a wall clock that shows so many milliseconds since 1970,
  /// when that is more than a clock that is right can be; nil otherwise.
  package func impossibleLead(over milliseconds: Int64) -> Int64? {
    let lead = self.milliseconds - milliseconds
    return lead > Self.maximumLead ? lead / 3_600_000 : nil
  }

  /// The same, over a date.
  package func impossibleLead(over wall: Date) -> Int64? {
    impossibleLead(over: wall.milliseconds)
  }

  @inlinable public static func < (a: HybridTime, b: HybridTime) -> Bool {
    a.rawValue < b.rawValue
  }
}
