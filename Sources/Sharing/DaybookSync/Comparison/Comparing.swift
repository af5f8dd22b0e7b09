internal import Daybook

/// Compares two sides, and collects the findings.
struct Comparing {
  typealias Finding = ReplicaComparison.Finding

  private let own: any ComparedSide
  private let other: any ComparedSide
  private var differences: [Finding] = []
  private var notCompared: [Finding] = []

  /// - Throws: what keeps one of the two from being read.
  static func compare(
    _ own: any ComparedSide, with other: any ComparedSide
  ) throws -> ReplicaComparison {
    var comparing = Comparing(own: own, other: other)
    return try comparing.compare()
  }

  private init(own: any ComparedSide, other: any ComparedSide) {
    self.own = own
    self.other = other
  }

  private mutating func compare() throws -> ReplicaComparison {
    let isOther = own.space != other.space
    if isOther, own.isShared || other.isShared {
      return otherSpace("the other one holds the space \(other.space), this store \(own.space)")
    }
    if other.standing == nil, other.vector.sequences.isEmpty {
      return otherSpace(
        "the other one holds nothing of the space \(own.space); name the folder or the hub that its members exchange with"
      )
    }
    var common: UInt64 = 0
    let writers = Set(own.vector.sequences.keys).union(other.vector.sequences.keys)
    for replica in writers.sorted() {
      let shared = min(own.vector[replica], other.vector[replica])
      common += shared
      try compareReach(of: replica)
      try compareChains(of: replica, through: shared)
    }
    for dot in other.forks {
      fork(dot.replica, dot.sequence...dot.sequence, "it contradicts what is there before it")
    }
    try compareViews()
    if isOther {
      notCompared.append(
        Finding(
          .otherSpace,
          "neither is shared, and each would begin another space: \(own.space), and there \(other.space)"
        ))
    }
    return result(common: common)
  }

  private func otherSpace(_ text: String) -> ReplicaComparison {
    ReplicaComparison(common: 0, differences: [Finding(.otherSpace, text)], notCompared: [])
  }

  private func result(common: UInt64) -> ReplicaComparison {
    ReplicaComparison(common: common, differences: differences, notCompared: notCompared)
  }

  // MARK: Transactions

  /// Finds which side has more of a writer.
  private mutating func compareReach(of replica: ReplicaID) throws {
    let (here, there) = (own.vector[replica], other.vector[replica])
    if here == there { return }
    let lacking = min(here, there) + 1...max(here, there)
    let isBehind = here > there
    let first = Dot(replica: replica, sequence: lacking.lowerBound)
    let isThere = try (isBehind ? own : other).message(of: first) != nil
    let words = "\(Self.count(lacking)) of the replica \(replica)"
    let text =
      isBehind ? "the other one lacks \(words)" : "this store lacks \(words)"
    differences.append(
      Finding(
        isBehind ? .behind : .ahead,
        isThere ? text : text + ", which were purged: that takes a snapshot", replica: replica,
        lacking))
  }

  /// Finds whether both sides have the same transactions of a writer.
  private mutating func compareChains(of replica: ReplicaID, through shared: UInt64) throws {
    var reach = shared
    while reach > 0 {
      let here = try own.run(of: replica, through: reach, in: own.space)
      let there = try other.run(of: replica, through: here.chain.sequence, in: own.space)
      reach = there.chain.sequence
      guard reach == here.chain.sequence else { continue }
      note(here.changed, of: "this store")
      note(there.changed, of: "the other one")
      if here.changed ?? there.changed == nil, here.chain.hash != there.chain.hash {
        try findFork(of: replica, through: reach)
      }
      break
    }
    if reach < shared {
      let left = reach + 1...shared
      notCompared.append(
        Finding(
          .purged,
          "\(Self.count(left)) of the replica \(replica) were purged, and no signature stands for them",
          replica: replica, left))
    }
  }

  private mutating func note(_ changed: Dot?, of side: String) {
    guard let dot = changed else { return }
    differences.append(
      Finding(
        .changed,
        "\(side) holds other transactions of the replica \(dot.replica) than its writer signed, one up to \(dot.sequence) of them: it is damaged, or somebody has changed it; verify says more, a backup has what was",
        replica: dot.replica, 1...dot.sequence))
  }

  private mutating func findFork(of replica: ReplicaID, through last: UInt64) throws {
    for sequence in 1...last {
      let dot = Dot(replica: replica, sequence: sequence)
      guard let here = try own.message(of: dot), let there = try other.message(of: dot),
        here != there
      else { continue }
      let remedy =
        sequence == 1 ? "" : "; another owner can revoke it through \(sequence - 1)"
      return fork(replica, sequence...last, "both have a transaction \(sequence) of it" + remedy)
    }
    fork(replica, 1...last, "where is not known, because some of it was purged")
  }

  private mutating func fork(
    _ replica: ReplicaID, _ sequences: ClosedRange<UInt64>, _ text: String
  ) {
    differences.append(
      Finding(
        .fork, "two copies of a store wrote as the replica \(replica): \(text)", replica: replica,
        sequences))
  }

  private static func count(_ range: ClosedRange<UInt64>) -> String {
    range.lowerBound == range.upperBound
      ? "transaction \(range.lowerBound)"
      : "transactions \(range.lowerBound) to \(range.upperBound)"
  }

  // MARK: Views

  private mutating func compareViews() throws {
    guard let here = own.standing, let there = other.standing else {
      notCompared.append(Finding(.noViews, "the other one keeps no views"))
      return
    }
    guard !here.views.isEmpty || !there.views.isEmpty else {
      notCompared.append(Finding(.noViews, "neither side was opened with a schema that has views"))
      return
    }
    guard differences.isEmpty else {
      notCompared.append(
        Finding(
          .otherTransactions,
          "views are compared only where both have the same transactions"))
      return
    }
    guard here.quarantined == 0, there.quarantined == 0 else {
      notCompared.append(
        Finding(
          .quarantine,
          "\(here.quarantined) events and entities are left out of views here, \(there.quarantined) there"
        ))
      return
    }
    for (side, words) in [(own, "this store"), (other, "the other one")] {
      for name in try side.viewsWithOtherRows() {
        differences.append(
          Finding(
            .otherRows,
            "the rows of the view \(name) are not those that \(words) has written: rebuild it there",
            view: name))
      }
    }
    for name in Set(here.views.keys).union(there.views.keys).sorted() {
      compareView(name, here.views[name], there.views[name])
    }
  }

  private mutating func compareView(
    _ name: String, _ here: StoreStanding.View?, _ there: StoreStanding.View?
  ) {
    guard let here, let there else {
      notCompared.append(
        Finding(.otherSchema, "only one of the two keeps the view \(name)", view: name))
      return
    }
    if here.fingerprint != there.fingerprint {
      notCompared.append(
        Finding(
          .otherSchema,
          "the two make the view \(name) with other parameters, such as another time zone, by other versions of the app, or by other zone databases: give both the same parameters, then the same version, then update the older system",
          view: name))
    } else if here.digest != there.digest {
      differences.append(
        Finding(
          .otherRows,
          "the view \(name) has other rows: one of the stores is damaged, or two apps fold otherwise and say that they do not",
          view: name))
    }
  }
}
