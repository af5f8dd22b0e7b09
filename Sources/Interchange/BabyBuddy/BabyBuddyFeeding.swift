public import Foundation

/// A row of `feeding.csv`.
public struct BabyBuddyFeeding: Hashable, Sendable {
  /// The child's id; nil when the cell is empty.
  public let childID: String?
  /// The instant it started, in whole seconds as the export has them.
  public let start: Date
  /// The instant it ended; equal to the start for an entry of the bottle form.
  public let end: Date
  /// How sure the start is.
  public let startCertainty: ResolvedTime.Certainty
  /// How sure the end is.
  public let endCertainty: ResolvedTime.Certainty
  /// `breast milk`, `formula`, `fortified breast milk`, `solid food`, or what else was there.
  public let type: String
  /// `bottle`, `left breast`, `right breast`, `both breasts`, `parent fed`, `self fed`, or other.
  public let method: String
  /// The amount in the unit of the import; nil when the cell is empty, which is not zero.
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
