public import Foundation

/// A row of `diaperchange.csv`.
public struct BabyBuddyDiaper: Hashable, Sendable {
  /// The child's id; nil when the cell is empty.
  public let childID: String?
  /// The instant, in whole seconds as the export has it.
  public let time: Date
  /// How sure the instant is.
  public let certainty: ResolvedTime.Certainty
  /// Whether it was wet.
  public let wet: Bool
  /// Whether it was solid; with ``wet`` there are four states, dry among them.
  public let solid: Bool
  /// `black`, `brown`, `green`, `yellow`, or what else was there; nil when the cell is empty.
  public let color: String?
  /// The amount, a number without a unit; nil when the cell is empty.
  public let amount: Double?
  /// The amount's digits as the file has them, with a point as separator.
  public let amountText: String?
  /// The notes, never trimmed.
  public let notes: String
  /// The names of the tags in the order they were attached.
  public let tagNames: [String]
  /// Identity, place, raw cells and warnings.
  public internal(set) var source: SourceRow
}
