import Daybook

/// Who belongs to a space, which transactions count and which are final, by the rules alone and
/// with no care for time.
///
/// Only owners' statements count, by the role that their writer had with that transaction.
/// Enrolments spread from the founder: an owner's count, and so do those of the owners whom it
/// enrols. A statement that raises a role counts at once.
///
/// Demotions, which lower a role or revoke somebody, apply one by one. First come those that no
/// pending one would void. Where pending ones void each other in a circle, the owner fewer
/// enrolments away from the founder goes first, then the smaller replica. Of two owners who revoke
/// each other, the senior one's revocation counts and the other's does not. Nothing reaches below a
/// frontier that does not know it.
struct OracleMembers {
  struct Member {
    let replica: ReplicaID
    let distance: Int
    let firstRole: SpaceRole
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
  /// Statements that raise somebody, or would if he were not above that.
  private var counted: Set<String> = []
  /// The frontiers that were found last, which spare what did not know of them.
  private var sparing: [Frontier] = []

  init(_ records: [Record], space: UUID, founder: ReplicaID) throws {
    self.founder = founder
    keeper = founder
    var found: [Statement] = []
    for record in records {
      for (index, event) in record.events.enumerated()
      where event.kind == SpaceStatement.kind && event.entity == space {
        if let content = event.statement {
          found.append(Statement(record: record, index: index, content: content))
        }
      }
    }
    statements = found.sorted { one, other in
      if one.record.dot != other.record.dot { return one.record.precedes(other.record) }
      return one.index < other.index
    }
    guard statements.contains(where: { $0.replica == founder }) else { return }
    find()
    for _ in 1..<4 where frontiers.map(\.record.dot) != sparing.map(\.record.dot) {
      sparing = frontiers
      find()
    }
  }

  private mutating func find() {
    (taken, members, keeper, frontiers) = ([], [:], founder, [])
    enrol()
    while let next = nextTaking() {
      taken.append(next)
      enrol()
    }
    settle()
  }

  // MARK: What it comes to

  /// The role with which a member has written a transaction.
  func role(_ dot: Dot) -> SpaceRole? {
    guard var role = members[dot.replica]?.firstRole else { return nil }
    for change in statements {
      guard case .roleChanged(dot.replica, let next, let through) = change.content,
        dot.sequence > end(of: change, through, dot.replica)
      else { continue }
      if isTaken(change) {
        role = next
      } else if counted.contains(change.id) {
        role = SpaceRole(rawValue: min(role.rawValue, next.rawValue)) ?? role
      }
    }
    return role
  }

  func isRevoked(_ dot: Dot) -> Bool {
    taken.contains { statement in
      guard case .revoked(dot.replica, let through) = statement.content else { return false }
      return dot.sequence > end(of: statement, through, dot.replica)
    }
  }

  func isVoid(_ dot: Dot) -> Bool { isRevoked(dot) || role(dot) == .reader }

  func effectiveTime(_ record: Record) -> HybridTime {
    frontiers.filter { !$0.vector.contains(record.dot) }.map(\.record.time)
      .reduce(record.stamp, max)
  }

  func isSettled(_ target: Dot, against retraction: Dot) -> Bool {
    frontiers.contains { $0.vector.contains(target) && !$0.vector.contains(retraction) }
  }

  // MARK: Members

  /// The last transaction that a statement leaves as it is.
  private func end(of statement: Statement, _ through: UInt64, _ replica: ReplicaID) -> UInt64 {
    sparing.filter { !$0.vector.contains(statement.record.dot) }.map { $0.vector[replica] }
      .reduce(through, max)
  }

  private func isSenior(_ one: Member, _ other: Member) -> Bool {
    (one.distance, one.replica) < (other.distance, other.replica)
  }

  private func counts(_ statement: Statement) -> Bool {
    role(statement.record.dot) == .owner && !isRevoked(statement.record.dot)
  }

  private func isTaken(_ statement: Statement) -> Bool { taken.contains { $0.id == statement.id } }

  private mutating func enrol() {
    members = [founder: Member(replica: founder, distance: 0, firstRole: .owner)]
    counted = []
    var isNew = true
    while isNew {
      isNew = false
      giveRoles()
      let known = members
      // All that the most senior one enrols at once, as what he enrols may be senior to the next.
      for owner in members.values.sorted(by: isSenior) where !isNew {
        for statement in statements where statement.replica == owner.replica {
          guard case .enrolled(let replica, _, _, let role) = statement.content,
            known[replica] == nil, members[replica] == nil, counts(statement)
          else { continue }
          members[replica] = Member(
            replica: replica, distance: owner.distance + 1, firstRole: role)
          isNew = true
        }
      }
    }
  }

  private mutating func giveRoles() {
    var isNew = true
    while isNew {
      isNew = false
      for statement in statements where !counted.contains(statement.id) {
        guard case .roleChanged = statement.content, counts(statement) else { continue }
        counted.insert(statement.id)
        isNew = true
      }
    }
  }

