internal import Daybook
internal import Foundation
internal import Interchange

/// When something was: by a number, by a text in the zone of the row, by a duration.
extension NaraRow {
  /// The instant of a column, by the number beside it; where that cannot be read, as when a
  /// spreadsheet has shortened it, by the text and the zone of the row.
  static func instant(
    _ cells: CSVFile.Row, _ column: String, _ style: TimeStyle, _ clocks: ZoneClocks
  ) -> Date? {
    let number = column + " (Epoch)"
    if let date = cells.value(number, { instant($0) }) { return date }
    guard let local = style.time(cells[column])?.local,
      let time = clocks.instant(local, in: cells["Time Zone"].trimmed)
    else { return nil }
    cells.noteChange(of: number)
    return time
  }

  /// Whether the start of a row is told by its text alone.
  static func needsText(_ cells: CSVFile.Row) -> Bool {
    instant(cells.peek("Start Date/time (Epoch)")) == nil
  }

  /// What can be a time at all in such a file: no telephone before 2000 had such an app, and nobody
  /// writes down what is far ahead.
  static let times =
    Date(timeIntervalSince1970: 946_684_800)..<Date(timeIntervalSince1970: 4_102_444_800)

  /// The instant of a column, when number and text tell the same one.
  func instant(_ column: String) throws(RowRefusal) -> Date? {
    guard let date = Self.instant(cells, column, style, clocks) else {
      let text = cells.peek(column).trimmed
      if text.isEmpty || column == "Start Date/time" { return nil }
      throw RowRefusal(column, "“\(text)” is not a time.")
    }
    let (number, text) = (column + " (Epoch)", cells.peek(column).trimmed)
    let told = "“\(cells.peek(number).trimmed)” is \(date.formatted(.iso8601))"
    guard Self.times.contains(date) else {
      throw RowRefusal(number, "\(told), and no such file is of that time.")
    }
    guard let (local, step) = style.time(text) else {
      if !text.isEmpty { cells.noteNothing(of: column) }
      return date
    }
    let rowZone = cells.peek("Time Zone").trimmed
    let zones = [rowZone, zone].compactMap(\.self)
    let isSame =
      zones.contains { clocks.shows(local, at: date, in: $0, step) }
      || !clocks.knows(rowZone) && ZoneClocks.mayShow(local, at: date, step)
    guard isSame else {
      throw RowRefusal(number, "\(told), and “\(text)” in \(column) is another time.")
    }
    return date
  }

  /// An instant since 1970 in milliseconds; some rows have seconds. Nil also for `1.79E+12`, as
  /// spreadsheets shorten it: the minutes are gone then.
  static func instant(_ text: String) -> Date? {
    if text.contains(where: { "eE".contains($0) }) { return nil }
    guard let number = Double(text.trimmed), number.isFinite, number.magnitude < 1e15 else {
      return nil
    }
    // Seconds of the year 5138 are milliseconds of 1973.
    return Date(timeIntervalSince1970: number.magnitude < 1e11 ? number : number / 1000)
  }

  /// The end, by its column; by the duration when there is none or it is before the start.
  mutating func end(_ type: String, _ start: Date) throws(RowRefusal) -> Date? {
    let column = "[\(type)] End Date/time"
    let end = try instant(column)
    let seconds = cells.value("[\(type)] Duration (Seconds)") { text in
      Double(text).flatMap { (0..<1e7).contains($0) ? $0 : nil }
    }
    guard let end, end >= start || seconds == nil else {
      if end != nil {
        warn(.endBeforeStart)
        cells.noteChange(of: column + " (Epoch)")
      }
      return seconds.map { start.addingTimeInterval($0) }
    }
    if let seconds {
      // A person may have set the minute of the end.
      timeDoubt =
        DurationCheck(
          start: start, end: end, told: seconds, tolerance: 60, mayPause: type != "Sleep"
        ).doubt
    }
    return end
  }
}
