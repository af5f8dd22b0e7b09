/// The members of a space, and which transactions count and are final, by the statements about it.
///
/// It is a function of the set of statements alone: replicas with the same statements agree,
/// whatever order those came in.
public struct Space: Hashable, Sendable {
  /// A replica that was enrolled in the space.
  public struct Member: Hashable, Sendable {
    /// The replica.
    public let replica: ReplicaID
    /// The public key that its heads are signed with.
    public let key: [UInt8]
    /// The name of the person or device that it belongs to.
    public let member: String
    /// Its role at last.
    public var role: SpaceRole { tenures.last }
    /// How many enrolments it is away from the creator.
    public let distance: Int
    /// The last of its transactions that counts; nil when those that it writes next count, too.
    public var through: UInt64? {
      [tenures.readsAfter, revokedThrough].compactMap(\.self).min()
    }
    /// Whether it may enrol and revoke.
    package var isOwner: Bool { role == .owner && !isRevoked }
    /// Whether it was revoked, for ever.
    public var isRevoked: Bool { revokedThrough != nil }
    /// The last transaction that counts by revocations.
    package var revokedThrough: UInt64?
    /// The roles with which it wrote.
    var tenures: Tenures

    /// Whether one of its transactions counts for nobody: folds leave it out.
    func isVoid(_ sequence: UInt64) -> Bool {
      sequence > revokedThrough ?? .max || tenures.role(at: sequence) == .reader
    }

    /// Whether a statement in one of its transactions counts.
    func states(_ sequence: UInt64) -> Bool {
      sequence <= revokedThrough ?? .max && tenures.role(at: sequence) == .owner
    }
  }

  /// A set of transactions that is final.
  public struct Frontier: Hashable, Sendable {
    /// Counts from 1.
    public let number: UInt64
    /// The transaction that states it.
    public let dot: Dot
    /// The transactions that are final.
    public let vector: VersionVector
    /// Events of other transactions come no earlier than this in the canonical order.
    public let time: HybridTime
  }

  /// What its creator called it.
  public let name: String
  /// The replica that created it, the first owner.
  public let founder: ReplicaID
  /// All that were ever enrolled, by replica.
  public internal(set) var members: [ReplicaID: Member]
  /// The replica that sets frontiers.
  public internal(set) var keeper: ReplicaID
  /// The frontiers, oldest first: each covers the one before and is later.
  public internal(set) var frontiers: [Frontier] = []
  /// Replicas that set frontiers before the keeper; none of them ever does again.
  package internal(set) var formerKeepers: Set<ReplicaID> = []

  /// Whether a member other than `replica` may enrol and revoke.
  package func hasOwner(besides replica: ReplicaID) -> Bool {
    members.values.contains { $0.isOwner && $0.replica != replica }
  }

  /// Whether a member may enrol and revoke, and no other one.
  package func isOnlyOwner(_ replica: ReplicaID) -> Bool {
    members[replica]?.isOwner == true && !hasOwner(besides: replica)
  }

  /// Whether a transaction counts for nobody: its writer was revoked before it, or might only read.
  public func isVoid(_ dot: Dot) -> Bool { members[dot.replica]?.isVoid(dot.sequence) ?? false }

  /// The time at which an event of a transaction stands in the canonical order: that of its stamp,
  /// or that of the last frontier which does not hold it, when that is later.
  ///
  /// Each frontier holds what the one before holds, so those that do not hold the transaction are
  /// the first ones.
  public func effectiveTime(of dot: Dot, stamped time: HybridTime) -> HybridTime {
    let first = frontiers.partitioningIndex { $0.vector.contains(dot) }
    return first == 0 ? time : max(time, frontiers[first - 1].time)
  }

  /// Whether a retraction comes too late: a frontier holds its target and not the retraction.
  public func isSettled(_ target: Dot, against retraction: Dot) -> Bool {
    guard let newest = frontiers.last, newest.vector.contains(target) else { return false }
    let first = frontiers.partitioningIndex { $0.vector.contains(target) }
    return !frontiers[first].vector.contains(retraction)
  }
}

extension Space.Member {
  /// The ranges of sequences in which two accounts of a member differ on what is void; each begins
  /// after its lower bound.
  static func changed(_ one: Self?, _ other: Self?) -> [ClosedRange<UInt64>] {
    let members = [one, other].compactMap(\.self)
    var ends = Set(members.flatMap(\.tenures.ends) + members.compactMap(\.revokedThrough))
    ends.insert(0)
    let sorted = ends.sorted()
    return zip(sorted, sorted.dropFirst() + [.max]).compactMap { first, last in
      let next = first.successor
      return one?.isVoid(next) ?? false == other?.isVoid(next) ?? false ? nil : first...last
    }
  }
}
