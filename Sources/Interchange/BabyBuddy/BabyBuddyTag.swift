/// A row of `tag.csv`.
public struct BabyBuddyTag: Hashable, Sendable {
  /// The id that rows refer to.
  public let id: String
  /// The name, exactly as it is: case counts.
  public let name: String
  /// The colour as `#rrggbb`; nil when the cell is empty or absent.
  public let color: String?
  /// Identity, place, raw cells and warnings.
  public internal(set) var source: SourceRow
}
