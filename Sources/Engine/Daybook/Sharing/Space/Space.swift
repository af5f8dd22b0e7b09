/// What the statements about a space come to: who belongs to it, what counts, and what is final.
///
/// A function of the set of statements alone, so that all replicas which have the same ones agree,
/// in whatever order they came.
public struct Space: Hashable, Sendable {
  /// Somebody's replica in the space.
  public struct Member: Hashable, Sendable {
    /// The replica.
    public let replica: ReplicaID
    /// The public key that its heads are signed with.
    public let key: [UInt8]
    /// Whose it is.
    public let member: String
    /// What it may do.
    public var role: SpaceRole { tenures.last }
    /// How many enrolments it is away from the creator.
    public let distance: Int
    /// The last of its transactions that counts; nil when all that it writes next do.
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

    /// Whether one of its transactions is in no fold.
    func isVoid(_ sequence: UInt64) -> Bool {
      sequence > revokedThrough ?? .max || tenures.role(at: sequence) == .reader
    }

    /// Whether what it states in one of its transactions counts.
    func states(_ sequence: UInt64) -> Bool {
      sequence <= revokedThrough ?? .max && tenures.role(at: sequence) == .owner
    }
  }

  /// A moment up to which all is final.
  public struct Frontier: Hashable, Sendable {
    /// Counts from 1.
    public let number: UInt64
    /// The transaction that says so.
    public let dot: Dot
    /// What is final.
    public let vector: VersionVector
    /// What is not final has its place in the canonical order no earlier than this.
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

  /// Whether somebody else than a replica may enrol and revoke.
  package func hasOwner(besides replica: ReplicaID) -> Bool {
    members.values.contains { $0.isOwner && $0.replica != replica }
  }

  /// Whether a transaction is in no fold: its writer was cut before it, or might only read.
  public func isVoid(_ dot: Dot) -> Bool { members[dot.replica]?.isVoid(dot.sequence) ?? false }

  /// When an event of a transaction has its place in the canonical order: when it was stamped, or
  /// after the last frontier that does not hold it.
  ///
  /// Each frontier holds what the one before holds, so those that do not hold the transaction are
  /// the first ones.
  public func effectiveTime(of dot: Dot, stamped time: HybridTime) -> HybridTime {
    let first = frontiers.partitioningIndex { $0.vector.contains(dot) }
    return first == 0 ? time : max(time, frontiers[first - 1].time)
  }

  /// Whether taking a transaction back comes too late: a frontier holds it and not the retraction.
  public func isSettled(_ target: Dot, against retraction: Dot) -> Bool {
    guard let newest = frontiers.last, newest.vector.contains(target) else { return false }
    let first = frontiers.partitioningIndex { $0.vector.contains(target) }
    return !frontiers[first].vector.contains(retraction)
  }
}

extension Space.Member {
  /// Of which transactions two accounts of a member differ in whether they are void: those after a
  /// sequence, through another one.
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
