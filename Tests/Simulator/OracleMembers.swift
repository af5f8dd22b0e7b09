import Daybook

/// Who belongs to a space, what of it counts and what is final, by the rules alone and with no care
/// for time.
///
/// Only what owners state counts. Enrolments spread from the founder. What takes something from
/// somebody is taken in one by one, that of the owner first who is nearest to the founder, then of
/// the smaller replica; nobody's word counts against a senior who has revoked him.
struct OracleMembers {
  struct Member {
    let replica: ReplicaID
    let distance: Int
    let firstRole: SpaceRole
    var role: SpaceRole
    var roleThrough: UInt64?
    var revokedThrough: UInt64?
    var statesThrough: UInt64?
    var through: UInt64? { [roleThrough, revokedThrough].compactMap(\.self).min() }
  }

  struct Statement {
    let record: Record
    let index: Int
    let content: SpaceStatement
    var replica: ReplicaID { record.replica }
    var sequence: UInt64 { record.sequence }
    var id: String { "\(record.dot)/\(index)" }
  }

  struct Frontier {
    let record: Record
    let number: UInt64
    let vector: VersionVector
  }

  private(set) var members: [ReplicaID: Member] = [:]
  private(set) var keeper: ReplicaID
  private(set) var frontiers: [Frontier] = []
  private let founder: ReplicaID
  private let statements: [Statement]
  private var taken: [Statement] = []

  init(_ records: [Record], space: UUID, founder: ReplicaID) throws {
    self.founder = founder
    keeper = founder
    var found: [Statement] = []
    for record in records {
      for (index, event) in record.events.enumerated()
      where event.kind == SpaceStatement.kind && event.entity == space {
        let content = event.payload.withUnsafeBytes {
          SpaceStatement(name: event.name, version: event.version, payload: $0)
        }
        if let content { found.append(Statement(record: record, index: index, content: content)) }
      }
    }
    statements = found.sorted { one, other in
      if one.record.dot != other.record.dot { return one.record.precedes(other.record) }
      return one.index < other.index
    }
    guard statements.contains(where: { $0.replica == founder }) else { return }
    enrol()
    while let next = nextTaking() {
      taken.append(next)
      enrol()
    }
    settle()
  }

  // MARK: What it comes to

  func isVoid(_ dot: Dot) -> Bool {
    guard let through = members[dot.replica]?.through else { return false }
    return dot.sequence > through
  }

  func effectiveTime(_ record: Record) -> HybridTime {
    frontiers.filter { !$0.vector.contains(record.dot) }.map(\.record.time)
      .reduce(record.stamp, max)
  }

  func isSettled(_ target: Dot, against retraction: Dot) -> Bool {
    frontiers.contains { $0.vector.contains(target) && !$0.vector.contains(retraction) }
  }

  // MARK: Members

  private func isSenior(_ one: Member, _ other: Member) -> Bool {
    (one.distance, one.replica) < (other.distance, other.replica)
  }

  private var seniors: [Member] {
    members.values.filter { $0.role == .owner || $0.statesThrough != nil }.sorted(by: isSenior)
  }

  /// What a member states, as far as it counts.
  private func counted(_ member: Member) -> [Statement] {
    let last = min(member.through ?? .max, member.statesThrough ?? .max)
    return statements.filter { $0.replica == member.replica && $0.sequence <= last }
  }

  private func isTaken(_ statement: Statement) -> Bool { taken.contains { $0.id == statement.id } }

  private mutating func enrol() {
    members = [founder: Member(replica: founder, distance: 0, firstRole: .owner, role: .owner)]
    revoke(founder)
    var done: Set<ReplicaID> = []
    while let owner = seniors.first(where: { !done.contains($0.replica) }) {
      done.insert(owner.replica)
      for statement in counted(owner) {
        guard case .enrolled(let replica, _, _, let role) = statement.content,
          members[replica] == nil
        else { continue }
        members[replica] = Member(
          replica: replica, distance: owner.distance + 1, firstRole: role, role: role)
        revoke(replica)
      }
      giveRoles()
    }
  }

