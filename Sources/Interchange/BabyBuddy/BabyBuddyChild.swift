public import Nursery

/// A row of `child.csv`.
public struct BabyBuddyChild: Hashable, Sendable {
  /// The id other tables refer to; the place in the file when it has no id column.
  public let id: String
  /// The given name and, unless it is empty, a space and the family name.
  public let name: String
  /// The given name as the file has it.
  public let givenName: String
  /// The family name as the file has it; often empty.
  public let familyName: String
  /// The day of birth; nil when the cell is empty or unreadable.
  public let birthDate: CivilDay?
  /// The time of birth as the file has it, such as `10:21:00`; nil when the cell is empty.
  public let birthTime: String?
  /// Identity, place, raw cells and warnings.
  public internal(set) var source: SourceRow
}
