import Daybook
import Foundation

/// Check-ins by their time, oldest first.
public struct CheckInsByDate: Index {
  public static let name = "checkins.byDate"

  public static func key(_ checkIn: Stamped<CheckIn>, _ id: UUID) -> Key2<Date, UUID>? {
    Key2(checkIn.state.createdAt, id)
  }

  public static func row(_ checkIn: Stamped<CheckIn>, _ id: UUID) -> CheckIn { checkIn.state }
}
