/// What a hub knows of a space.
public struct HubStatus: Hashable, Sendable {
  /// What its creator called it.
  public let name: String
  /// How many devices were enrolled and not revoked.
  public let members: Int
  /// How many transactions the hub has.
  public let transactions: UInt64
}
