internal import Nursery

extension CivilDay {
  /// The day that many days after 1970-01-01, for any that a clock can show.
  init(days: Int) { self.init(daysSince1970: Int32(clamping: days)) }
}
