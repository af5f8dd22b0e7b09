import Daybook
import DaybookSync
import Foundation

extension SharedPuppy {
  /// All who share the diary, by name, those who were revoked too. Who has joined is what each
  /// member has signed and put into the folder, so nobody stays invited who is here.
  ///
  /// - Throws: `SyncError.space` before the first exchange of a phone that joined; `peer` when the
  ///   folder cannot be read.
  public func members(over folder: String) async throws -> [PuppyMember] {
    let told = try await replication.memberVectors(in: FolderPeer(at: folder)).map(\.replica)
    let here = Set(told + [try replication.replica()])
    return try replication.space().members.values
      .map { PuppyMember($0, hasJoined: here.contains($0.replica)) }
      .sorted { ($0.name, $0.replica) < ($1.name, $1.replica) }
  }

  /// Whether this phone may write: false for a reader, for one that was revoked, and before the
  /// first exchange has told. Writing throws `StoreError.notPermitted` then.
  public func mayWrite() throws -> Bool {
    guard let own = try store.read({ try $0.space() })?.members[replication.replica()] else {
      return false
    }
    return !own.isRevoked && own.role != .reader
  }

  /// Changes what a member may do. Exchange next.
  public func setRole(_ role: SpaceRole, of member: PuppyMember) async throws {
    try await replication.setRole(role, of: member.replica)
  }

  /// Ends a membership for ever: what this phone has of its entries stays, and what it writes from
  /// now on counts for nobody. Exchange next, so that its phone learns of it. It keeps what it has,
  /// and reads on what lies in a folder that it can open.
  public func revoke(_ member: PuppyMember) async throws {
    try await replication.revoke(member.replica)
  }

  private var store: EventStore { replication.store }
}
