/// The roles that a replica has had, by its own transactions.
struct Tenures: Hashable, Sendable {
  /// The transactions in which it might write.
  private var writing = Alternation()
  /// The transactions in which it was an owner.
  private var owning = Alternation()

  /// Those of a reader.
  init() {}

  init(_ first: SpaceRole) { replace(after: 0, with: first) }

  /// The role after all changes.
  var last: SpaceRole { owning.isOnAtLast ? .owner : writing.isOnAtLast ? .writer : .reader }

  /// The transactions after which its role changes; some may come twice.
  var ends: [UInt64] { writing.ends + owning.ends }

  /// The transaction after which it became a reader; nil when it is none at last.
  var readsAfter: UInt64? { last == .reader ? writing.ends.last ?? 0 : nil }

  /// The role with which a transaction was written.
  func role(at sequence: UInt64) -> SpaceRole {
    owning.isOn(sequence) ? .owner : writing.isOn(sequence) ? .writer : .reader
  }

  /// Whether some transaction after a sequence has a higher role than the given one.
  func exceeds(_ role: SpaceRole, after sequence: UInt64) -> Bool {
    switch role {
    case .owner: false
    case .writer: owning.isOnSomewhere(after: sequence)
    case .reader: writing.isOnSomewhere(after: sequence)
    }
  }

  /// Gives a role to all transactions after a sequence.
  mutating func replace(after sequence: UInt64, with role: SpaceRole) {
    owning.turn(role == .owner, after: sequence)
    writing.turn(role != .reader, after: sequence)
  }

  /// Gives a role to those transactions after a sequence that have a lower one.
  mutating func raise(after sequence: UInt64, to role: SpaceRole) {
    if role == .owner { owning.turn(true, after: sequence) }
    if role != .reader { writing.turn(true, after: sequence) }
  }

  /// Gives a role to those transactions after a sequence and through another one that have a lower
  /// one; the greatest sequence stands for no end.
  ///
  /// - Returns: the ranges in which it is an owner now and was not before; each begins after its
  ///   lower bound and includes its upper one.
  mutating func raise(
    after first: UInt64, through last: UInt64, to role: SpaceRole
  ) -> [Range<UInt64>] {
    if role != .reader { _ = writing.turnOn(after: first, through: last) }
    return role == .owner ? owning.turnOn(after: first, through: last) : []
  }
}

/// A switch over the transactions of a replica, off at first.
private struct Alternation: Hashable, Sendable {
  /// The transactions after which it turns on, off, on and so on; they rise.
  private(set) var ends: [UInt64] = []

  /// Whether it is on after the last turn.
  var isOnAtLast: Bool { !ends.count.isMultiple(of: 2) }

  func isOn(_ sequence: UInt64) -> Bool {
    !ends.partitioningIndex { $0 >= sequence }.isMultiple(of: 2)
  }

  /// Whether it is on for some transaction after a sequence, written already or not.
  func isOnSomewhere(after sequence: UInt64) -> Bool {
    sequence < .max && (isOnAtLast || ends.last.map { $0 > sequence } ?? false)
  }

  /// Turns it on or off for all transactions after a sequence. Amortised O(1): each end is removed
  /// once.
  mutating func turn(_ isOn: Bool, after sequence: UInt64) {
    guard sequence < .max else { return }
    while let last = ends.last, last >= sequence { ends.removeLast() }
    if isOn != isOnAtLast { ends.append(sequence) }
  }

  /// Turns it on for the transactions after a sequence and through another one.
  ///
  /// - Returns: the ranges in which it was off; each begins after its lower bound.
  mutating func turnOn(after first: UInt64, through last: UInt64) -> [Range<UInt64>] {
    guard first < last else { return [] }
    let low = ends.partitioningIndex { $0 >= first }
    let high = ends.partitioningIndex { $0 > last }
    if low == high, !low.isMultiple(of: 2) { return [] }
    var turns = [first] + ends[low..<high] + [last]
    if !low.isMultiple(of: 2) { turns.removeFirst() }
    let isOnAfter = !high.isMultiple(of: 2)
    if isOnAfter { turns.removeLast() }
    let gaps = stride(from: 0, to: turns.count, by: 2).map { turns[$0]..<turns[$0 + 1] }
    let start = low.isMultiple(of: 2) ? [first] : []
    ends.replaceSubrange(low..<high, with: start + (isOnAfter || last == .max ? [] : [last]))
    return gaps
  }
}
