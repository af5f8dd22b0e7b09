import Daybook

/// What a set of transactions comes to, found out without the engine and without care for time: all
/// that was ever written, who was cut, and what is final.
struct SpaceOracle {
  struct Written {
    let dot: Dot
    let time: HybridTime
    let stamp: HybridTime
    var events: [(PantryEvent, UUID)] = []
    var retracts: Dot?
  }

  struct Frontier {
    let dot: Dot
    let time: HybridTime
    let vector: VersionVector
  }

  struct Cut {
    let dot: Dot
    let replica: ReplicaID
    let through: UInt64
  }

  var written: [Written] = []
  var frontiers: [Frontier] = []
  var cuts: [Cut] = []

  /// Whether nothing of a transaction counts.
  private func isVoid(_ dot: Dot) -> Bool {
    let own = cuts.filter { $0.replica == dot.replica }
    let ends = own.map { cut in
      frontiers.filter { !$0.vector.contains(cut.dot) }.map { $0.vector[dot.replica] }
        .reduce(cut.through, max)
    }
    guard let through = ends.min() else { return false }
    return dot.sequence > through
  }

  private func effectiveTime(_ transaction: Written) -> HybridTime {
    frontiers.filter { !$0.vector.contains(transaction.dot) }.map(\.time)
      .reduce(transaction.stamp, max)
  }

  private static func precedes(_ one: Written, _ other: Written) -> Bool {
    if one.time != other.time { return one.time < other.time }
    if one.dot.replica != other.dot.replica { return one.dot.replica < other.dot.replica }
    return one.dot.sequence < other.dot.sequence
  }

  /// The transactions that count.
  private func counting() -> [Written] {
    var lost: Set<Dot> = []
    let byDot = Dictionary(uniqueKeysWithValues: written.map { ($0.dot, $0) })
    // From the newest to the oldest, so that what takes something back is settled before.
    for transaction in written.sorted(by: { Self.precedes($1, $0) }) {
      guard let target = transaction.retracts, let named = byDot[target],
        Self.precedes(named, transaction), !lost.contains(transaction.dot),
        !isVoid(transaction.dot)
      else { continue }
      let isSettled = frontiers.contains {
        $0.vector.contains(target) && !$0.vector.contains(transaction.dot)
      }
      if !isSettled { lost.insert(target) }
    }
    return written.filter { !lost.contains($0.dot) && !isVoid($0.dot) }
  }

  /// The items, deleted ones left out.
  func items() -> [UUID: PantryItem] {
    let order = counting().sorted { one, other in
      let (first, second) = (effectiveTime(one), effectiveTime(other))
      if first != second { return first < second }
      if one.stamp != other.stamp { return one.stamp < other.stamp }
      if one.dot.replica != other.dot.replica { return one.dot.replica < other.dot.replica }
      return one.dot.sequence < other.dot.sequence
    }
    var items: [UUID: PantryItem] = [:]
    for transaction in order {
      for (event, id) in transaction.events {
        switch event {
        case .bought(let item): items[id] = item
        case .moved(let shelf): items[id]?.shelf = shelf
        case .counted(let amount): items[id]?.amount = amount
        case .eaten: items[id]?.isDeleted = true
        }
      }
    }
    return items.filter { !$0.value.isDeleted }
  }
}
