internal import Nursery

extension CivilDay {
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
