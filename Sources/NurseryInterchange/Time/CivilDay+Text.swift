public import Nursery

extension CivilDay {
  /// Reads `YYYY-MM-DD`; nil for anything else.
  public init?(_ text: some StringProtocol) {
    var scan = DigitScanner(text)
    guard let year = scan.digits(4), scan.take("-"), let month = scan.digits(2), scan.take("-"),
      let day = scan.digits(2), scan.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  /// The day that many days after 1970-01-01, for any that a clock can show.
  init(days: Int) { self.init(daysSince1970: Int32(clamping: days)) }
}

extension Int {
  /// The number with leading zeros up to a width.
  func padded(_ width: Int) -> String {
    let text = String(self)
    return String(repeating: "0", count: Swift.max(0, width - text.count)) + text
  }
}
