/// Reads the pass of a repeated hour off the order of the rows.
///
/// Baby Buddy writes rows by true instant descending. Where the local time rises on the way down,
/// the clock was set back: the rows above it are of the second pass. An order that fits no such
/// story (someone sorted the file) decides nothing.
///
/// Equal local times decide nothing either: Baby Buddy orders ties by id, but a tie in the file
/// need not be one, because the export cuts the fraction of the second.
struct DescendingOrder {
  private var above: LocalTime?
  private var isAboveRepeated = false
  /// The rows since the last that was in another hour.
  private var block: [Int] = []
  private var rises = 0
  private var second: Set<Int> = []
  private var isOtherOrder = false

  /// Takes a row in the order of the file.
  mutating func note(_ local: LocalTime, row: Int, clock: inout ZoneClock) {
    let isRepeated =
      clock.steadyInstant(showing: local) == nil && clock.instants(showing: local).count > 1
    defer {
      above = local
      isAboveRepeated = isRepeated
      block.append(row)
    }
    guard let above else { return }
    let isSameHour =
      isAboveRepeated && isRepeated && abs(above.secondsAsUTC - local.secondsAsUTC) < 86_400
    if !isSameHour {
      block.removeAll(keepingCapacity: true)
      rises = 0
    }
    guard local > above else { return }
    rises += 1
    if isSameHour, rises == 1 { second.formUnion(block) } else { isOtherOrder = true }
  }

  /// The rows that the order puts into the second pass of a repeated hour.
  var secondPasses: Set<Int> { isOtherOrder ? [] : second }
}
