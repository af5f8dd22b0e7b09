internal import Foundation

/// What the checks across rows need to know of a row.
protocol BabyBuddyEntry {
  var childID: String? { get }
  var interval: (start: Date, end: Date) { get }
  /// The row without its id, in a form that equal rows share.
  var content: String { get }
  var source: SourceRow { get set }
}

extension BabyBuddyFeeding: BabyBuddyEntry {
  var interval: (start: Date, end: Date) { (start, end) }

  var content: String {
    let amount = amount.map { "\($0)" } ?? ""
    let times = [start, end].map { "\($0.timeIntervalSinceReferenceDate)" }
    return ([childID ?? ""] + times + [type, method, amount, notes] + tagNames)
      .joined(separator: SourceIdentity.separator)
  }
}

extension BabyBuddyDiaper: BabyBuddyEntry {
  var interval: (start: Date, end: Date) { (time, time) }

  var content: String {
    let amount = amount.map { "\($0)" } ?? ""
    let instant = "\(time.timeIntervalSinceReferenceDate)"
    let flags = [wet ? "1" : "0", solid ? "1" : "0", color ?? ""]
    return ([childID ?? "", instant] + flags + [amount, notes] + tagNames)
      .joined(separator: SourceIdentity.separator)
  }
}
