import Foundation

extension Date {
  /// Whole minutes to another moment, cut off towards zero; negative for an earlier one.
  ///
  /// Times come from files and other phones, and a `Date` may hold any number: a distance of more
  /// than a million years is 0.
  func minutes(to other: Date) -> Int {
    let minutes = other.timeIntervalSince(self) / 60
    return minutes.magnitude < 1e12 ? Int(minutes) : 0
  }
}
