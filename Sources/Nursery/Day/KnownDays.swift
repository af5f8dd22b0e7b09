/// What a `DayCalendar` remembers of its calendar.
struct KnownDays {
  /// The logical days within each day of UTC, by days since 2001-01-01.
  private var segments: [Int32: DaySegments] = [:]
  /// What the calendar says about each civil day, by days since 1970.
  var boundaries: [Int32: CivilBoundary] = [:]
  /// The day of UTC that was asked for last; histories are read in order.
  var lastKey = Int32.min
  var last = DaySegments()

  /// The logical days within a day of UTC; nil when they change too often to be kept.
  mutating func segments(_ key: Int32, _ civil: CivilCalendar) -> DaySegments? {
    if let segments = segments[key] { return segments }
    guard let new = make(key, civil) else { return nil }
    segments[key] = new
    return new
  }

  /// Asks for the logical day at the start of UTC's day and wherever it can change after that: at
  /// midnights, at boundaries and where the offset changes.
  private mutating func make(_ key: Int32, _ civil: CivilCalendar) -> DaySegments? {
    let start = Double(key) * 86_400
    let end = start + 86_400
    var points = [start]
    if let change = civil.offsetChange(from: start, to: end) { points.append(change) }
    for offset in [civil.offset(start), civil.offset(end - 1)] {
      let first = ((start + offset) / 86_400).rounded(.down) * 86_400 - offset
      points += [first, first + 86_400]
    }
    for point in points {
      points.append(civil.boundary(at: point, &boundaries).start)
    }
    var segments = DaySegments()
    for point in points.sorted() where point >= start && point < end {
      guard segments.append(civil.day(point, &boundaries), from: point) else { return nil }
    }
    return segments
  }
}
