/// Where a page of days goes on.
enum DayPage {
  /// The days before one, newest first; the newest ones without it.
  case before(CivilDay?)
  /// The days after one, oldest first; the oldest ones without it.
  case after(CivilDay?)

  var isDescending: Bool { if case .before = self { true } else { false } }

  func next(after range: ClosedRange<CivilDay>) -> DayPage {
    isDescending ? .before(range.lowerBound) : .after(range.upperBound)
  }
}
