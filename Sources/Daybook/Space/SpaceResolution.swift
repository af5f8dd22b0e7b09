/// Finding out what statements about a space come to.
///
/// Only owners state anything. Who is an owner follows from the enrolments, from the founder on,
/// and from what was taken from owners. That is taken in one by one: what the owner says who is
/// fewer enrolments away from the founder comes first, then the smaller replica. Of two owners who
/// revoke one another, the first one's word counts, and the other's does not.
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

  private let statements: [ReplicaID: [Statement]]
  private let founder: ReplicaID
  private let created: (name: String, key: [UInt8], member: String)
  private var members: [ReplicaID: Space.Member] = [:]
  /// The roles that they were enrolled with.
  private var firstRoles: [ReplicaID: SpaceRole] = [:]
  /// What was taken from replicas, by the statements that did.
  private var taken: [Statement.StatementID: Taking] = [:]
  /// What statements would take that were not taken in yet.
  private var open: [Statement.StatementID: Taking] = [:]

  /// What a statement takes from a replica: everything, or a role, for a lower one.
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
    self.statements = Dictionary(grouping: sorted, by: \.dot.replica)
  }

  /// The space that the statements come to. O(s² log s) for s statements that take something from
  /// somebody, of which there are few; O(s log s) for the others.
  consuming func resolve() -> Space {
    repeat { enrol() } while takeNext()
    var space = Space(name: created.name, founder: founder, members: members, keeper: founder)
    let keepers = keeperRanges(&space)
    space.frontiers = frontiers(keepers)
    spareFinal(&space)
    return space
  }

  // MARK: Who belongs to it

  /// Enrols everybody anew, by what was taken so far.
  private mutating func enrol() {
    (members, firstRoles) = ([:], [:])
    add(founder, created.key, created.member, .owner, distance: 0)
    var done: Set<ReplicaID> = []
    while let owner = seniors.first(where: { !done.contains($0.replica) }) {
      done.insert(owner.replica)
      for statement in counted(of: owner) {
        guard case .enrolled(let replica, let key, let name, let role) = statement.content,
          members[replica] == nil
        else { continue }
        add(replica, key, name, role, distance: owner.distance + 1)
      }
      giveRoles()
    }
    // What somebody states after he has stepped down does not count, whoever else is an owner.
    giveRoles()
  }

  private mutating func add(
    _ replica: ReplicaID, _ key: [UInt8], _ name: String, _ role: SpaceRole, distance: Int
  ) {
    firstRoles[replica] = role
    var member = Space.Member(
      replica: replica, key: key, member: name, role: role, distance: distance)
    if role == .reader { member.roleThrough = 0 }
    for taking in taken.values where taking.from == replica && taking.isRevocation {
      member.revokedThrough = min(member.revokedThrough ?? .max, taking.through)
    }
    members[replica] = member
  }

  /// Gives members their roles, from the first one on: what raises them at once, what takes from
  /// them when it was taken in.
  private mutating func giveRoles() {
    let changes = seniors.flatMap { counted(of: $0) }.sorted { $0.comes(before: $1) }
    open = [:]
    for (replica, role) in firstRoles {
      members[replica]?.role = role
      members[replica]?.roleThrough = role == .reader ? 0 : nil
      members[replica]?.statesThrough = nil
    }
    for change in changes {
      switch change.content {
      case .roleChanged(let replica, let role, let through):
        guard var member = members[replica] else { continue }
        let takes = role.rawValue > member.role.rawValue
        if takes, taken[change.id] == nil {
          open[change.id] = Taking(
            from: replica, by: change, isRevocation: false, through: through)
          continue
        }
        member.take(role, through: through)
        members[replica] = member
      case .revoked(let replica, let through) where members[replica] != nil:
        if taken[change.id] != nil { continue }
        open[change.id] = Taking(
          from: replica, by: change, isRevocation: true, through: through)
      default: break
      }
    }
  }

  /// Those of whom statements may count, the one nearest to the founder first.
  private var seniors: [Space.Member] {
    members.values.filter { $0.role == .owner || $0.statesThrough != nil }
      .sorted { Self.isSenior($0, $1) }
  }

  /// The statements of a member that count.
  private func counted(of owner: Space.Member) -> [Statement] {
    let through = min(owner.through ?? .max, owner.statesThrough ?? .max)
    return (statements[owner.replica] ?? []).filter { $0.dot.sequence <= through }
  }

  // MARK: What is taken from whom

  /// Takes in the next statement that takes something from somebody; false when there is none.
  private mutating func takeNext() -> Bool {
    let next = open.values.filter { !isAnswered($0) }.min { one, other in
      guard let first = members[one.by.dot.replica], let second = members[other.by.dot.replica]
      else { return false }
      if first.replica != second.replica { return Self.isSenior(first, second) }
      return (one.by.dot.sequence, one.by.index) < (other.by.dot.sequence, other.by.index)
    }
    guard let next else { return false }
    taken[next.by.id] = next
    return true
  }

  /// Whether the one from whom something would be taken is senior and has revoked the other.
  private func isAnswered(_ taking: Taking) -> Bool {
    guard let owner = members[taking.by.dot.replica], let target = members[taking.from],
      Self.isSenior(target, owner)
    else { return false }
    return taken.values.contains {
      $0.isRevocation && $0.from == owner.replica && $0.by.dot.replica == target.replica
    }
  }

  private static func isSenior(_ one: Space.Member, _ other: Space.Member) -> Bool {
    (one.distance, one.replica) < (other.distance, other.replica)
  }

  // MARK: Frontiers

  /// Up to which of its transactions each keeper's frontiers count. Who was one and is not any more
  /// never is again.
  private func keeperRanges(_ space: inout Space) -> [ReplicaID: UInt64] {
    var ranges: [ReplicaID: UInt64] = [founder: .max]
    for statement in seniors.flatMap({ counted(of: $0) }).sorted(by: { $0.comes(before: $1) }) {
      guard case .keeper(let replica, let last, let through) = statement.content,
        space.keeper == last, members[replica] != nil, ranges[replica] == nil
      else { continue }
      ranges[last] = through
      ranges[replica] = .max
      space.keeper = replica
    }
    return ranges
  }

  private func frontiers(_ keepers: [ReplicaID: UInt64]) -> [Space.Frontier] {
    var found: [Space.Frontier] = []
    for (keeper, through) in keepers {
      let last = min(through, members[keeper]?.through ?? .max)
      for statement in statements[keeper] ?? [] where statement.dot.sequence <= last {
        guard case .frontier(let number, let vector) = statement.content else { continue }
        found.append(
          Space.Frontier(
            number: number, dot: statement.dot, vector: vector, time: statement.time))
      }
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

  /// Leaves what a frontier holds that did not know of a cut.
  private func spareFinal(_ space: inout Space) {
    for taking in taken.values {
      for frontier in space.frontiers where !frontier.vector.contains(taking.by.dot) {
        space.members[taking.from]?.spare(frontier.vector[taking.from])
      }
    }
  }
}

extension Space.Member {
  /// Takes a role; what was written after `through` by a higher one does not count.
  fileprivate mutating func take(_ role: SpaceRole, through: UInt64) {
    if self.role == .owner, role != .owner {
      statesThrough = min(statesThrough ?? .max, through)
    }
    if role == .owner { statesThrough = nil }
    roleThrough = role == .reader ? through : nil
    self.role = role
  }

  /// Lets all up to a transaction count.
  fileprivate mutating func spare(_ final: UInt64) {
    roleThrough = roleThrough.map { max($0, final) }
    revokedThrough = revokedThrough.map { max($0, final) }
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
