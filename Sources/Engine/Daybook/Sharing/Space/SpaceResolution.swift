/// Makes a `Space` of the statements about it.
///
/// A statement counts when its writer was an owner in the transaction that holds it; `Membership`
/// finds out who was. Only the keeper's frontiers count.
///
/// What a frontier covers is safe from statements that it does not cover: such a statement changes
/// nothing about those transactions.
struct SpaceResolution {
  /// One statement, and where it stands.
  struct Statement {
    let dot: Dot
    let index: UInt32
    /// The hybrid time of its transaction.
    let time: HybridTime
    let content: SpaceStatement
  }

  /// In the order in which they were written.
  private let statements: [Statement]
  private let creation: Membership.Creation
  private let name: String
  /// The frontiers of the round before: each protects what it covers from statements that it does
  /// not cover.
  private var frontiers: [Space.Frontier] = []

  /// - Parameter founder: the replica that is known to have created the space; nil to believe the
  ///   first statement that created it.
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
    self.name = name
    creation = Membership.Creation(founder: found.dot.replica, key: key, member: member)
    self.statements = sorted
  }

  /// No keeper sets so many, and after each there is a number for the next.
  private static let mostFrontiers: UInt64 = 1 << 62

  /// How many rounds find frontiers: a frontier may void a statement against the next one, which
  /// then counts.
  private static let rounds = 4

  /// The space by the statements.
  ///
  /// Cost: O(s log s) for s statements, once, and again for each demotion of a member that has made
  /// a statement since; at most 512 times.
  consuming func resolve() -> Space {
    var space = resolveOnce()
    for _ in 1..<Self.rounds where space.frontiers != frontiers {
      frontiers = space.frontiers
      space = resolveOnce()
    }
    return space
  }

  private func resolveOnce() -> Space {
    let members = Membership(statements, creation, frontiers).resolve()
    var space = Space(
      name: name, founder: creation.founder, members: members, keeper: creation.founder)
    let keepers = keeperRanges(&space)
    space.frontiers = frontiers(keepers, members)
    return space
  }

  /// Up to which of its transactions each keeper's frontiers count. A replica that was keeper once
  /// never becomes it again.
  private func keeperRanges(_ space: inout Space) -> [ReplicaID: UInt64] {
    var ranges: [ReplicaID: UInt64] = [creation.founder: .max]
    for statement in statements {
      guard case .keeper(let replica, let last, let through) = statement.content,
        space.members[statement.dot.replica]?.states(statement.dot.sequence) == true,
        space.keeper == last, space.members[replica] != nil, ranges[replica] == nil
      else { continue }
      ranges[last] = through
      ranges[replica] = .max
      space.formerKeepers.insert(last)
      space.keeper = replica
    }
    return ranges
  }

  private func frontiers(
    _ keepers: [ReplicaID: UInt64], _ members: [ReplicaID: Space.Member]
  ) -> [Space.Frontier] {
    var found: [Space.Frontier] = []
    for statement in statements {
      let dot = statement.dot
      guard case .frontier(let number, let vector) = statement.content,
        number < Self.mostFrontiers, dot.sequence <= keepers[dot.replica] ?? 0,
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
  /// Whether it was written before another one, by the hybrid time of its transaction, then by its
  /// place: a total order, the same on every store.
  func comes(before other: Self) -> Bool {
    if time != other.time { return time < other.time }
    if dot.replica != other.dot.replica { return dot.replica < other.dot.replica }
    return (dot.sequence, index) < (other.dot.sequence, other.index)
  }
}
