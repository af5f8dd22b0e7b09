internal import DaybookMacros
public import DaybookSync
internal import Foundation

/// A household whose lists several phones have, each with a store of its own.
public struct SharedHousehold: Sendable {
  public let household: Household
  public let replication: Replication

  /// Shares the lists of a household, all that is on them included.
  ///
  /// - Parameter key: the path of this phone's key, outside the store.
  public static func share(
    _ household: Household, as name: String, key: String
  ) async throws -> SharedHousehold {
    let key = try ReplicaKey.load(at: key, creating: true)
    let replication = try Replication(of: household.store, key: key)
    try await replication.createSpace(named: name, member: household.person)
    return SharedHousehold(household: household, replication: replication)
  }

  /// What a phone that wants to join shows, and its digits to compare aloud.
  public static func request(key: String) throws -> EnrolmentRequest {
    try Replication.request(of: ReplicaKey.load(at: key, creating: true))
  }

  /// Lets a phone join. Returns what it joins with.
  public func admit(_ request: EnrolmentRequest, of person: String) async throws -> Invitation {
    try await replication.enrol(request, as: .writer, member: person)
  }

  /// Makes the store of a phone that was invited; the first exchange fills it.
  public static func join(
    _ invitation: Invitation, at path: String, person: String, key: String
  ) throws -> SharedHousehold {
    let replication = try Replication.join(
      at: path, schema: .pantry, key: try ReplicaKey.load(at: key), invitation: invitation)
    return SharedHousehold(
      household: Household(store: replication.store, person: person), replication: replication)
  }

  /// Opens the store of a phone that shares its lists.
  public static func open(
    at path: String, person: String, key: String
  ) throws -> SharedHousehold {
    let store = try EventStore.open(at: path, schema: .pantry)
    let replication = try Replication(of: store, key: try ReplicaKey.load(at: key))
    return SharedHousehold(
      household: Household(store: store, person: person), replication: replication)
  }

  /// Exchanges with a folder that all phones have, such as one on a cloud drive, and makes one of
  /// categories that two of them made.
  @discardableResult
  public func exchange(over folder: String) async throws -> ExchangeReport {
    try await exchange(with: FolderPeer(at: folder))
  }

  /// The household's hub, a device that is always on, for phones that seldom are on together. An
  /// app's network is a `URLSessionHubTransport` of the product `DaybookURLSession`.
  public func hub(_ text: HubText, over network: any HubTransport) -> HubPeer {
    HubPeer(text, for: replication, over: network)
  }

  /// Exchanges with a folder or a hub, and makes one of categories that two phones made.
  @discardableResult
  public func exchange(with peer: some SyncPeer) async throws -> ExchangeReport {
    let report = try await replication.exchange(with: peer)
    try await household.mergeCategories()
    return report
  }

  /// Lets the phone in that has asked with a link, once somebody has compared the digits.
  public func admit(
    _ request: JoinRequest, with link: JoinLink, of person: String, at hub: HubPeer
  ) async throws {
    try await hub.admit(request, with: link, by: replication, member: person)
  }
}
