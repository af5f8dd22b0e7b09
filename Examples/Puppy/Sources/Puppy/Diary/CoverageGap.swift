import Foundation

/// Hours in which somebody else had the puppy. Nobody took notes, so what lies in them, or reaches
/// over them, says nothing about the puppy.
public struct CoverageGap: Hashable, Sendable {
  public let start: Date
  /// Nil while it goes on.
  public let end: Date?

  /// - Returns: nil for an entry that is no coverage gap.
  public init?(_ entry: DiaryEntry) {
    guard entry.type == .coverageGap else { return nil }
    start = entry.time
    end = entry.end
  }

  public var isOngoing: Bool { end == nil }

  /// Whole minutes; nil while it goes on.
  public var minutes: Int? { end.map { start.minutes(to: $0) } }

  /// Whether a moment lies in it, both ends included.
  public func contains(_ moment: Date) -> Bool {
    start <= moment && (end.map { moment <= $0 } ?? true)
  }

  /// Whether any of the time between two moments, both included, lies in it.
  public func touches(_ first: Date, _ last: Date) -> Bool {
    start <= last && (end.map { first <= $0 } ?? true)
  }
}
