import Daybook
import Foundation

extension PuppyProfile {
  /// The text of a plan; nil without one.
  func planText(_ name: String) -> String? {
    plans.first { $0.hasPrefix(name + " ") }.map { String($0.dropFirst(name.count + 1)) }
  }

  /// A plan as the JSON that it is; nil without one.
  func plan(_ name: String) -> JSONValue? {
    planText(name).flatMap { try? JSONValue(parsing: Array($0.utf8)) }
  }
}

extension JSONValue {
  /// Each `targetTime` in a plan, however deep, earliest first. What is no time of day is left out.
  var targetTimes: [ClockTime] { nestedTimes.sorted() }

  private var nestedTimes: [ClockTime] {
    if let array { return array.flatMap(\.nestedTimes) }
    guard let object else { return [] }
    let own = object["targetTime"]?.string.flatMap { ClockTime($0) }
    return (own.map { [$0] } ?? []) + object.values.flatMap(\.nestedTimes)
  }
}
