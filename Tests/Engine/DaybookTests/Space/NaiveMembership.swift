@testable import Daybook

/// Who belongs to a space, by the rules alone and with no care for time: after each statement that
/// takes something everybody is enrolled anew, and a role is noted for each transaction.
struct NaiveMembership {
  typealias Statement = SpaceResolution.Statement

  struct Member: Equatable {
    let key: [UInt8]
    let distance: Int
    /// Of the transactions 0 through `last`.
    var roles: [SpaceRole]
    var revokedThrough: UInt64?
  }

  /// The last transaction that is looked at.
  static let last = 60

  private(set) var members: [ReplicaID: Member] = [:]
  private let statements: [Statement]
  private let creation: Membership.Creation
  private let frontiers: [Space.Frontier]
  private var firstRoles: [ReplicaID: SpaceRole] = [:]
  /// The statements that were taken in, by their places.
  private var taken: [Int] = []
  /// Those that would take something and were not taken in.
  private var open: [Int] = []

  init(
    _ statements: [Statement], _ creation: Membership.Creation, _ frontiers: [Space.Frontier]
  ) {
    (self.statements, self.creation, self.frontiers) = (statements, creation, frontiers)
    repeat { enrol() } while takeNext()
  }

  /// Which replica a statement takes something from, and after which transaction.
  private func target(_ place: Int) -> (replica: ReplicaID, end: UInt64) {
    let (replica, through): (ReplicaID, UInt64)
    switch statements[place].content {
    case .roleChanged(let about, _, let last), .revoked(let about, let last):
      (replica, through) = (about, last)
    default: (replica, through) = (creation.founder, .max)
    }
    let ends = frontiers.filter { !$0.vector.contains(statements[place].dot) }.map {
      $0.vector[replica]
    }
    return (replica, ends.reduce(through, max))
  }

  private func isRevocation(_ place: Int) -> Bool {
    if case .revoked = statements[place].content { true } else { false }
  }

  private func counts(_ place: Int) -> Bool {
    let dot = statements[place].dot
    guard let writer = members[dot.replica] else { return false }
    return writer.roles[Int(dot.sequence)] == .owner
      && dot.sequence <= writer.revokedThrough ?? .max
  }

  private func isSenior(_ one: ReplicaID, _ other: ReplicaID) -> Bool {
    (members[one]?.distance ?? .max, one) < (members[other]?.distance ?? .max, other)
  }

  // MARK: Enrolling

  private mutating func enrol() {
    (members, firstRoles) = ([:], [:])
    add(creation.founder, creation.key, .owner, distance: 0)
    repeat { giveRoles() } while enrolNext()
  }

  private mutating func add(
    _ replica: ReplicaID, _ key: [UInt8], _ role: SpaceRole, distance: Int
  ) {
    firstRoles[replica] = role
    let revocations = taken.filter { isRevocation($0) && target($0).replica == replica }
    members[replica] = Member(
      key: key, distance: distance, roles: [],
      revokedThrough: revocations.map { target($0).end }.min())
  }

  /// Enrols all whom the most senior owner enrols who enrols anybody.
  private mutating func enrolNext() -> Bool {
    for owner in members.keys.sorted(by: isSenior) {
      var isNew = false
      for place in statements.indices where statements[place].dot.replica == owner {
        guard case .enrolled(let replica, let key, _, let role) = statements[place].content,
          members[replica] == nil, counts(place)
        else { continue }
        add(replica, key, role, distance: (members[owner]?.distance ?? 0) + 1)
        isNew = true
      }
      if isNew { return true }
    }
    return false
  }

  private mutating func giveRoles() {
    var known: Set<Int> = []
    while true {
      for (replica, role) in firstRoles {
        members[replica]?.roles = Array(repeating: role, count: Self.last + 1)
      }
      open = []
      for place in statements.indices where known.contains(place) || taken.contains(place) {
        apply(place)
      }
      let counted = Set(statements.indices.filter { counts($0) })
      if counted.isSubset(of: known) { return }
      known.formUnion(counted)
    }
  }

  private mutating func apply(_ place: Int) {
    let (replica, end) = target(place)
    let isTaken = taken.contains(place)
    switch statements[place].content {
    case .roleChanged(_, let role, _):
      guard let before = members[replica]?.roles else { return }
      var after = before
      for sequence in after.indices where sequence > end {
        after[sequence] = isTaken || before[sequence].isLower(than: role) ? role : before[sequence]
      }
      members[replica]?.roles = after
      let isLess = zip(after, before).enumerated().contains { sequence, roles in
        sequence > end && role.isLower(than: roles.1)
      }
      if isLess, !isTaken { open.append(place) }
    case .revoked where members[replica] != nil && !isTaken: open.append(place)
    default: break
    }
  }

  // MARK: Taking

  private mutating func takeNext() -> Bool {
    let open = open.filter { place in !taken.contains { answers($0, place) } }
    let free = open.filter { place in
      !open.contains { answers($0, place) || voids($0, place) }
    }
    let next = (free.isEmpty ? open : free).min { one, other in
      let (first, second) = (statements[one], statements[other])
      if first.dot.replica != second.dot.replica {
        return isSenior(first.dot.replica, second.dot.replica)
      }
      return (first.dot.sequence, first.index) < (second.dot.sequence, second.index)
    }
    if let next { taken.append(next) }
    return next != nil
  }

  /// Whether what one statement takes would keep another one from counting.
  private func voids(_ taking: Int, _ other: Int) -> Bool {
    let (replica, end) = target(taking)
    return statements[other].dot.replica == replica && statements[other].dot.sequence > end
  }

  /// Whether one is a senior's revocation of who would take something from him by the other.
  private func answers(_ revocation: Int, _ taking: Int) -> Bool {
    let (senior, junior) = (statements[revocation].dot.replica, statements[taking].dot.replica)
    return isRevocation(revocation) && target(revocation).replica == junior
      && target(taking).replica == senior && isSenior(senior, junior)
  }
}

extension SpaceRole {
  fileprivate func isLower(than other: SpaceRole) -> Bool { rawValue > other.rawValue }
}
