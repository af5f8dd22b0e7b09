extension Date {
  /// Whole milliseconds since 1970, rounded down.
  ///
  /// A date that no integer reaches counts as the nearest that one does, and one that is no number
  /// as the earliest: dates come from clocks, files and peers.
  var milliseconds: Int64 {
    let exact = (timeIntervalSince1970 * 1000).rounded(.down)
    return Int64(exactly: exact) ?? (exact > 0 ? .max : .min)
  }

  /// The date, or that of its milliseconds when it is no number: such a date ends who prints it.
  var finite: Date {
    timeIntervalSince1970.isFinite
      ? self : Date(timeIntervalSince1970: Double(clockMilliseconds) / 1000)
  }

  /// What a clock that shows this date says, in milliseconds since 1970.
  ///
  /// A clock that is beyond the year 6000 or shows no date at all is broken, and says nothing: 0.
  /// The hybrid clock then goes on by itself, instead of being moved to its end for ever.
  var clockMilliseconds: Int64 {
    let milliseconds = milliseconds
    return milliseconds < HybridTime.lastMillisecond ? milliseconds : 0
  }
}
