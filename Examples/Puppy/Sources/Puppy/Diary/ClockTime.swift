/// A time of day as a plan has it, such as `07:30`.
public struct ClockTime: Hashable, Comparable, Sendable {
  public let hour: Int
  public let minute: Int

  public init(hour: Int, minute: Int) {
    self.hour = hour
    self.minute = minute
  }

  /// - Returns: nil for anything but `HH:mm`.
  public init?(_ text: String) {
    guard let match = text.wholeMatch(of: #/(\d{2}):(\d{2})/#),
      let hour = Int(match.1), let minute = Int(match.2), hour < 24, minute < 60
    else { return nil }
    self.init(hour: hour, minute: minute)
  }

  public static func < (one: ClockTime, other: ClockTime) -> Bool {
    (one.hour, one.minute) < (other.hour, other.minute)
  }
}
