/// Enrolling everybody anew, by the demotions applied so far.
extension Membership {
  /// What an enrolment has still to carry out.
  private struct Work {
    /// Changes of roles that count and were not carried out yet.
    var changes: [Int] = []
    /// Owners with enrolments, the one nearest to the founder last.
    var owners: [Int] = []
  }

  /// Cost: O(s log s) for s statements.
  mutating func enrol() {
    for index in people.indices {
      people[index].member = nil
      people[index].enrolments = []
      bound(index)
    }
    for index in acts.indices { acts[index].counts = false }
    var work = Work()
    add(founder, creation.key, creation.member, .owner, distance: 0, &work)
    while true {
      while let change = work.changes.popLast() { giveRole(change, &work) }
      guard let owner = work.owners.popLast() else { return }
      enrol(by: owner, &work)
    }
  }

  /// Finds out how far each role of a person reaches: up to where the applied demotions after it
  /// leave it.
  private mutating func bound(_ person: Int) {
    var through = UInt64.max
    for index in people[person].changes.reversed() {
      acts[index].through = through
      if acts[index].isApplied, !acts[index].isRevocation {
        through = min(through, acts[index].end)
      }
    }
    people[person].firstRoleThrough = through
  }

  /// Carries out the enrolments of an owner that count by now.
  private mutating func enrol(by owner: Int, _ work: inout Work) {
    let enrolments = people[owner].enrolments.sorted()
    people[owner].enrolments = []
    let distance = (people[owner].member?.distance ?? 0) + 1
    for index in enrolments where people[acts[index].target].member == nil {
      guard case .enrolled(_, let key, let name, let role) = statements[acts[index].place].content
      else { continue }
      add(acts[index].target, key, name, role, distance: distance, &work)
    }
  }

  private mutating func add(
    _ person: Int, _ key: [UInt8], _ name: String, _ role: SpaceRole, distance: Int,
    _ work: inout Work
  ) {
    people[person].firstRole = role
    people[person].member = Space.Member(
      replica: people[person].replica, key: key, member: name, distance: distance,
      revokedThrough: people[person].revokedThrough, tenures: Tenures())
    give(person, role, after: 0, through: people[person].firstRoleThrough, &work)
    for index in people[person].changes where acts[index].isApplied || acts[index].counts {
      giveRole(index, &work)
    }
  }

  private mutating func giveRole(_ change: Int, _ work: inout Work) {
    let act = acts[change]
    guard case .role(let role) = act.content else { return }
    give(act.target, role, after: act.end, through: act.through, &work)
  }

  /// Gives a person a role. As an owner it may have raised others, so its statements that count by
  /// now are carried out, too.
  private mutating func give(
    _ person: Int, _ role: SpaceRole, after first: UInt64, through last: UInt64,
    _ work: inout Work
  ) {
    let gained = people[person].member?.tenures.raise(after: first, through: last, to: role) ?? []
    let own = people[person].own
    for range in gained {
      let last = min(range.upperBound, people[person].revokedThrough ?? .max)
      var place = own.partitioningIndex { acts[$0].sequence > range.lowerBound }
      while place < own.count, acts[own[place]].sequence <= last {
        count(own[place], &work)
        place += 1
      }
    }
  }

  /// Notes that a statement counts.
  private mutating func count(_ index: Int, _ work: inout Work) {
    acts[index].counts = true
    let target = people[acts[index].target].member
    switch acts[index].content {
    case .enrolment: if target == nil { wait(index, of: acts[index].writer, &work) }
    case .role: if target != nil { work.changes.append(index) }
    case .revocation: break
    }
  }

  private mutating func wait(_ enrolment: Int, of owner: Int, _ work: inout Work) {
    people[owner].enrolments.append(enrolment)
    if people[owner].enrolments.count > 1 { return }
    let place = work.owners.partitioningIndex { isSenior($0, owner) }
    work.owners.insert(owner, at: place)
  }

  /// Whether a person is nearer to the founder than another, or as near with a smaller replica.
  func isSenior(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (people[one].member?.distance, people[other].member?.distance)
    return (first ?? .max, one) < (second ?? .max, other)
  }
}
