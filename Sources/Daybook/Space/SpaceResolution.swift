/// Finding out what statements about a space come to.
///
/// Only owners state anything. A statement counts when its writer was an owner with the transaction
/// that says it. Enrolments spread from the founder, and what raises somebody counts at once. What
/// takes something from somebody is taken in one by one, and stays: first what no other one that
/// waits would keep from counting; where they go in a circle, what the owner says who is fewer
/// enrolments away from the founder, then the smaller replica. Of two owners who revoke one
/// another, the first one's word counts, and the other's does not.
///
/// No statement reaches below a frontier that does not know it.
struct SpaceResolution {
  /// One statement, and where it stands.
  struct Statement {
    let dot: Dot
    let index: UInt32
    /// The hybrid time of its transaction.
    let time: HybridTime
    let content: SpaceStatement

    /// Which one it is, everywhere.
    var id: StatementID { StatementID(dot: dot, index: index) }

    struct StatementID: Hashable {
      let dot: Dot
      let index: UInt32
    }
  }

  /// In the order in which they were written.
  private let statements: [Statement]
  private let enrolments: [ReplicaID: [Statement]]
  private let changes: [Statement]
  private let founder: ReplicaID
  private let created: (name: String, key: [UInt8], member: String)
  private var members: [ReplicaID: Space.Member] = [:]
  /// The roles that they were enrolled with.
  private var firstRoles: [ReplicaID: SpaceRole] = [:]
  /// What was taken from replicas, by the statements that did.
  private var taken: [Statement.StatementID: Taking] = [:]
  /// What statements would take that were not taken in yet.
  private var open: [Taking] = []
  /// The frontiers below which statements do not reach that these do not know.
  private var frontiers: [Space.Frontier] = []

  /// A statement that takes everything, or a role, from a replica.
  private struct Taking {
    let from: ReplicaID
    let by: Statement
    let isRevocation: Bool
    let through: UInt64
  }

  /// - Parameter founder: the replica that is known to have created the space; nil for the one that
  ///   says so first.
  init?(_ statements: [Statement], founder: ReplicaID?) {
    let sorted = statements.sorted { $0.comes(before: $1) }
    var found: Statement?
    for statement in sorted where found == nil {
      guard case .created = statement.content else { continue }
      if founder == nil || statement.dot.replica == founder { found = statement }
    }
    guard let found, case .created(let name, let key, let member) = found.content else {
      return nil
    }
    created = (name, key, member)
    self.founder = found.dot.replica
    self.statements = sorted
    enrolments = Dictionary(
      grouping: sorted.filter { if case .enrolled = $0.content { true } else { false } },
      by: \.dot.replica)
    changes = sorted.filter {
      switch $0.content {
      case .roleChanged, .revoked: true
      default: false
      }
    }
  }

  /// How often frontiers are found out, of which each may spare what was said against the next.
  private static let rounds = 4

  /// The space that the statements come to. O(s²) for s statements that change what somebody may
  /// do, of which there are few; O(s log s) for the others.
  consuming func resolve() -> Space {
    var space = resolveOnce()
    for _ in 1..<Self.rounds where space.frontiers != frontiers {
      frontiers = space.frontiers
      space = resolveOnce()
    }
    return space
  }

  private mutating func resolveOnce() -> Space {
    taken = [:]
    repeat { enrol() } while takeNext()
    var space = Space(name: created.name, founder: founder, members: members, keeper: founder)
    let keepers = keeperRanges(&space)
    space.frontiers = frontiers(keepers)
    return space
  }

  /// The last transaction of a replica that a statement leaves as it was.
  private func end(of statement: Statement, _ through: UInt64, _ replica: ReplicaID) -> UInt64 {
    let first = frontiers.partitioningIndex { $0.vector.contains(statement.dot) }
    return first == 0 ? through : max(through, frontiers[first - 1].vector[replica])
  }

  // MARK: Who belongs to it

  /// Enrols everybody anew, by what was taken so far.
  private mutating func enrol() {
    (members, firstRoles) = ([:], [:])
    add(founder, created.key, created.member, .owner, distance: 0)
    while true {
      giveRoles()
      var isNew = false
      for owner in seniors where !isNew {
        for statement in enrolments[owner.replica] ?? [] where counts(statement) {
          guard case .enrolled(let replica, let key, let name, let role) = statement.content,
            members[replica] == nil
          else { continue }
          add(replica, key, name, role, distance: owner.distance + 1)
          isNew = true
        }
      }
      if !isNew { return }
    }
  }

  private mutating func add(
    _ replica: ReplicaID, _ key: [UInt8], _ name: String, _ role: SpaceRole, distance: Int
  ) {
    firstRoles[replica] = role
    let revoked = taken.values.filter { $0.from == replica && $0.isRevocation }
    members[replica] = Space.Member(
      replica: replica, key: key, member: name, distance: distance,
      revokedThrough: revoked.map(\.through).min(), tenures: Tenures(role))
  }

  /// Gives members their roles: who is raised may raise others.
  private mutating func giveRoles() {
    var known: Set<Statement.StatementID> = []
    while true {
      for (replica, role) in firstRoles { members[replica]?.tenures = Tenures(role) }
      open = []
      for change in changes where known.contains(change.id) || taken[change.id] != nil {
        apply(change)
      }
      let counted = Set(changes.filter { counts($0) }.map(\.id))
      if counted.isSubset(of: known) { return }
      known.formUnion(counted)
    }
  }

