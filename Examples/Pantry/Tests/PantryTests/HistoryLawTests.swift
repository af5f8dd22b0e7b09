import DaybookMacros
import DaybookTesting
import Foundation
import Pantry
import Testing

/// Random histories: two persons edit, delete and take back on two phones, transactions arrive
/// late, and in between the phones are set up; both show what a plain model says.
struct HistoryLawTests {
  private static func number(_ variable: String) -> UInt64? {
    ProcessInfo.processInfo.environment[variable].flatMap(UInt64.init)
  }

  /// How many seeds; `DAYBOOK_EXAMPLE_SEEDS` for more.
  static let seeds: ClosedRange<UInt64> = 1...(number("DAYBOOK_EXAMPLE_SEEDS") ?? 40)
  /// How many edits of each; `DAYBOOK_EXAMPLE_EDITS` for more.
  static let edits = number("DAYBOOK_EXAMPLE_EDITS") ?? 100

  @Test(arguments: seeds)
  func `two phones show what a naive model says`(seed: UInt64) async throws {
    var history = try await LawHistory(seed: seed)
    for edit in 0..<Self.edits { try await history.step("seed \(seed), edit \(edit)") }
    try await history.end()
  }
}
