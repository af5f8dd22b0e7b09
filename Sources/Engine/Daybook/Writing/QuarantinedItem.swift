/// Something that a fold or a projection left out because it threw.
public struct QuarantinedItem: Sendable, Hashable {
  /// The projection that left the entity out; nil when the entity's fold left an event out.
  public let projection: String?
  /// The kind of the entity.
  public let kind: String
  /// The entity.
  public let entity: UUID
  /// The position of the event that the fold left out; nil for projections.
  public let position: UInt64?
  /// What was thrown, as text.
  public let error: String

  /// Makes one from its parts, for tests of observers.
  public init(projection: String?, kind: String, entity: UUID, position: UInt64?, error: String) {
    self.projection = projection
    self.kind = kind
    self.entity = entity
    self.position = position
    self.error = error
  }
}
