/// Taking in what takes something from somebody.
extension Membership {
  /// Somebody, and who revokes it.
  struct Pair: Hashable {
    let (revoked, by): (Int, Int)
  }

  /// Takes in the next statements that take something from somebody, through one that changes which
  /// of the others count; false when there is none.
  mutating func takeNext() -> Bool {
    let open = openTakings()
    if open.isEmpty { return false }
    let answers = Set(
      open.compactMap {
        acts[$0].isRevocation ? Pair(revoked: acts[$0].target, by: acts[$0].writer) : nil
      })
    let ends = Dictionary(open.map { (acts[$0].target, acts[$0].end) }, uniquingKeysWith: min)
    let free = open.filter {
      acts[$0].sequence <= ends[acts[$0].writer] ?? .max && !isAnswered($0, by: answers)
    }
    if free.isEmpty {
      if let next = open.min(by: comesFirst) { take(next) }
      return true
    }
    takeFirst(of: free.sorted(by: comesFirst), ends)
    return true
  }

  /// Takes in all that the most senior of the owners takes from others; false when none does.
  mutating func takeAllOfMostSenior() -> Bool {
    let open = openTakings()
    guard let owner = open.map({ acts[$0].writer }).min(by: isSenior) else { return false }
    for index in open where acts[index].writer == owner { take(index) }
    return true
  }

  /// Those that count, would take something, and were not taken in.
  private func openTakings() -> [Int] {
    var open: [Int] = []
    for person in people {
      guard person.member != nil, !person.changes.isEmpty else { continue }
      var tenures = Tenures(person.firstRole)
      for index in person.changes {
        if acts[index].counts, !acts[index].isTaken, takes(index, from: tenures),
          !isAnswered(index, by: revocations)
        {
          open.append(index)
        }
        apply(index, to: &tenures)
      }
    }
    return open
  }

  /// Applies a change of a role when it counts, or was taken in.
  private func apply(_ index: Int, to tenures: inout Tenures) {
    guard case .role(let role) = acts[index].content else { return }
    if acts[index].isTaken {
      tenures.replace(after: acts[index].end, with: role)
    } else if acts[index].counts {
      tenures.raise(after: acts[index].end, to: role)
    }
  }

  /// Whether a change takes something from who has had some roles.
  private func takes(_ index: Int, from tenures: Tenures) -> Bool {
    switch acts[index].content {
    case .role(let role): tenures.exceeds(role, after: acts[index].end)
    case .revocation: true
    case .enrolment: false
    }
  }

  /// Whether the one from whom something would be taken is senior, and revokes the other.
  private func isAnswered(_ index: Int, by revocations: Set<Pair>) -> Bool {
    let (writer, target) = (acts[index].writer, acts[index].target)
    return isSenior(target, writer) && revocations.contains(Pair(revoked: writer, by: target))
  }

  /// Whether it is taken in before another one.
  private func comesFirst(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (acts[one], acts[other])
    if first.writer != second.writer { return isSenior(first.writer, second.writer) }
    return (first.sequence, first.index) < (second.sequence, second.index)
  }

  private mutating func take(_ index: Int) {
    acts[index].isTaken = true
    guard acts[index].isRevocation else { return }
    let target = acts[index].target
    people[target].revokedThrough = min(people[target].revokedThrough ?? .max, acts[index].end)
    revocations.insert(Pair(revoked: target, by: acts[index].writer))
  }

  /// Takes in one after the other, as long as that changes nothing about the rest.
  ///
  /// It changes nothing when the one from whom something is taken has made no statement that counts
  /// after what any of those that wait would leave.
  private mutating func takeFirst(of free: [Int], _ ends: [Int: UInt64]) {
    var passes: [Int: Pass] = [:]
    var newest: [Int: UInt64] = [:]
    for index in free {
      let target = acts[index].target
      let last = newest[target] ?? newestStatement(of: target)
      newest[target] = last
      if acts[index].isRevocation {
        // Only the first one of an owner may answer what the revoked one takes from him.
        let isKnown = revocations.contains(Pair(revoked: target, by: acts[index].writer))
        take(index)
        if last > 0, !isKnown { return }
      } else {
        var pass = passes[target] ?? Pass(people[target].firstRole)
        defer { passes[target] = pass }
        // One before it may have taken the same.
        advance(&pass, through: index)
        guard takes(index, from: pass.tenures) else { continue }
        take(index)
      }
      if last > ends[target] ?? .max { return }
    }
  }

  /// The last of somebody's transactions with a statement that counts; 0 when there is none.
  private func newestStatement(of person: Int) -> UInt64 {
    people[person].own.reduce(0) { acts[$1].counts ? max($0, acts[$1].sequence) : $0 }
  }

  /// The roles of somebody before one of the changes about it.
  private struct Pass {
    let firstRole: SpaceRole
    var tenures: Tenures
    /// How many changes are in the roles.
    var count = 0

    init(_ firstRole: SpaceRole) {
      self.firstRole = firstRole
      tenures = Tenures(firstRole)
    }
  }

  /// Goes on to the roles before a change; from the beginning when it is past that.
  private func advance(_ pass: inout Pass, through index: Int) {
    let changes = people[acts[index].target].changes
    if pass.count > 0, changes[pass.count - 1] >= index { pass = Pass(pass.firstRole) }
    while changes[pass.count] < index {
      apply(changes[pass.count], to: &pass.tenures)
      pass.count += 1
    }
  }
}
