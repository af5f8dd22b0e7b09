internal import Daybook

extension Replication {
  /// Creates the space of the store; the store becomes its first owner.
  ///
  /// Everything that was written before belongs to the space, also what was imported from a store
  /// of another space: members get it under its writers' names, signed by this replica. From then
  /// on the store refuses messages of other spaces (`foreignSpace`).
  ///
  /// A store that was purged becomes a new replica, and its transactions are final at once: members
  /// begin with a snapshot. See `EventStore.mintReplica`.
  ///
  /// - Parameters:
  ///   - name: the name of the space, 1 to 200 bytes on one line, not blanks alone.
  ///   - member: the name of the device's owner.
  /// - Throws: `SyncError.space` when there is one already, or the store has joined one; `text`
  ///   for a name that is none; `key`; a `StoreError`.
  public func createSpace(named name: String, member: String) async throws {
    try SharedName.check(name, "the name of a space")
    try SharedName.check(member, "the name of a member")
    let store = store
    guard try store.read({ try $0.space() }) == nil else { throw Self.hasSpace }
    guard try store.read({ try $0.pinnedFounder() }) == nil else {
      throw SyncError(.space, "this store has joined a space already; exchange with a member")
    }
    if try store.read({ try $0.isPurged() }) { try store.mintReplicaUnlessShared() }
    let publicKey = key.publicKey
    try await store.append(context: "space") { draft in
      // Another process may have created it meanwhile.
      guard try draft.now().space() == nil else { throw Self.hasSpace }
      let own = try draft.now().replica()
      let past = try draft.now().versionVector().sequences.keys.filter { $0 != own }.sorted()
      try draft.append(.created(name: name, key: publicKey, member: member))
      // Replicas that the store wrote as before it was restored, and those of imported logs:
      // their keys are gone, or were never here.
      for replica in past {
        try draft.append(.enrolled(replica, key: publicKey, member: member, role: .writer))
      }
    }
    try await vouchForPast()
  }

  /// Vouches, as the founder, for the transactions from before the space was created: signs them,
  /// or makes them final when some were purged. When this ends early, the next exchange finishes
  /// it.
  func vouchForPast() async throws {
    try await vouchForInterim()
    let (own, space, isPurged, vector) = try store.read { reader in
      (
        try reader.replica(), try reader.space(), try reader.isPurged(),
        try reader.versionVector()
      )
    }
    guard let space, space.founder == own else { return }
    if isPurged {
      // A founder that may not write any more sets no frontier.
      let next = Dot(replica: own, sequence: vector[own] + 1)
      if space.frontiers.isEmpty, space.keeper == own, !space.isVoid(next) {
        try await setFrontier(vector)
      }
      return
    }
    for member in space.members.values.sorted(by: { $0.replica < $1.replica })
    where member.replica != own && member.key == key.publicKey && vector[member.replica] > 0 {
      let head = try store.read { try $0.head(of: member.replica, through: .max) }
      if head == nil { try await signAll(of: member.replica) }
    }
  }

  private static var hasSpace: SyncError { SyncError(.space, "this store has a space already") }
}
