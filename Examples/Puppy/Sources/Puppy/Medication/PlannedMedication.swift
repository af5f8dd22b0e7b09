import Daybook
import Foundation

/// A medication of the plan, with its times of each day.
///
/// The plan is JSON that the old app made, and this reads of it what a dose needs: in the array
/// `medications` each `id`, `name` and `times`, and of each of those `id` and `targetTime`. One
/// that has `isActive` and says false there is left out.
public struct PlannedMedication: Hashable, Sendable {
  /// A dose of each day.
  public struct Slot: Hashable, Sendable {
    public let id: String
    /// Nil when the plan tells no time.
    public let time: ClockTime?
  }

  public let id: String
  public let name: String
  public let slots: [Slot]

  /// Those of a profile, in the order of its plan.
  public static func all(of profile: PuppyProfile) -> [PlannedMedication] {
    let plan = profile.plan("medicationSchedule")
    return (plan?["medications"]?.array ?? []).compactMap { PlannedMedication($0) }
  }

  private init?(_ value: JSONValue) {
    guard let id = value["id"]?.string, value["isActive"]?.bool != false else { return nil }
    self.id = id
    name = value["name"]?.string ?? id
    slots = (value["times"]?.array ?? []).compactMap { time in
      time["id"]?.string.map { id in
        Slot(id: id, time: time["targetTime"]?.string.flatMap { ClockTime($0) })
      }
    }
  }
}
