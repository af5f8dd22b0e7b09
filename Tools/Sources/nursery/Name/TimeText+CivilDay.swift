import DaybookTool
import Nursery

extension TimeText {
  /// The calendar day that it is.
  var today: CivilDay { CivilDay(daysSince1970: Int32(clamping: todayNumber)) }

  /// A calendar day: `today`, `yesterday`, `-3d`, or `2026-11-20`; nil for what is none.
  func day(_ text: String) -> CivilDay? { Self.day(text, today: today) }

  static func day(_ text: String, today: CivilDay) -> CivilDay? {
    dayNumber(text, today: Int(today.daysSince1970))
      .map { CivilDay(daysSince1970: Int32(clamping: $0)) }
  }

  /// As `day`, of what was.
  ///
  /// - Throws: `BadText` for what is no day, and for one that has not come yet.
  func pastDay(_ text: String) throws -> CivilDay {
    guard let day = day(text) else {
      throw BadText("“\(text)” is no day; write one such as 2026-11-20, yesterday or -3d")
    }
    if day > today { throw BadText("“\(text)” has not come yet; today is \(today)") }
    return day
  }
}
