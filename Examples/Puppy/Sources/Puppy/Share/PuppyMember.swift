import Daybook

/// Somebody who shares the diary.
public struct PuppyMember: Hashable, Sendable {
  /// How far a membership is.
  public enum Status: Hashable, Sendable {
    /// Was let in, and has not yet said in the folder what it has.
    case invited
    case joined
    /// Belonged to it once. What was written since counts for nobody.
    case revoked
  }

  public let replica: ReplicaID
  public let name: String
  /// What the member may do. What it wrote counts by the role that it had then.
  public let role: SpaceRole
  public let status: Status

  /// - Parameter hasJoined: whether the member has said what it has.
  init(_ member: Space.Member, hasJoined: Bool) {
    (replica, name, role) = (member.replica, member.member, member.role)
    status = member.isRevoked ? .revoked : hasJoined ? .joined : .invited
  }
}
