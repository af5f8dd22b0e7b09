/// Reads the pass of a repeated hour off the order of the rows.
///
/// Baby Buddy writes rows by true instant descending. Where the local time rises on the way down,
/// the clock was set back: the rows above it are of the second pass. An order that fits no such
/// story (someone sorted the file) decides nothing.
///
/// Equal local times decide nothing either: Baby Buddy orders ties by id, but a tie in the file
/// need not be one, because the export cuts the fraction of the second.
enum DescendingOrder {
  /// For each local time, in file order, whether the order forces it into the second pass.
  static func secondPasses(_ locals: [LocalTime], clock: inout ZoneClock) -> [Bool] {
    var second = [Bool](repeating: false, count: locals.count)
    let repeated = locals.map { clock.instants(showing: $0).count > 1 }
    var block = 0
    var rises = 0
    for index in locals.indices.dropFirst() {
      let (above, below) = (locals[index - 1], locals[index])
      let isSameHour =
        repeated[index - 1] && repeated[index]
        && abs(above.secondsAsUTC - below.secondsAsUTC) < 86_400
      if !isSameHour { (block, rises) = (index, 0) }
      guard below > above else { continue }
      rises += 1
      guard isSameHour, rises == 1 else { return second.map { _ in false } }
      for earlier in block..<index { second[earlier] = true }
    }
    return second
  }
}
