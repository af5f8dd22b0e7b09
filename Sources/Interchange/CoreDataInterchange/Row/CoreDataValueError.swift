#if CoreData
/// A value of a row that is not what was asked for.
public struct CoreDataValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The column.
  public let column: String
  /// One sentence that names entity and row and says what the column holds.
  public let reason: String

  /// Says why a row cannot be taken, in an app's own mapping too.
  public init(column: String, reason: String) {
    self.column = column
    self.reason = reason
  }

  /// The reason.
  public var description: String { reason }
}
#endif
