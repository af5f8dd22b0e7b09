import Daybook
import Foundation

/// Single values as JSON; nil stays nil.
enum JSONWords {
  static func text(_ value: String?) -> String? {
    value.map { String(decoding: JSONValue.string($0).bytes, as: UTF8.self) }
  }

  /// Whole numbers without a point. What JSON has no number for is left out.
  static func number(_ value: Double?) -> String? {
    value.flatMap { JSONValue.Number($0) }.map { number in
      number.text.hasSuffix(".0") ? String(number.text.dropLast(2)) : number.text
    }
  }

  static func number(_ value: Int?) -> String? { value.map(String.init) }

  static func flag(_ value: Bool?) -> String? { value.map(String.init) }

  /// Whole seconds in a zone.
  static func time(_ date: Date?, zone: TimeZone) -> String? {
    text(date.map { OllieTime.text($0, zone: zone) })
  }
}
