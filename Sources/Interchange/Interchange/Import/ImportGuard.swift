internal import Daybook
internal import Foundation

/// Notices that rows which were imported before have not changed one by one but all alike: read in
/// another zone, or in another unit.
///
/// Nobody corrects most entries of a household by the same offset or factor, so that is a mistake
/// in the arguments, and going on would change everything.
struct ImportGuard {
  /// Fewer entries than this say nothing.
  static let minimum = 10

  private var entries = 0
  /// Those of which the source tells local times, which a zone makes instants of.
  private var localEntries = 0
  private var shifts: [Int: Int] = [:]
  /// How many amounts there are, and what those that differ are multiplied by, by table: one
  /// is in another unit than the next.
  private var amounts: [String: Int] = [:]
  private var factors: [String: [Double]] = [:]

  /// Takes in how a row differs from the last import of it.
  ///
  /// - Parameter isLocal: whether the source tells times of a clock.
  mutating func compare<State: Importable>(
    _ before: ImportedRow, _ values: [UInt8], _ new: State, isLocal: Bool
  ) {
    if new.importedDate != nil {
      entries += 1
      if isLocal { localEntries += 1 }
    }
    if new.importedAmount ?? 0 != 0 { amounts[before.table, default: 0] += 1 }
    guard before.memory.told != values, let old = try? State(payload: before.memory.told) else {
      return
    }
    if let old = old.importedDate, let new = new.importedDate {
      let shift = new.timeIntervalSince(old)
      // Zones differ by quarters of an hour.
      if shift != 0, shift.remainder(dividingBy: 900) == 0, shift.magnitude < 1e9 {
        shifts[Int(shift), default: 0] += 1
      }
    }
    if let old = old.importedAmount, let new = new.importedAmount, old != 0, new != 0, old != new {
      factors[before.table, default: []].append(new / old)
    }
  }

  /// - Throws: `InterchangeError` when most entries have moved, or most amounts have grown, alike.
  func check() throws(InterchangeError) {
    try checkZone()
    for (table, amounts) in amounts.sorted(by: { $0.key < $1.key }) {
      try checkUnit(table, amounts, factors[table] ?? [])
    }
  }

  private func checkZone() throws(InterchangeError) {
    guard entries >= Self.minimum, let (clock, moved) = commonShift, moved * 2 > entries else {
      return
    }
    throw InterchangeError(
      .zoneDiffers,
      "\(moved) of \(entries) entries would move by \(clock): the zone differs from last time.")
  }

  /// The most frequent offset in words, and how many entries move by it.
  ///
  /// Two offsets count as one when they lie an hour apart: a zone has summer and winter.
  private var commonShift: (clock: String, moved: Int)? {
    let counts = shifts.map { shift, count in
      (shift, count, count + max(shifts[shift - 3600] ?? 0, shifts[shift + 3600] ?? 0))
    }
    // The smallest offset of the most frequent, so that the sentence is always the same.
    let best = counts.max { ($0.2, $0.1, -$0.0) < ($1.2, $1.1, -$1.0) }
    guard let (shift, _, moved) = best else { return nil }
    let minutes = abs(shift) / 60
    let clock = "\(shift < 0 ? "−" : "+")\(minutes / 60):\((minutes % 60).padded(2))"
    return (clock, moved)
  }

  /// A factor within a hundredth counts as the same: amounts are rounded.
  private func checkUnit(
    _ table: String, _ amounts: Int, _ factors: [Double]
  ) throws(InterchangeError) {
    guard amounts >= Self.minimum, factors.count * 2 > amounts else { return }
    let (middle, alike) = Self.middle(factors)
    guard alike * 2 > amounts else { return }
    let factor = Self.text(middle)
    throw InterchangeError(
      .unitDiffers,
      "\(alike) of \(amounts) amounts of \(table) would be \(factor) times what they were: "
        + "the unit differs from last time.")
  }

  private static func middle(_ factors: [Double]) -> (factor: Double, alike: Int) {
    let middle = factors.sorted()[factors.count / 2]
    return (middle, factors.count { abs($0 / middle - 1) < 0.01 })
  }

  private static func text(_ factor: Double) -> String { String(format: "%.4g", factor) }

  // MARK: Few rows

  /// The answer that what the source tells is right.
  private static let keep = "keep"
  /// Units differ by more than that, but for those of temperatures: a kilogram is 2.2 pounds. By
  /// less, somebody may have corrected a few amounts alike.
  private static let leastFactor = 2.1

  /// What only a person knows of so few rows that all of them may have been corrected: whether
  /// they are in another zone, or in another unit.
  ///
  /// - Throws: `InterchangeError.unanswered` for an answer that is none.
  func questions(_ answers: [String: String]) throws(InterchangeError) -> [ImportQuestion] {
    var asked: [ImportQuestion] = []
    if (2..<Self.minimum).contains(entries), localEntries == entries,
      let (clock, moved) = commonShift, moved == entries
    {
      asked.append(
        Self.question(
          "zone", "All \(entries) entries would move by \(clock)", "zone", "entries"))
    }
    for (table, amounts) in amounts.sorted(by: { $0.key < $1.key })
    where (2..<Self.minimum).contains(amounts) {
      let factors = factors[table] ?? []
      guard factors.count == amounts else { continue }
      let (factor, alike) = Self.middle(factors)
      guard alike == amounts, max(factor, 1 / factor) > Self.leastFactor else { continue }
      asked.append(
        Self.question(
          "\(table):factor",
          "All \(amounts) amounts of \(table) would be \(Self.text(factor)) times what they were",
          "unit", "amounts"))
    }
    var open: [ImportQuestion] = []
    for question in asked where try !question.isAnswered(by: answers) { open.append(question) }
    return open
  }

  private static func question(
    _ id: String, _ change: String, _ told: String, _ rows: String
  ) -> ImportQuestion {
    ImportQuestion(
      id: id,
      text: "\(change), as with another \(told) than last time; so few \(rows) do not prove that. "
        + "Is the \(told) right?",
      choices: [.init(answer: keep, meaning: "it is, and the source has changed so")],
      toldLastTime: told)
  }
}
