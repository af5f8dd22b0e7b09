/// Why a day boundary could not be made.
public enum DayBoundaryError: Error, Equatable, Sendable, CustomStringConvertible {
  /// This system knows no zone of that name.
  case unknownZone(String)
  /// No clock shows that time.
  case invalidTime(hour: Int, minute: Int)

  public var description: String {
    switch self {
    case .unknownZone(let zone):
      "the time zone \"\(zone)\" is not known; use an identifier such as Europe/Amsterdam"
    case .invalidTime(let hour, let minute):
      "a day cannot begin at \(hour):\(minute); hours are 0 to 23, minutes 0 to 59"
    }
  }
}
