internal import Foundation
internal import Interchange
internal import Nursery

/// Finds entries of one table that overlap.
///
/// Baby Buddy's rule: a.start < b.end and a.end > b.start, within a child. With the intervals
/// sorted by start and end it is enough to look at the next start and the latest end so far.
struct OverlapFinder {
  private var intervals: [String: [(start: Date, end: Date, row: Int)]] = [:]

  mutating func note(_ child: String, _ start: Date, _ end: Date, row: Int) {
    if start <= end { intervals[child, default: []].append((start, end, row)) }
  }

  /// The rows that overlap another of the same child.
  var rows: Set<Int> {
    var found: Set<Int> = []
    for var own in intervals.values {
      own.sort { ($0.start, $0.end) < ($1.start, $1.end) }
      var latest = Date.distantPast
      for (place, interval) in own.enumerated() {
        let next = place + 1 < own.count ? own[place + 1].start : nil
        if latest > interval.start || next.map({ $0 < interval.end }) == true {
          found.insert(interval.row)
        }
        latest = max(latest, interval.end)
      }
    }
    return found
  }
}

/// Notices rows that say what an earlier one said, and rows at the time of an earlier one.
struct RepeatWarnings {
  private var contents: Set<Int> = []
  private var instants: Set<Int> = []

  /// - Parameter content: a hash of the cells of the row without its identifier.
  mutating func warning(
    _ child: String, _ entry: any NurseryImport, _ content: Int
  ) -> ImportWarning? {
    let isTold = !contents.insert(content).inserted
    var instant = Hasher()
    instant.combine(child)
    instant.combine(entry.date)
    let isKnown = !instants.insert(instant.finalize()).inserted
    return isTold ? .duplicateRow : isKnown ? .identicalInstant : nil
  }
}
