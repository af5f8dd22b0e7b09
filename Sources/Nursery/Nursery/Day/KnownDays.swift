/// What a `DayCalendar` remembers of its calendar.
struct KnownDays {
  /// The logical days within each day of UTC, by days since 2001-01-01.
  private var segments: [Int32: DaySegments] = [:]
  /// The zone's offset at each half of a day of UTC, by halves since 2001-01-01.
  private var offsets: [Int32: Double] = [:]
  /// What the calendar says about each civil day, by days since 1970.
  var boundaries: [Int32: CivilBoundary] = [:]
  /// When logical days begin, nil for days that there are not, by days since 1970.
  var starts: [Int32: Double?] = [:]
  /// The day of UTC that was asked for last; histories are read in order.
  var lastKey = Int32.min
  var last = DaySegments()
  /// Where the logical day may change within a day of UTC; memory that is used again.
  private var points: [Double] = []

  /// The logical days within a day of UTC; nil when they change too often to be kept.
  mutating func segments(_ key: Int32, _ civil: CivilCalendar) -> DaySegments? {
    if let segments = segments[key] { return segments }
    guard let new = regular(key, civil) ?? make(key, civil) else { return nil }
    segments[key] = new
    return new
  }

  /// The days by arithmetic; nil when the zone's offset changes a day and a half before or after.
  ///
  /// Looks at the offset every twelve hours: no zone has ever changed it there and back within so
  /// short a time.
  private mutating func regular(_ key: Int32, _ civil: CivilCalendar) -> DaySegments? {
    let offset = offset(2 * key, civil)
    for half in 2 * key - 3...2 * key + 5 where self.offset(half, civil) != offset { return nil }
    let start = Double(key) * 86_400
    let day = civil.regularDay(start, offset: offset)
    var segments = DaySegments()
    _ = segments.append(day, from: start)
    let next = civil.regularDay(start + 86_399, offset: offset)
    if next != day { _ = segments.append(next, from: civil.regularStart(next, offset: offset)) }
    return segments
  }

  private mutating func offset(_ half: Int32, _ civil: CivilCalendar) -> Double {
    if let offset = offsets[half] { return offset }
    let offset = civil.offset(Double(half) * 43_200)
    offsets[half] = offset
    return offset
  }

  /// Asks for the logical day at the start of UTC's day and wherever it can change after that: at
  /// midnights, at boundaries and where the offset changes.
  private mutating func make(_ key: Int32, _ civil: CivilCalendar) -> DaySegments? {
    let start = Double(key) * 86_400
    let end = start + 86_400
    points.removeAll(keepingCapacity: true)
    points.append(start)
    if let change = civil.offsetChange(from: start, to: end) { points.append(change) }
    addMidnights(start, civil.offset(start))
    addMidnights(start, civil.offset(end - 1))
    for index in points.indices {
      points.append(civil.boundary(at: points[index], &boundaries).start)
    }
    points.sort()
    var segments = DaySegments()
    for point in points where point >= start && point < end {
      guard segments.append(civil.day(point, &boundaries), from: point) else { return nil }
    }
    return segments
  }

  /// Adds the midnights before and after an instant, for one offset of the zone.
  private mutating func addMidnights(_ seconds: Double, _ offset: Double) {
    let first = ((seconds + offset) / 86_400).rounded(.down) * 86_400 - offset
    points.append(first)
    points.append(first + 86_400)
  }
}
