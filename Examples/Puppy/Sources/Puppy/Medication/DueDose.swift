import Daybook
import Foundation

/// A dose that the plan of a day wants and nobody has noted.
public struct DueDose: Hashable, Sendable {
  public let medication: String
  public let name: String
  /// Which of the day's doses it is.
  public let slot: String
  /// When it is to be given; nil when the plan tells no time.
  public let time: Date?
  public let day: LocalDay

  /// Whether its time has come.
  public func isOverdue(at now: Date) -> Bool { time.map { $0 <= now } ?? false }

  /// The note that it becomes: the same on every phone, because its name makes it.
  var note: ID<Kept<MedicationCompletion>> {
    let date = day.text
    return ID(name: "\(date)/\(medication)/\(slot)", in: Self.namespace)
  }

  /// Reaches the disk by the identifiers that are made in it.
  private static let namespace = UUID(
    uuid: (
      0x5C, 0x0E, 0x1D, 0x5F, 0x7A, 0x31, 0x4E, 0x0B, 0x9C, 0x44, 0x2B, 0x6A, 0x83, 0x10, 0xE7, 0x2D
    ))

  /// What is still due of a day: by time, those without one last, then by name.
  ///
  /// - Parameter given: the doses of that day, and more, in any order.
  static func all(
    of plan: [PlannedMedication], given: [MedicationCompletion], on day: LocalDay
  ) -> [DueDose] {
    let done = Set(
      given.filter { day.contains($0.momentOfDay) }.map { [$0.medication, $0.slot] })
    let due = plan.flatMap { medication in
      medication.slots.filter { !done.contains([medication.id, $0.id]) }.map { slot in
        DueDose(
          medication: medication.id, name: medication.name, slot: slot.id,
          time: slot.time.flatMap(day.moment), day: day)
      }
    }
    return due.sorted(by: comesFirst)
  }

  private static func comesFirst(_ one: DueDose, _ other: DueDose) -> Bool {
    let (first, second) = (one.time ?? .distantFuture, other.time ?? .distantFuture)
    return (first, one.name, one.slot) < (second, other.name, other.slot)
  }
}