  private mutating func apply(_ change: Statement) {
    let isTaken = taken[change.id] != nil
    switch change.content {
    case .roleChanged(let replica, let role, let through):
      guard var member = members[replica] else { return }
      let end = end(of: change, through, replica)
      if isTaken {
        member.tenures.replace(after: end, with: role)
      } else {
        if member.tenures.exceeds(role, after: end) {
          open.append(Taking(from: replica, by: change, isRevocation: false, through: end))
        }
        member.tenures.raise(after: end, to: role)
      }
      members[replica] = member
    case .revoked(let replica, let through) where members[replica] != nil && !isTaken:
      let end = end(of: change, through, replica)
      open.append(Taking(from: replica, by: change, isRevocation: true, through: end))
    default: break
    }
  }

  /// Those of whom statements may count, the one nearest to the founder first.
  private var seniors: [Space.Member] {
    members.values.filter(\.tenures.hasOwner).sorted { Self.isSenior($0, $1) }
  }

  /// Whether its writer was an owner.
  private func counts(_ statement: Statement) -> Bool {
    members[statement.dot.replica]?.states(statement.dot.sequence) ?? false
  }

  // MARK: What is taken from whom

  /// Takes in the next statement that takes something from somebody; false when there is none.
  private mutating func takeNext() -> Bool {
    let answered = revokers(taken.values)
    let open = open.filter { !isAnswered($0, by: answered) }
    let answers = revokers(open)
    let ends = Dictionary(open.map { ($0.from, $0.through) }, uniquingKeysWith: min)
    let free = open.filter { taking in
      taking.by.dot.sequence <= ends[taking.by.dot.replica] ?? .max
        && !isAnswered(taking, by: answers)
    }
    let next = (free.isEmpty ? open : free).min { one, other in
      guard let first = members[one.by.dot.replica], let second = members[other.by.dot.replica]
      else { return false }
      if first.replica != second.replica { return Self.isSenior(first, second) }
      return (one.by.dot.sequence, one.by.index) < (other.by.dot.sequence, other.by.index)
    }
    guard let next else { return false }
    taken[next.by.id] = next
    return true
  }

  /// Who revokes each replica.
  private func revokers(_ takings: some Sequence<Taking>) -> [ReplicaID: Set<ReplicaID>] {
    takings.reduce(into: [:]) { revokers, taking in
      if taking.isRevocation { revokers[taking.from, default: []].insert(taking.by.dot.replica) }
    }
  }

  /// Whether the one from whom something would be taken is senior, and revokes the other.
  private func isAnswered(_ taking: Taking, by revokers: [ReplicaID: Set<ReplicaID>]) -> Bool {
    guard let owner = members[taking.by.dot.replica], let target = members[taking.from],
      Self.isSenior(target, owner)
    else { return false }
    return revokers[owner.replica]?.contains(target.replica) ?? false
  }

  private static func isSenior(_ one: Space.Member, _ other: Space.Member) -> Bool {
    (one.distance, one.replica) < (other.distance, other.replica)
  }

  // MARK: Frontiers

  /// Up to which of its transactions each keeper's frontiers count. Who was one and is not any more
  /// never is again.
  private func keeperRanges(_ space: inout Space) -> [ReplicaID: UInt64] {
    var ranges: [ReplicaID: UInt64] = [founder: .max]
    for statement in statements {
      guard case .keeper(let replica, let last, let through) = statement.content,
        counts(statement), space.keeper == last, members[replica] != nil, ranges[replica] == nil
      else { continue }
      ranges[last] = through
      ranges[replica] = .max
      space.formerKeepers.insert(last)
      space.keeper = replica
    }
    return ranges
  }

  private func frontiers(_ keepers: [ReplicaID: UInt64]) -> [Space.Frontier] {
    var found: [Space.Frontier] = []
    for statement in statements {
      let dot = statement.dot
      guard case .frontier(let number, let vector) = statement.content,
        dot.sequence <= keepers[dot.replica] ?? 0,
        members[dot.replica]?.isVoid(dot.sequence) == false
      else { continue }
      found.append(
        Space.Frontier(number: number, dot: dot, vector: vector, time: statement.time))
    }
    found.sort { ($0.number, $0.time, $0.dot.replica) < ($1.number, $1.time, $1.dot.replica) }
    var kept: [Space.Frontier] = []
    for frontier in found {
      guard let last = kept.last else {
        kept.append(frontier)
        continue
      }
      if frontier.number > last.number, frontier.time > last.time,
        frontier.vector.covers(last.vector)
      {
        kept.append(frontier)
      }
    }
    return kept
  }
}

extension SpaceResolution.Statement {
  /// Whether it was written before another one: by the hybrid time of its transaction, then by its
  /// place. The same everywhere, and total.
  func comes(before other: Self) -> Bool {
    if time != other.time { return time < other.time }
    if dot.replica != other.dot.replica { return dot.replica < other.dot.replica }
    return (dot.sequence, index) < (other.dot.sequence, other.index)
  }
}
