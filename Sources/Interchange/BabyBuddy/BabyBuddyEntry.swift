internal import Foundation

/// What the checks across rows need to know of a row.
protocol BabyBuddyEntry {
  var childID: String? { get }
  var interval: (start: Date, end: Date) { get }
  /// The values that are not times or tags, in a form that equal rows share.
  var values: [String] { get }
  var source: SourceRow { get set }
}

extension BabyBuddyFeeding: BabyBuddyEntry {
  var interval: (start: Date, end: Date) { (start, end) }

  var values: [String] {
    [childID ?? "", type, method, amount.map { "\($0)" } ?? "", notes]
  }
}

extension BabyBuddyDiaper: BabyBuddyEntry {
  var interval: (start: Date, end: Date) { (time, time) }

  var values: [String] {
    let flags = [wet ? "1" : "0", solid ? "1" : "0"]
    return [childID ?? ""] + flags + [color ?? "", amount.map { "\($0)" } ?? "", notes]
  }
}
