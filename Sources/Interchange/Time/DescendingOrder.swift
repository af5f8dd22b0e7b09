internal import Foundation

/// Reads the pass of a repeated hour off the order of the rows.
///
/// Baby Buddy writes rows by true instant descending, ties by id descending. Where the local time
/// rises on the way down, the clock was set back: the rows above it are of the second pass. An
/// order that fits no such story (someone sorted the file) decides nothing.
enum DescendingOrder {
  /// One row, in file order; `id` is nil where the source gave none.
  struct Row {
    let local: LocalTime
    let id: Int?
  }

  /// For each row, whether the order forces it into the second pass.
  static func secondPasses(_ rows: [Row], clock: inout ZoneClock) -> [Bool] {
    var second = [Bool](repeating: false, count: rows.count)
    var block = 0
    var rises = 0
    for index in rows.indices.dropFirst() {
      let sameBlock =
        isAmbiguous(rows[index], &clock) && isAmbiguous(rows[index - 1], &clock)
        && abs(rows[index].local.secondsAsUTC - rows[index - 1].local.secondsAsUTC) < 86_400
      if !sameBlock { (block, rises) = (index, 0) }
      guard !descends(rows[index - 1], rows[index]) else { continue }
      rises += 1
      guard sameBlock, rises == 1 else { return second.map { _ in false } }
      for earlier in block..<index { second[earlier] = true }
    }
    return second
  }

  private static func isAmbiguous(_ row: Row, _ clock: inout ZoneClock) -> Bool {
    clock.instants(showing: row.local).count > 1
  }

  private static func descends(_ above: Row, _ below: Row) -> Bool {
    if above.local != below.local { return above.local > below.local }
    guard let a = above.id, let b = below.id else { return true }
    return a > b
  }
}
