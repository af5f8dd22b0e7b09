internal import Foundation
internal import Nursery

/// Notices that rows which were imported before have not changed one by one but all alike: read in
/// another zone, in another unit, or from another installation.
///
/// Nobody corrects most entries of a household by the same offset or factor, so that is a mistake
/// in the arguments, and going on would amend everything.
struct ImportGuard {
  /// Fewer entries than this say nothing.
  static let minimum = 10

  private var entries = 0
  private var shifts: [Int: Int] = [:]
  private var amounts = 0
  private var factors: [Double] = []

  /// Takes in how an entry's start differs from the last import.
  mutating func compare(_ old: Date, _ new: Date) {
    entries += 1
    let shift = new.timeIntervalSince(old)
    // Zones differ by quarters of an hour.
    if shift != 0, shift.remainder(dividingBy: 900) == 0 { shifts[Int(shift), default: 0] += 1 }
  }

  /// Takes in how an entry's amount differs from the last import.
  mutating func compare(_ old: Amount?, _ new: Amount?) {
    guard let old = old?.nanolitres, let new = new?.nanolitres, old != 0, new != 0 else { return }
    amounts += 1
    if old != new { factors.append(Double(new) / Double(old)) }
  }

  /// - Throws: `InterchangeError` when most entries have moved, or most amounts have grown, alike.
  func check() throws(InterchangeError) {
    try checkZone()
    try checkUnit()
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
    let clock = "\(shift < 0 ? "−" : "+")\(minutes / 60):\((minutes % 60).padded(2))"
    throw InterchangeError(
      .zoneDiffers,
      "\(moved) of \(entries) entries would move by \(clock): the zone differs from last time.")
  }

  /// A factor within a hundredth counts as the same: amounts are rounded.
  private func checkUnit() throws(InterchangeError) {
    guard amounts >= Self.minimum, factors.count * 2 > amounts else { return }
    let middle = factors.sorted()[factors.count / 2]
    let alike = factors.count { abs($0 / middle - 1) < 0.01 }
    guard alike * 2 > amounts else { return }
    let factor = String(format: "%.4g", middle)
    throw InterchangeError(
      .unitDiffers,
      "\(alike) of \(amounts) amounts would be \(factor) times what they were: "
        + "the unit differs from last time.")
  }
}

extension ImportGuard {
  /// Compares the children with the profiles of earlier imports.
  ///
  /// - Throws: `InterchangeError` when an id belongs to somebody else than before, or a child was
  ///   imported from another instance already.
  static func check(
    _ children: [BabyBuddyChild], against profiles: [CurrentProfile]
  ) throws(InterchangeError) {
    let known = Dictionary(profiles.map { ($0.id, $0.profile) }, uniquingKeysWith: { a, _ in a })
    for child in children {
      let birth = child.birthDate.map { "\($0)" }
      if let profile = known[child.source.entityID] {
        guard profile.name != child.name, profile.birthDate != birth else { continue }
        throw InterchangeError(
          .otherInstance,
          "Child \(child.id) was \(profile.name) and is \(child.name) now: "
            + "the files come from another installation, which needs an instance name of its own."
        )
      }
      let twin = profiles.map(\.profile).contains { profile in
        profile.source?.provider == BabyBuddyFolder.provider && profile.source?.id == child.id
          && profile.name == child.name && profile.birthDate == birth
      }
      if twin {
        throw InterchangeError(
          .otherInstance,
          "Child \(child.id), \(child.name), was imported under another instance name: "
            + "everything would be there twice."
        )
      }
    }
  }
}
