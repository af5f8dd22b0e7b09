/// How far a rebuild has come.
public struct RebuildProgress: Sendable, Equatable {
  /// The name of the projection.
  public let projection: String
  /// How many entities this call, or this open, has taken into it.
  public let entities: Int
  /// How many entities are in the new rows so far, with those of an earlier run that was killed.
  public let done: Int
  /// The entities of the store.
  public let total: Int
  /// Whether the new rows are live.
  public let hasEnded: Bool

  /// Makes one from its parts, for tests of observers.
  public init(projection: String, entities: Int, done: Int, total: Int, hasEnded: Bool) {
    self.projection = projection
    self.entities = entities
    self.done = done
    self.total = total
    self.hasEnded = hasEnded
  }
}
