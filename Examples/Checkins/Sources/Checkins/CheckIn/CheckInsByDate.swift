import Daybook
import Foundation

/// Check-ins by their time, oldest first.
public struct CheckInsByDate: Index {
  public static let name = "checkins.byDate"

  public static func key(_ checkIn: Stamped<CheckIn>) -> Key2<Date, ID<CheckIn>>? {
    Key2(checkIn.createdAt, checkIn.id)
  }

  public static func row(_ checkIn: Stamped<CheckIn>) -> CheckIn { checkIn.state }
}
