import Daybook
import DaybookSync
import Foundation

/// A diary that several people have, each on a phone with a store of its own.
///
/// Everything in the store is shared: profile, entries and the rest. Who joins begins with a new
/// store, so nobody's own diary is touched.
///
/// ```swift
/// let ada = try await SharedPuppy.share(log, as: "Ollie", key: key)
/// let invitation = try await ada.admit(request, of: "Ben", as: .writer)
/// ```
/// What lies in the folder is signed and not encrypted: who can open the folder can read it, with
/// or without being a member. So whom you revoke can read on what lies there until the folder
/// itself is closed to him.
public struct SharedPuppy: Sendable {
  public let log: PuppyLog
  public let replication: Replication

  /// Shares a diary, all that is in it included. Its person becomes the owner.
  ///
  /// - Parameter key: the path of this phone's key, outside the store.
  public static func share(
    _ log: PuppyLog, as name: String, key: String
  ) async throws -> SharedPuppy {
    let key = try ReplicaKey.load(at: key, creating: true)
    let replication = try Replication(of: log.store, key: key)
    try await replication.createSpace(named: name, member: log.person)
    return SharedPuppy(log: log, replication: replication)
  }

  /// What a phone that wants to join shows, and its digits to compare aloud.
  public static func request(key: String) throws -> EnrolmentRequest {
    try Replication.request(of: ReplicaKey.load(at: key, creating: true))
  }

  /// Lets a phone join. Exchange next: the others take in what it writes once they know of it.
  ///
  /// - Parameter role: a writer notes things, a reader looks on, an owner may let others in.
  /// - Returns: what it joins with.
  public func admit(
    _ request: EnrolmentRequest, of person: String, as role: SpaceRole
  ) async throws -> Invitation {
    try await replication.enrol(request, as: role, member: person)
  }

  /// Makes the store of a phone that was invited, beside any other diary that it has; the first
  /// exchange fills it.
  ///
  /// - Parameter path: a folder in which there is no store.
  public static func join(
    _ invitation: Invitation, at path: String, person: String, key: String,
    options: StoreOptions = StoreOptions()
  ) throws -> SharedPuppy {
    let replication = try Replication.join(
      at: path, schema: .puppy, key: try ReplicaKey.load(at: key), invitation: invitation,
      options: options)
    return SharedPuppy(
      log: PuppyLog(store: replication.store, person: person), replication: replication)
  }

  /// Opens the store of a phone that shares its diary.
  public static func open(
    at path: String, person: String, key: String, options: StoreOptions = StoreOptions()
  ) throws -> SharedPuppy {
    let store = try EventStore.open(at: path, schema: .puppy, options: options)
    let replication = try Replication(of: store, key: try ReplicaKey.load(at: key))
    return SharedPuppy(log: PuppyLog(store: store, person: person), replication: replication)
  }

  /// Exchanges with a folder that all phones have, such as one on a cloud drive.
  @discardableResult
  public func exchange(over folder: String) async throws -> ExchangeReport {
    try await replication.exchange(with: FolderPeer(at: folder))
  }
}
