import Daybook
import DaybookTesting
import Nursery

/// The timers that run, all of them and those of each baby.
enum TimersView: OracleView {
  static let name = "timers"

  static func difference(
    _ reader: borrowing Reader, _ expected: OracleNursery, _ random: inout SeededGenerator
  ) throws -> String? {
    let timers = try reader.view(RunningTimers.self)
    let wanted = expected.timers.filter { !$0.value.isDeleted && $0.value.entry == nil }
      .sorted { ($0.value.start, $0.id.order) < ($1.value.start, $1.id.order) }
    if let difference = NurseryTests.difference("all", try timers.timers(), wanted) {
      return difference
    }
    for baby in expected.babies {
      let own = wanted.filter { $0.value.baby == baby }
      if let difference = NurseryTests.difference(
        "of \(String(describing: baby))", try timers.timers(of: baby), own)
      {
        return difference
      }
    }
    return nil
  }
}
