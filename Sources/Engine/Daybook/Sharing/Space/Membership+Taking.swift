/// Applying the demotions, which lower a role or revoke somebody.
extension Membership {
  /// A person, and the one who revokes it.
  struct Pair: Hashable {
    let (revoked, by): (Int, Int)
  }

  /// Applies the next demotions, up to one that changes which other statements count; false when
  /// none is left.
  mutating func applyNext() -> Bool {
    let open = pendingDemotions()
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
      if let next = open.min(by: comesFirst) { markApplied(next) }
      return true
    }
    applyFirst(of: free.sorted(by: comesFirst), ends)
    return true
  }

  /// Applies all demotions of the most senior owner that has any; false when none is left.
  mutating func applyAllOfMostSenior() -> Bool {
    let open = pendingDemotions()
    guard let owner = open.map({ acts[$0].writer }).min(by: isSenior) else { return false }
    for index in open where acts[index].writer == owner { markApplied(index) }
    return true
  }

  /// The demotions that count and were not applied yet.
  private func pendingDemotions() -> [Int] {
    var open: [Int] = []
    for person in people {
      guard person.member != nil, !person.changes.isEmpty else { continue }
      var tenures = Tenures(person.firstRole)
      for index in person.changes {
        if acts[index].counts, !acts[index].isApplied, demotes(index, from: tenures),
          !isAnswered(index, by: revocations)
        {
          open.append(index)
        }
        apply(index, to: &tenures)
      }
    }
    return open
  }

  /// Carries a change of a role over to `tenures`, when it counts or was applied.
  private func apply(_ index: Int, to tenures: inout Tenures) {
    guard case .role(let role) = acts[index].content else { return }
    if acts[index].isApplied {
      tenures.replace(after: acts[index].end, with: role)
    } else if acts[index].counts {
      tenures.raise(after: acts[index].end, to: role)
    }
  }

  /// Whether an act lowers one of the roles, or revokes their holder.
  private func demotes(_ index: Int, from tenures: Tenures) -> Bool {
    switch acts[index].content {
    case .role(let role): tenures.exceeds(role, after: acts[index].end)
    case .revocation: true
    case .enrolment: false
    }
  }

  /// Whether the target is senior to the writer and revokes it.
  private func isAnswered(_ index: Int, by revocations: Set<Pair>) -> Bool {
    let (writer, target) = (acts[index].writer, acts[index].target)
    return isSenior(target, writer) && revocations.contains(Pair(revoked: writer, by: target))
  }

  /// Whether one act is applied before another.
  private func comesFirst(_ one: Int, _ other: Int) -> Bool {
    let (first, second) = (acts[one], acts[other])
    if first.writer != second.writer { return isSenior(first.writer, second.writer) }
    return (first.sequence, first.index) < (second.sequence, second.index)
  }

  private mutating func markApplied(_ index: Int) {
    acts[index].isApplied = true
    guard acts[index].isRevocation else { return }
    let target = acts[index].target
    people[target].revokedThrough = min(people[target].revokedThrough ?? .max, acts[index].end)
    revocations.insert(Pair(revoked: target, by: acts[index].writer))
  }

  /// Applies one demotion after the other, up to the first that changes something about the rest.
  ///
  /// One changes nothing about the rest when its target has stated nothing that counts after the
  /// transactions that every pending demotion leaves it.
  private mutating func applyFirst(of free: [Int], _ ends: [Int: UInt64]) {
    var passes: [Int: Pass] = [:]
    var newest: [Int: UInt64] = [:]
    for index in free {
      let target = acts[index].target
      let last = newest[target] ?? newestStatement(of: target)
      newest[target] = last
      if acts[index].isRevocation {
        // Only an owner's first revocation of the target may void what the target demotes of it.
        let isKnown = revocations.contains(Pair(revoked: target, by: acts[index].writer))
        markApplied(index)
        if last > 0, !isKnown { return }
      } else {
        var pass = passes[target] ?? Pass(people[target].firstRole)
        defer { passes[target] = pass }
        // One before it may have taken the same.
        advance(&pass, through: index)
        guard demotes(index, from: pass.tenures) else { continue }
        markApplied(index)
      }
      if last > ends[target] ?? .max { return }
    }
  }

  /// A person's last transaction with a statement that counts; 0 when there is none.
  private func newestStatement(of person: Int) -> UInt64 {
    people[person].own.reduce(0) { acts[$1].counts ? max($0, acts[$1].sequence) : $0 }
  }

  /// The roles of a person before one of the changes about it.
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

  /// Moves a pass on to the roles before a change, or begins it anew when it is past that.
  private func advance(_ pass: inout Pass, through index: Int) {
    let changes = people[acts[index].target].changes
    if pass.count > 0, changes[pass.count - 1] >= index { pass = Pass(pass.firstRole) }
    while changes[pass.count] < index {
      apply(changes[pass.count], to: &pass.tenures)
      pass.count += 1
    }
  }
}
