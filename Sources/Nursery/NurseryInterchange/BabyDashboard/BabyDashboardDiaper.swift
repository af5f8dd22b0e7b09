public import Foundation
public import Interchange

/// A row of BabyDashboard's diapers file.
public struct BabyDashboardDiaper: Hashable, Sendable {
  /// The baby's name, trimmed; empty for a diaper of no baby.
  public var babyName: String
  /// The instant, in whole milliseconds when it was read from a file.
  public var time: Date
  /// `pee` or `poo`.
  public var type: String
  /// Where the row stood; nil for a diaper that was not read from a file.
  public var position: SourcePosition?

  /// Makes a diaper, for writing.
  public init(
    babyName: String, time: Date, type: String, position: SourcePosition? = nil
  ) {
    self.babyName = babyName
    self.time = time
    self.type = type
    self.position = position
  }
}
