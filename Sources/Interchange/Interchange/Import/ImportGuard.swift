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
  private var shifts: [Int: Int] = [:]
  /// How many amounts there are, and what those that differ are multiplied by, by table: one
  /// is in another unit than the next.
  private var amounts: [String: Int] = [:]
  private var factors: [String: [Double]] = [:]

  /// Takes in how a row differs from the last import of it.
  mutating func compare<State: Importable>(_ before: ImportedRow, _ values: [UInt8], _ new: State) {
    if new.importedDate != nil { entries += 1 }
    if new.importedAmount ?? 0 != 0 { amounts[before.table, default: 0] += 1 }
    guard before.values != values, let old = try? State(payload: before.values) else { return }
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

  /// Two offsets count as one when they lie an hour apart: a zone has summer and winter.
  private func checkZone() throws(InterchangeError) {
    guard entries >= Self.minimum else { return }
    let counts = shifts.map { shift, count in
      (shift, count, count + max(shifts[shift - 3600] ?? 0, shifts[shift + 3600] ?? 0))
    }
    // The smallest offset of the most frequent, so that the sentence is always the same.
    let best = counts.max { ($0.2, $0.1, -$0.0) < ($1.2, $1.1, -$1.0) }
    guard let (shift, _, moved) = best, moved * 2 > entries else { return }
    let minutes = abs(shift) / 60
    let rest = "\(minutes % 60)"
    let clock =
      "\(shift < 0 ? "−" : "+")\(minutes / 60):\(rest.count < 2 ? "0" : "")\(rest)"
    throw InterchangeError(
      .zoneDiffers,
      "\(moved) of \(entries) entries would move by \(clock): the zone differs from last time.")
  }

  /// A factor within a hundredth counts as the same: amounts are rounded.
  private func checkUnit(
    _ table: String, _ amounts: Int, _ factors: [Double]
  ) throws(InterchangeError) {
    guard amounts >= Self.minimum, factors.count * 2 > amounts else { return }
    let middle = factors.sorted()[factors.count / 2]
    let alike = factors.count { abs($0 / middle - 1) < 0.01 }
    guard alike * 2 > amounts else { return }
    let factor = String(format: "%.4g", middle)
    throw InterchangeError(
      .unitDiffers,
      "\(alike) of \(amounts) amounts of \(table) would be \(factor) times what they were: "
        + "the unit differs from last time.")
  }
}
