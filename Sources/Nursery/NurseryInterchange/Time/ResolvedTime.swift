public import Foundation
public import Interchange

/// The instant a local time stands for, and how sure that is.
public struct ResolvedTime: Hashable, Sendable {
  /// How the local time relates to the zone's clock.
  public enum Certainty: Hashable, Sendable {
    /// The local time occurs once.
    case exact
    /// It occurs twice; this is one of the two.
    case ambiguous
    /// It never occurs: the clock jumped over it, and it was moved forward by the jump.
    case nonexistent
  }

  /// The instant.
  public let instant: Date
  /// How sure the instant is.
  public let certainty: Certainty

  /// The warning the certainty deserves.
  public var warning: ImportWarning? {
    switch certainty {
    case .exact: nil
    case .ambiguous: .ambiguousTime
    case .nonexistent: .nonexistentTime
    }
  }
}
