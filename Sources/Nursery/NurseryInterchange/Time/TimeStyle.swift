internal import Interchange
internal import Nursery

/// How the times of some files are written: as their program writes them, or as a spreadsheet does
/// that has saved them again.
///
/// A spreadsheet writes the times of its country, such as `10/20/2026 6:05 PM`, `20.10.2026 18:05`
/// or `2026/10/20 6:05`. Whether the day or the month comes first is told by a number above 12, in
/// any row; with points the day does.
struct TimeStyle: Sendable {
  /// The order that somebody told; nil to go by what the times prove.
  private let told: DateOrder?
  /// A time that proves nothing, and its file; nil before there was one.
  private var doubtful: (text: String, file: String)?
  /// A time in which the first number has to be the day.
  private var dayFirst: (text: String, file: String)?
  /// A time in which the second number has to be the day.
  private var monthFirst: (text: String, file: String)?

  init(told: DateOrder? = nil) { self.told = told }

  /// Takes the times of a file into account: all of them, because rows that a spreadsheet has
  /// written may come after others.
  ///
  /// - Throws: as `CSVFile.forEachRow`.
  mutating func note(_ file: CSVFile, columns: [String]) throws {
    let columns = columns.filter { file.has($0) }
    try file.forEachRowUncounted { row in
      for column in columns { note(row.peek(column).trimmed, file.file.name) }
    }
  }

  private mutating func note(_ text: String, _ file: String) {
    guard let found = SpreadsheetTime(text), !found.isYearFirst else { return }
    if found.order != nil || found.first == found.second { return }
    switch (found.first > 12, found.second > 12) {
    case (true, false): dayFirst = dayFirst ?? (text, file)
    case (false, true): monthFirst = monthFirst ?? (text, file)
    default: doubtful = doubtful ?? (text, file)
    }
  }

  /// Makes sure that the order of day and month is known where a time needs it.
  ///
  /// - Throws: `InterchangeError.unanswered` when nothing proves it, or two times prove different
  ///   ones.
  func check() throws(InterchangeError) {
    if told != nil { return }
    let (file, why): (String, String)
    if let dayFirst, let monthFirst {
      file = monthFirst.file
      why = "in “\(dayFirst.text)” the day comes first, and in “\(monthFirst.text)” the month"
    } else if let doubtful, dayFirst == nil, monthFirst == nil {
      file = doubtful.file
      why = "nothing tells whether “\(doubtful.text)” has the day or the month first"
    } else {
      return
    }
    throw InterchangeError(
      .unanswered, file: file,
      "The times of \(file) look as if a spreadsheet had saved it, and \(why); export the file "
        + "from the app again, or tell the order, dmy or mdy.")
  }

  /// A time, and the smallest step that its form tells, in seconds; nil for anything else.
  func time(_ text: String) -> (local: LocalTime, step: Double)? {
    let text = text.trimmed
    if let local = LocalTime(text) { return (local, 1) }
    guard let found = SpreadsheetTime(text), let second = found.secondOfDay,
      let date = day(found)
    else { return nil }
    return (LocalTime(date: date, secondOfDay: second), found.hasSeconds ? 1 : 60)
  }

  /// A date; nil for anything else.
  func day(_ text: String) -> CivilDay? {
    CivilDay(text.trimmed) ?? SpreadsheetTime(text.trimmed).flatMap { day($0) }
  }

  private func day(_ found: SpreadsheetTime) -> CivilDay? {
    switch found.order ?? order ?? (found.first == found.second ? .dayFirst : nil) {
    case nil: nil
    case .dayFirst: CivilDay(year: found.year, month: found.second, day: found.first)
    case .monthFirst: CivilDay(year: found.year, month: found.first, day: found.second)
    }
  }

  /// The order as it was told, or as the times prove it; nil when they prove none, or both.
  private var order: DateOrder? {
    if let told { return told }
    guard (dayFirst == nil) != (monthFirst == nil) else { return nil }
    return dayFirst == nil ? .monthFirst : .dayFirst
  }
}

/// A time in a form that spreadsheets write, before it is known which number is the day.
private struct SpreadsheetTime {
  let year: Int
  /// The numbers beside the year, in the order of the text.
  let first: Int
  let second: Int
  /// Their order, where the form tells it.
  let order: DateOrder?
  let isYearFirst: Bool
  /// The seconds since midnight; nil for a date alone.
  let secondOfDay: Int?
  /// Whether seconds are told.
  let hasSeconds: Bool

  init?(_ text: String) {
    var scan = DigitScanner(text)
    if let year = scan.digits(4) {
      isYearFirst = true
      guard scan.take("/"), let month = scan.digits(upTo: 2), scan.take("/"),
        let day = scan.digits(upTo: 2)
      else { return nil }
      (self.year, first, second, order) = (year, month, day, .monthFirst)
    } else {
      isYearFirst = false
      guard let first = scan.digits(upTo: 2), let mark = Self.mark(&scan),
        let second = scan.digits(upTo: 2), scan.take(mark), let year = scan.digits(4)
      else { return nil }
      (self.year, self.first, self.second) = (year, first, second)
      order = mark == "." ? .dayFirst : nil
    }
    if scan.isAtEnd {
      (secondOfDay, hasSeconds) = (nil, false)
      return
    }
    guard scan.take(" "), let time = Self.time(&scan), scan.isAtEnd else { return nil }
    (secondOfDay, hasSeconds) = time
  }

  private static func mark(_ scan: inout DigitScanner) -> Unicode.Scalar? {
    (["/", ".", "-"] as [Unicode.Scalar]).first { scan.take($0) }
  }

  /// `H:MM`, with seconds or without, of 24 hours or of 12 with `AM` or `PM`.
  private static func time(_ scan: inout DigitScanner) -> (Int, Bool)? {
    guard var hour = scan.digits(upTo: 2), scan.take(":"), let minute = scan.digits(2),
      minute < 60
    else { return nil }
    var (second, hasSeconds) = (0, false)
    if scan.take(":") {
      guard let told = scan.digits(2), told < 60 else { return nil }
      (second, hasSeconds) = (told, true)
    }
    if let half = half(&scan) {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + half
    }
    return hour < 24 ? (hour * 3600 + minute * 60 + second, hasSeconds) : nil
  }

  /// The hours before the half of the day that is named; nil when none is.
  private static func half(_ scan: inout DigitScanner) -> Int? {
    let before = scan
    _ = scan.take(" ") || scan.take("\u{202F}") || scan.take("\u{A0}")
    for (letters, hours) in [(["a", "A"], 0), (["p", "P"], 12)] as [([Unicode.Scalar], Int)] {
      if letters.contains(where: { scan.take($0) }), scan.take("m") || scan.take("M") {
        return hours
      }
    }
    scan = before
    return nil
  }
}
