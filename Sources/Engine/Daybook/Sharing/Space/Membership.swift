/// Who belongs to a space, with which roles.
///
/// Enrolments spread from the founder: an owner's count, and so do those of the owners whom it
/// enrols. A statement that raises a role counts at once.
///
/// Demotions, which lower a role or revoke somebody, apply one by one, and one that was applied
/// stays so. First come those that no pending one would void. Where pending ones void each other in
/// a circle, the owner fewer enrolments away from the founder goes first, then the smaller replica.
/// Of two owners who revoke each other, the senior one's revocation counts and the other's does
/// not.
///
/// Each applied demotion may change which statements count, so everybody is enrolled anew. Most
/// change nothing else, because their target has stated nothing since; many of these are applied in
/// one pass.
///
/// Owners could make thousands of statements that void one another. After 256 passes, a pass
/// applies everything that the most senior owner demotes, then the next owner; after 256 more,
/// nothing more is applied. So the founder's statements still count.
struct Membership {
  typealias Statement = SpaceResolution.Statement

  /// How the space began.
  struct Creation {
    let founder: ReplicaID
    let key: [UInt8]
    let member: String
  }

  /// A replica that a statement enrols, or the founder. In the order of the replicas.
  struct Person {
    let replica: ReplicaID
    /// The acts about it, without enrolments, in order; it may be the writer itself.
    var changes: [Int] = []
    /// The acts that it states, in the order of its transactions.
    var own: [Int] = []
    /// Its membership; nil while nobody has enrolled it.
    var member: Space.Member?
    /// The role that it was enrolled with.
    var firstRole = SpaceRole.reader
    /// The last transaction with the first role, by the demotions applied so far.
    var firstRoleThrough = UInt64.max
    /// The last transaction that counts, by the revocations applied so far.
    var revokedThrough: UInt64?
    /// Its enrolments of others that count and were not carried out yet.
    var enrolments: [Int] = []
  }

  /// A statement that enrols a replica, or changes its role.
  struct Act {
    enum Content {
      case enrolment
      case role(SpaceRole)
      case revocation
    }

    let content: Content
    /// Its place among all statements.
    let place: Int
    /// The person who states it, and the one whom it is about.
    let (writer, target): (Int, Int)
    let sequence: UInt64
    let index: UInt32
    /// The target's last transaction that it leaves as it was.
    let end: UInt64
    /// The target's last transaction that it gives a role to, by the demotions applied so far.
    var through = UInt64.max
    /// Whether its writer was an owner.
    var counts = false
    /// Whether it was applied as a demotion.
    var isApplied = false
  }

  let statements: [Statement]
  let creation: Creation
  let founder: Int
  var people: [Person]
  /// In the order of the statements.
  var acts: [Act] = []
  /// The revocations applied so far: who is revoked by whom.
  var revocations: Set<Pair> = []

  /// - Parameters:
  ///   - statements: in the order in which they were written.
  ///   - frontiers: what one of them covers is safe from statements that it does not cover.
  init(_ statements: [Statement], _ creation: Creation, _ frontiers: [Space.Frontier]) {
    self.statements = statements
    self.creation = creation
    var replicas: Set = [creation.founder]
    for case .enrolled(let replica, _, _, _) in statements.lazy.map(\.content) {
      replicas.insert(replica)
    }
    let sorted = replicas.sorted()
    people = sorted.map { Person(replica: $0) }
    let places = Dictionary(uniqueKeysWithValues: zip(sorted, sorted.indices))
    founder = places[creation.founder] ?? 0
    for place in statements.indices {
      guard let act = Act(statements[place], place, places, frontiers) else { continue }
      people[act.writer].own.append(acts.count)
      if !act.isEnrolment { people[act.target].changes.append(acts.count) }
      acts.append(act)
    }
    for index in people.indices {
      people[index].own.sort { [acts] in acts[$0].sequence < acts[$1].sequence }
    }
  }

  /// How many passes apply one demotion after the other, and how many more apply all of one owner.
  private static let rounds = 256

  /// All replicas that were ever enrolled, as members.
  consuming func resolve() -> [ReplicaID: Space.Member] {
    enrol()
    for round in 0..<2 * Self.rounds {
      guard round < Self.rounds ? applyNext() : applyAllOfMostSenior() else { break }
      enrol()
    }
    let members = people.compactMap { person in person.member.map { (person.replica, $0) } }
    return Dictionary(uniqueKeysWithValues: members)
  }
}

extension Membership.Act {
  /// Nil for a statement of another sort, and for one by or about a replica that nobody enrols.
  fileprivate init?(
    _ statement: SpaceResolution.Statement, _ place: Int, _ places: [ReplicaID: Int],
    _ frontiers: [Space.Frontier]
  ) {
    let (about, last): (ReplicaID, UInt64)
    switch statement.content {
    case .enrolled(let replica, _, _, _): (content, about, last) = (.enrolment, replica, 0)
    case .roleChanged(let replica, let role, let through):
      (content, about, last) = (.role(role), replica, through)
    case .revoked(let replica, let through):
      (content, about, last) = (.revocation, replica, through)
    default: return nil
    }
    guard let writer = places[statement.dot.replica], let target = places[about] else {
      return nil
    }
    self.place = place
    (self.writer, self.target) = (writer, target)
    (sequence, index) = (statement.dot.sequence, statement.index)
    let first = frontiers.partitioningIndex { $0.vector.contains(statement.dot) }
    end = first == 0 ? last : max(last, frontiers[first - 1].vector[about])
  }

  var isEnrolment: Bool { if case .enrolment = content { true } else { false } }

  var isRevocation: Bool { if case .revocation = content { true } else { false } }
}
