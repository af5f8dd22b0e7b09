/// A kind of entity that a store holds, whether or not the schema knows it.
public struct StoredKind: Sendable, Hashable {
  /// The stable name.
  public let name: String
  /// The revision of the fold that made the stored states; nil where nobody has folded the kind.
  public let revision: Int?
  /// Whether the stored states are those of the whole log. They are not while an app folds them
  /// anew, and not after a program has taken in events that does not know the kind.
  public let isFolded: Bool
  /// Whether the schema of this store knows the kind.
  public let isInSchema: Bool
}
