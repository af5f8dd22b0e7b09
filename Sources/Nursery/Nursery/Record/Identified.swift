public import Daybook

/// A value with the identifier of its entity, as lists show it.
public struct Identified<Value: Equatable & Sendable>: Identifiable, Equatable, Sendable {
  /// The entity.
  public let id: UUID
  /// What is known of it.
  public let value: Value

  /// Puts both together.
  public init(id: UUID, value: Value) {
    self.id = id
    self.value = value
  }
}

extension Identified: Hashable where Value: Hashable {}
extension Identified: Codable where Value: Codable {}
