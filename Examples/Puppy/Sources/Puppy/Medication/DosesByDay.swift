import Daybook
import Foundation

/// The doses that the puppy got, by a moment within their day.
public struct DosesByDay: Index {
  public static let name = "puppy.dosesByDay"

  public static func key(
    _ dose: Stamped<Kept<MedicationCompletion>>
  ) -> Key2<Date, ID<Kept<MedicationCompletion>>>? {
    Key2(dose.value.momentOfDay, dose.id)
  }

  public static func row(_ dose: Stamped<Kept<MedicationCompletion>>) -> MedicationCompletion {
    dose.value
  }
}

extension MedicationCompletion {
  /// Noon of its day in the zone in which it was written down, which is the same day in any zone up
  /// to eleven hours away. Its midnight would be the day before for a family that travels west.
  var momentOfDay: Date { day.map { $0 + 43_200 } ?? completedAt }
}
