/// Who belongs to a space, with which roles.
///
/// Enrolments spread from the founder, and what raises somebody counts at once. What takes
/// something from somebody is taken in one by one, and stays: first what no other one that waits
/// would keep from counting; where they go in a circle, what the owner says who is fewer enrolments
/// away from the founder, then the smaller replica. Of two owners who revoke one another, the first
/// one's word counts, and the other's does not.
///
/// Each statement that was taken in may change which others count. Then everybody is enrolled anew.
/// Most change none, because the one from whom they take has stated nothing since; many of these
/// are taken in at once.
///
/// Owners could make thousands of statements that void one another. After 256 times everybody is
/// enrolled anew only for all that the most senior owner takes from others, then the next one, and
/// after another 256 times no more. So the word of the founder still counts.
struct Membership {
  typealias Statement = SpaceResolution.Statement

  /// How the space began.
  struct Creation {
    let founder: ReplicaID
    let key: [UInt8]
    let member: String
  }

  /// Somebody whom a statement enrols, and the founder. In the order of the replicas.
  struct Person {
    let replica: ReplicaID
    /// What others, or it itself, state about it, but for enrolments; in order.
    var changes: [Int] = []
    /// What it states, by its transactions.
    var own: [Int] = []
    /// The account of it; nil while nobody has enrolled it.
    var member: Space.Member?
    /// The role that it was enrolled with.
    var firstRole = SpaceRole.reader
    /// The last transaction that has the first role, by what was taken in.
    var firstRoleThrough = UInt64.max
    /// The last transaction that counts, by the revocations that were taken in.
    var revokedThrough: UInt64?
    /// What it states that counts, enrols somebody and was not looked at yet.
    var enrolments: [Int] = []
  }

  /// A statement that enrols somebody, or changes what one may do.
  struct Act {
    enum Content {
      case enrolment
      case role(SpaceRole)
      case revocation
    }

    let content: Content
    /// Its place among all statements.
    let place: Int
    /// Who states it, and about whom.
    let (writer, target): (Int, Int)
    let sequence: UInt64
    let index: UInt32
    /// The last transaction that it leaves as it was.
    let end: UInt64
    /// The last transaction that it gives a role to, by what was taken in.
    var through = UInt64.max
    /// Whether its writer was an owner.
    var counts = false
    /// Whether it was taken in, as one that takes something from somebody.
    var isTaken = false
  }

  let statements: [Statement]
  let creation: Creation
  let founder: Int
  var people: [Person]
  /// In the order of the statements.
  var acts: [Act] = []
  /// Of the revocations that were taken in, who is revoked by whom.
  var revocations: Set<Pair> = []

  /// - Parameters:
  ///   - statements: in the order in which they were written.
  ///   - frontiers: those below which statements do not reach that these do not know.
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

  /// How often everybody is enrolled anew because of what one statement took, and how often after
  /// that because of all that one owner says.
  private static let rounds = 256

  /// All that were ever enrolled.
  consuming func resolve() -> [ReplicaID: Space.Member] {
    enrol()
    for round in 0..<2 * Self.rounds {
      guard round < Self.rounds ? takeNext() : takeAllOfMostSenior() else { break }
      enrol()
    }
    let members = people.compactMap { person in person.member.map { (person.replica, $0) } }
    return Dictionary(uniqueKeysWithValues: members)
  }
}

extension Membership.Act {
  /// Nil for a statement of another sort, and for one by or about somebody whom nobody enrols.
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