  /// The statements that take something from somebody and wait for that.
  private var open: [Statement] {
    statements.filter { statement in
      guard counts(statement), !isTaken(statement) else { return false }
      switch statement.content {
      case .revoked(let replica, _): return members[replica] != nil
      case .roleChanged(let replica, let role, let through):
        return lowers(statement, replica, role, after: end(of: statement, through, replica))
      default: return false
      }
    }
  }

  /// Whether a change of role comes to less than what some transaction has by what was said before.
  private func lowers(
    _ change: Statement, _ replica: ReplicaID, _ role: SpaceRole, after end: UInt64
  ) -> Bool {
    guard members[replica] != nil else { return false }
    var before = self
    before.counted.removeAll()
    before.taken.removeAll()
    for statement in statements {
      if statement.id == change.id { break }
      if counted.contains(statement.id) { before.counted.insert(statement.id) }
      if isTaken(statement) { before.taken.append(statement) }
    }
    // A role begins after the end of some change.
    let ends = statements.compactMap { statement -> UInt64? in
      guard case .roleChanged(replica, _, let through) = statement.content else { return nil }
      return self.end(of: statement, through, replica)
    }
    return (ends + [end]).contains { last in
      let dot = Dot(replica: replica, sequence: max(last, end) &+ 1)
      return before.role(dot).map { $0.rawValue < role.rawValue } ?? false
    }
  }

  /// The next statement that takes something from somebody.
  private func nextTaking() -> Statement? {
    let open = open.filter { one in !taken.contains { answers($0, one) } }
    let free = open.filter { one in
      !open.contains { other in answers(other, one) || voids(other, one) }
    }
    return (free.isEmpty ? open : free).min { one, other in
      guard let first = members[one.replica], let second = members[other.replica] else {
        return false
      }
      if first.replica != second.replica { return isSenior(first, second) }
      return (one.sequence, one.index) < (other.sequence, other.index)
    }
  }

  private static func target(_ statement: Statement) -> (replica: ReplicaID, through: UInt64)? {
    switch statement.content {
    case .revoked(let replica, let through), .roleChanged(let replica, _, let through):
      (replica, through)
    default: nil
    }
  }

  /// Whether what one statement takes would keep another one from counting.
  private func voids(_ taking: Statement, _ other: Statement) -> Bool {
    guard let target = Self.target(taking), target.replica == other.replica else { return false }
    return other.sequence > end(of: taking, target.through, target.replica)
  }

  /// Whether a senior revokes the one who would take something from him.
  private func answers(_ revocation: Statement, _ taking: Statement) -> Bool {
    guard case .revoked(taking.replica, _) = revocation.content,
      Self.target(taking)?.replica == revocation.replica,
      let senior = members[revocation.replica], let junior = members[taking.replica]
    else { return false }
    return isSenior(senior, junior)
  }

  // MARK: Frontiers

  private mutating func settle() {
    var last: [ReplicaID: UInt64] = [founder: .max]
    for statement in statements where counts(statement) {
      guard case .keeper(let replica, keeper, let through) = statement.content,
        members[replica] != nil, last[replica] == nil
      else { continue }
      last[keeper] = through
      last[replica] = .max
      keeper = replica
    }
    let stated = statements.compactMap { statement -> Frontier? in
      guard case .frontier(let number, let vector) = statement.content,
        statement.sequence <= last[statement.replica] ?? 0, !isVoid(statement.record.dot)
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
  }
}

extension Record.Event {
  /// What it says about a space; nil for what cannot be read, or is of a newer version.
  fileprivate var statement: SpaceStatement? {
    guard version == 1, let fields = try? WireMessage(payload) else { return nil }
    let replica = fields.replica(1)
    let (key, member) = (fields.bytes(2) ?? [], fields.string(3) ?? "")
    let role = fields.uint(4).flatMap(SpaceRole.init(rawValue:))
    let through = fields.uint(5) ?? 0
    switch name {
    case "space.created": return .created(name: fields.string(6) ?? "", key: key, member: member)
    case "space.frontier":
      return .frontier(number: fields.uint(8) ?? 0, VersionVector(entries: fields.all(9)))
    default: break
    }
    guard let replica else { return nil }
    switch (name, role, fields.replica(7)) {
    case ("space.enrolled", let role?, _):
      return .enrolled(replica, key: key, member: member, role: role)
    case ("space.roleChanged", let role?, _):
      return .roleChanged(replica, role, through: through)
    case ("space.revoked", _, _): return .revoked(replica, through: through)
    case ("space.keeper", _, let last?):
      return .keeper(replica, inPlaceOf: last, through: through)
    default: return nil
    }
  }
}

extension VersionVector {
  fileprivate init(entries: [[UInt8]]) {
    self.init()
    for entry in entries {
      guard let fields = try? WireMessage(entry), let replica = fields.replica(1) else { continue }
      self[replica] = fields.uint(2) ?? 0
    }
  }
}
