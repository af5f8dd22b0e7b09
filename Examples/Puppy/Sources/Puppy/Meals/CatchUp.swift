import Foundation

/// What the app asks somebody who has not written for a while.
public enum CatchUp: Hashable, Sendable {
  /// What happened meanwhile?
  case entries
  /// Did somebody else have the puppy?
  case coverageGap

  /// - Parameter newest: when the newest entry was, whatever it is about.
  /// - Returns: nil when nothing is asked: within three hours, and before the first entry.
  public init?(newest: Date?, now: Date) {
    guard let newest else { return nil }
    switch now.timeIntervalSince(newest) {
    case (16 * 3600)...: self = .coverageGap
    case (3 * 3600)...: self = .entries
    default: return nil
    }
  }
}