  private mutating func revoke(_ replica: ReplicaID) {
    for statement in taken {
      guard case .revoked(replica, let through) = statement.content else { continue }
      guard var member = members[replica] else { continue }
      member.revokedThrough = min(member.revokedThrough ?? .max, through)
      members[replica] = member
    }
  }

  private mutating func giveRoles() {
    let all = seniors.flatMap(counted)
    let changes = statements.filter { statement in all.contains { $0.id == statement.id } }
    for (replica, member) in members {
      members[replica]?.role = member.firstRole
      members[replica]?.roleThrough = member.firstRole == .reader ? 0 : nil
      members[replica]?.statesThrough = nil
    }
    for change in changes {
      guard case .roleChanged(let replica, let role, let through) = change.content,
        var member = members[replica]
      else { continue }
      if role.rawValue > member.role.rawValue, !isTaken(change) { continue }
      if member.role == .owner, role != .owner {
        member.statesThrough = min(member.statesThrough ?? .max, through)
      }
      if role == .owner { member.statesThrough = nil }
      member.roleThrough = role == .reader ? through : nil
      member.role = role
      members[replica] = member
    }
  }

  /// The next statement that takes something from somebody.
  private func nextTaking() -> Statement? {
    let all = seniors.flatMap(counted)
    var roles = members.mapValues(\.firstRole)
    var open: [Statement] = []
    for statement in statements where all.contains(where: { $0.id == statement.id }) {
      switch statement.content {
      case .revoked(let replica, _) where members[replica] != nil:
        if !isTaken(statement) { open.append(statement) }
      case .roleChanged(let replica, let role, _):
        guard let last = roles[replica] else { continue }
        if role.rawValue > last.rawValue, !isTaken(statement) {
          open.append(statement)
        } else {
          roles[replica] = role
        }
      default: break
      }
    }
    return open.filter { !isAnswered($0) }.min { one, other in
      guard let first = members[one.replica], let second = members[other.replica] else {
        return false
      }
      if first.replica != second.replica { return isSenior(first, second) }
      return (one.sequence, one.index) < (other.sequence, other.index)
    }
  }

  private static func target(_ statement: Statement) -> ReplicaID? {
    switch statement.content {
    case .revoked(let replica, _), .roleChanged(let replica, _, _): replica
    default: nil
    }
  }

  private func isAnswered(_ statement: Statement) -> Bool {
    guard let owner = members[statement.replica],
      let target = Self.target(statement).flatMap({ members[$0] }), isSenior(target, owner)
    else { return false }
    return taken.contains { taken in
      guard case .revoked(owner.replica, _) = taken.content else { return false }
      return taken.replica == target.replica
    }
  }

  // MARK: Frontiers

  private mutating func settle() {
    var last: [ReplicaID: UInt64] = [founder: .max]
    let all = seniors.flatMap(counted)
    for statement in statements where all.contains(where: { $0.id == statement.id }) {
      guard case .keeper(let replica, keeper, let through) = statement.content,
        members[replica] != nil, last[replica] == nil
      else { continue }
      last[keeper] = through
      last[replica] = .max
      keeper = replica
    }
    let stated = statements.compactMap { statement -> Frontier? in
      guard case .frontier(let number, let vector) = statement.content,
        let through = last[statement.replica],
        statement.sequence <= min(through, members[statement.replica]?.through ?? .max)
      else { return nil }
      return Frontier(record: statement.record, number: number, vector: vector)
    }
    for frontier in stated.sorted(by: { one, other in
      one.number != other.number
        ? one.number < other.number : one.record.precedes(other.record)
    }) {
      if let newest = frontiers.last {
        guard frontier.number > newest.number, frontier.record.time > newest.record.time,
          frontier.vector.covers(newest.vector)
        else { continue }
      }
      frontiers.append(frontier)
    }
    for statement in taken {
      guard let target = Self.target(statement) else { continue }
      for frontier in frontiers where !frontier.vector.contains(statement.record.dot) {
        let final = frontier.vector[target]
        guard var member = members[target] else { continue }
        member.roleThrough = member.roleThrough.map { max($0, final) }
        member.revokedThrough = member.revokedThrough.map { max($0, final) }
        members[target] = member
      }
    }
  }
}
