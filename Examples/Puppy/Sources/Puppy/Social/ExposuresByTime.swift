import Daybook
import Foundation

/// What the puppy met, oldest first. Days are ranges of it, so no zone is stored.
public struct ExposuresByTime: Index {
  public static let name = "puppy.exposuresByTime"

  public static func key(
    _ exposure: Stamped<Kept<Exposure>>
  ) -> Key2<Date, ID<Kept<Exposure>>>? {
    Key2(exposure.value.time, exposure.id)
  }

  public static func row(_ exposure: Stamped<Kept<Exposure>>) -> Exposure { exposure.value }
}
