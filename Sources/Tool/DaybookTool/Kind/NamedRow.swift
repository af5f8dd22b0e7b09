/// A row of a view that a tool has words for, such as `today's milk`.
public struct NamedRow: Sendable {
  /// The view.
  public let view: String
  /// The table.
  public let table: String
  /// The key of the row as it is stored; `OrderedKey.keyBytes`.
  public let key: [UInt8]
  /// The stored kinds of the things that are asked for; nil for all.
  public let kinds: Set<String>?
  /// What may surprise of the row, in a sentence that is said beside it; nil for nothing.
  public let note: String?

  /// Names a row.
  public init(
    view: String, table: String, key: [UInt8], kinds: Set<String>? = nil, note: String? = nil
  ) {
    (self.view, self.table, self.key, self.kinds, self.note) = (view, table, key, kinds, note)
  }
}
