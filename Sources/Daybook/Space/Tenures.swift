/// The roles that a replica has had, by its own transactions.
struct Tenures: Hashable, Sendable {
  /// A role, from the transaction after a sequence on.
  struct Tenure: Hashable, Sendable {
    let after: UInt64
    let role: SpaceRole
  }

  /// Of rising sequences; never empty, and no two neighbours are equal.
  private(set) var all: [Tenure]

  init(_ first: SpaceRole) { all = [Tenure(after: 0, role: first)] }

  /// The role after all changes.
  var last: Tenure { all[all.count - 1] }

  /// Whether it was an owner for some time.
  var hasOwner: Bool { all.contains { $0.role == .owner } }

  /// The role with which a transaction was written.
  func role(at sequence: UInt64) -> SpaceRole {
    (all.last { $0.after < sequence } ?? all[0]).role
  }

  /// Whether a role would be lower than the one that some transaction after a sequence has.
  func exceeds(_ role: SpaceRole, after sequence: UInt64) -> Bool {
    all.indices.contains { index in
      let isReached = index + 1 == all.count || all[index + 1].after > sequence
      return isReached && all[index].role.isHigher(than: role)
    }
  }

  /// Gives a role to all transactions after a sequence.
  mutating func replace(after sequence: UInt64, with role: SpaceRole) {
    all.removeAll { $0.after >= sequence }
    append(Tenure(after: sequence, role: role))
  }

  /// Gives a role to those transactions after a sequence that have a lower one.
  mutating func raise(after sequence: UInt64, to role: SpaceRole) {
    let first = Tenure(after: sequence, role: self.role(at: sequence.successor))
    let next = all.filter { $0.after > sequence }
    all.removeAll { $0.after >= sequence }
    for tenure in [first] + next {
      let isHigher = tenure.role.isHigher(than: role)
      append(isHigher ? tenure : Tenure(after: tenure.after, role: role))
    }
  }

  private mutating func append(_ tenure: Tenure) {
    if all.last?.role != tenure.role { all.append(tenure) }
  }
}

extension SpaceRole {
  /// Whether it may do more than another one.
  func isHigher(than other: SpaceRole) -> Bool { rawValue < other.rawValue }
}
