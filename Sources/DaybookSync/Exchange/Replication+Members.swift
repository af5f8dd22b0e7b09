#if Sync
  public import Daybook
  internal import Foundation

  extension Replication {
    /// Creates the space of the store, whose first owner it is. What was written before belongs to
    /// it, also what was imported from a store of another space: members get it under the names of
    /// its writers, signed by this replica. From then on the store refuses messages of other spaces
    /// (`foreignSpace`).
    ///
    /// A store that was purged, and writes as the replica that it purged, is minted anew, and what
    /// it has is final at once: members begin with a snapshot. See `EventStore.mintReplica`.
    ///
    /// - Parameters:
    ///   - name: what people call it, 1 to 200 bytes on one line, not blanks alone.
    ///   - member: the name of who owns this device.
    /// - Throws: `SyncError.space` when there is one already, or the store has joined one; `text`
    ///   for a name that is none; `key`; a `StoreError`.
    public func createSpace(named name: String, member: String) async throws {
      try check(name, "the name of a space")
      try check(member, "the name of a member")
      let store = store
      guard try store.read({ try $0.space() }) == nil else { throw Self.hasSpace }
      guard try store.read({ try $0.pinnedFounder() }) == nil else {
        throw SyncError(.space, "this store has joined a space already; exchange with a member")
      }
      if try store.read({ try $0.isPurged() }) { try store.mintReplica() }
      let publicKey = key.publicKey
      try await store.append(context: "space") { draft in
        // Another process may have been faster.
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

    /// Vouches, as the founder, for what was here before the space was created: signs it, or makes
    /// it final when some of it was purged. What ended early is done with the next exchange.
    func vouchForPast() async throws {
      let (own, space, isPurged, vector) = try store.read { reader in
        (
          try reader.replica(), try reader.space(), try reader.isPurged(),
          try reader.versionVector()
        )
      }
      guard let space, space.founder == own else { return }
      if isPurged {
        if space.frontiers.isEmpty, space.keeper == own { try await setFrontier(vector) }
        return
      }
      for member in space.members.values.sorted(by: { $0.replica < $1.replica })
      where member.replica != own && member.key == key.publicKey && vector[member.replica] > 0 {
        let head = try store.read { try $0.head(of: member.replica, through: .max) }
        if head == nil { try await signAll(of: member.replica) }
      }
    }

    private static var hasSpace: SyncError { SyncError(.space, "this store has a space already") }

    /// What this device gives an owner to be enrolled.
    ///
    /// - Throws: a `StoreError`.
    public func request() throws -> EnrolmentRequest {
      EnrolmentRequest(replica: try replica(), publicKey: key.publicKey)
    }

    /// Enrols a replica. Both sides compare `EnrolmentRequest.checkDigits` before.
    ///
    /// - Returns: what the other one joins with.
    /// - Throws: `SyncError.notPermitted` unless this replica is an owner, or when the other one
    ///   was revoked, or is enrolled already as somebody else or in another role; `space` when
    ///   there is none yet; `text` for a name that is none; a `StoreError`.
    @discardableResult
    public func enrol(
      _ request: EnrolmentRequest, as role: SpaceRole, member: String
    ) async throws -> Invitation {
      try check(member, "the name of a member")
      let space = try requireOwner()
      if space.members[request.replica]?.isRevoked == true {
        throw SyncError(
          .notPermitted,
          "the replica \(request.replica) was revoked, for ever; on its device `daybookctl sync mint` or mintReplica() makes it another one, which asks anew"
        )
      }
      guard let founder = space.members[space.founder] else {
        throw SyncError(.space, "the space has no founder")
      }
      if let known = space.members[request.replica] {
        guard known.key == request.publicKey, known.role == role, known.member == member else {
          throw SyncError(
            .notPermitted,
            "the replica \(request.replica) is enrolled already, with the role \(known.role) for \(known.member)"
          )
        }
      } else {
        try await store.append(context: "space") { draft in
          try draft.append(
            .enrolled(request.replica, key: request.publicKey, member: member, role: role))
        }
      }
      return Invitation(
        space: store.space, founder: founder.replica, founderKey: founder.key,
        inviter: try replica(), inviterKey: key.publicKey, replica: request.replica)
    }

    /// Lets nothing count that a replica has written after a transaction, or writes from now on.
    ///
    /// One that was revoked is revoked for ever; where less is to count of it than did, that is
    /// said, too.
    ///
    /// - Parameter last: the last of its transactions that counts; nil for the last one that this
    ///   store has. When two copies of a store wrote on as one replica, members have other
    ///   transactions under the same numbers, and nothing may count after what all have:
    ///   `EventStore.compare(with:)` names it.
    /// - Throws: `SyncError.notPermitted` unless this replica is an owner, for one that is no
    ///   member, for the only owner, and for a transaction that is final or not here; `space` when
    ///   there is none yet; a `StoreError`.
    public func revoke(_ replica: ReplicaID, through last: UInt64? = nil) async throws {
      let space = try requireOwner(over: replica)
      let known = try vector()[replica]
      if let through = space.members[replica]?.revokedThrough, last ?? .max >= through { return }
      try requireAnotherOwner(than: replica, in: space)
      if let last { try check(last, of: replica, known, space) }
      try await store.append(context: "space") { draft in
        try draft.append(.revoked(replica, through: last ?? known))
      }
    }

    /// Looks at where somebody is to be cut.
    private func check(
      _ last: UInt64, of replica: ReplicaID, _ known: UInt64, _ space: Space
    ) throws {
      if last > known {
        throw SyncError(
          .notPermitted,
          "this store has \(known) transactions of the replica \(replica), not \(last)")
      }
      let final = space.frontiers.last?.vector[replica] ?? 0
      if last < final {
        throw SyncError(
          .notPermitted,
          "transaction \(final) of the replica \(replica) is final, and so is what it wrote before")
      }
    }

    /// Gives a member another role; of a lower one, what it wrote by now counts as before.
    ///
    /// - Throws: `SyncError.notPermitted` unless this replica is an owner, for one that is no
    ///   member or was revoked, and when nobody would be an owner any more; `space` when there is
    ///   none yet; a `StoreError`.
    public func setRole(_ role: SpaceRole, of replica: ReplicaID) async throws {
      let space = try requireOwner(over: replica)
      if space.members[replica]?.isRevoked == true { throw Self.wasRevoked(replica) }
      if role != .owner { try requireAnotherOwner(than: replica, in: space) }
      // Who changes his own role does so with what comes next.
      let through = try vector()[replica] + (replica == self.replica() ? 1 : 0)
      try await store.append(context: "space") { draft in
        try draft.append(.roleChanged(replica, role, through: through))
      }
    }

    /// Makes a replica the one that sets frontiers, in place of the one that does.
    ///
    /// - Throws: `SyncError.notPermitted` unless this replica is an owner, and for one that is no
    ///   member, was revoked, may only read, or set frontiers before another one did: it never does
    ///   again; `space` when there is none yet; a `StoreError`.
    public func setKeeper(_ replica: ReplicaID) async throws {
      let space = try requireOwner(over: replica)
      if space.keeper == replica { return }
      if space.members[replica]?.isRevoked == true {
        throw Self.wasRevoked(replica)
      }
      if space.members[replica]?.role == .reader {
        throw SyncError(.notPermitted, "the replica \(replica) may only read, and a keeper writes")
      }
      if space.formerKeepers.contains(replica) {
        throw SyncError(
          .notPermitted,
          "the replica \(replica) has set frontiers before, and who did once never does again; name another one"
        )
      }
      let through = space.frontiers.last { $0.dot.replica == space.keeper }?.dot.sequence ?? 0
      try await store.append(context: "space") { draft in
        try draft.append(.keeper(replica, inPlaceOf: space.keeper, through: through))
      }
    }

    /// Says that what a vector stands for is final.
    ///
    /// - Parameter vector: what every member has; what this store lacks of it is left out.
    /// - Returns: the number of the frontier; nil when nothing is final that was not before.
    /// - Throws: `SyncError.notPermitted` unless this replica is the keeper; `space` when there is
    ///   none yet; a `StoreError`.
    @discardableResult
    public func setFrontier(_ vector: VersionVector) async throws -> UInt64? {
      let space = try space()
      guard try space.keeper == replica() else {
        throw SyncError(.notPermitted, "the replica \(space.keeper) sets frontiers, not this one")
      }
      let own = try self.vector()
      var final = space.frontiers.last?.vector ?? VersionVector()
      let before = final
      for (replica, sequence) in vector.sequences {
        final[replica] = max(final[replica], min(sequence, own[replica]))
      }
      // Having said so is nothing new.
      if let last = space.frontiers.last, final[last.dot.replica] == last.dot.sequence {
        final[last.dot.replica] = before[last.dot.replica]
      }
      if final == before { return nil }
      let number = (space.frontiers.last?.number ?? 0) + 1
      try await store.append(context: "space") { [final] draft in
        try draft.append(.frontier(number: number, final))
      }
      try await keepChains()
      return number
    }

    /// The space, when this replica is an owner and the other one a member.
    private func requireOwner(over replica: ReplicaID) throws -> Space {
      let space = try requireOwner()
      guard space.members[replica] != nil else {
        throw SyncError(.notPermitted, "the replica \(replica) is no member")
      }
      return space
    }

    /// A space without an owner could never change again.
    private func requireAnotherOwner(than replica: ReplicaID, in space: Space) throws {
      if !space.hasOwner(besides: replica) {
        throw SyncError(
          .notPermitted,
          "the replica \(replica) is the only owner of \(space.name), and nobody could enrol or revoke any more; make somebody else an owner first"
        )
      }
    }

    private static func wasRevoked(_ replica: ReplicaID) -> SyncError {
      SyncError(.notPermitted, "the replica \(replica) was revoked")
    }

    private func requireOwner() throws -> Space {
      let space = try space()
      guard try isOwner() else {
        throw SyncError(
          .notPermitted, "only owners of \(space.name) may do that, and this replica is none")
      }
      return space
    }

    /// Whether this replica is an owner of the space.
    func isOwner() throws -> Bool {
      guard let member = try store.read({ try $0.space() })?.members[try replica()] else {
        return false
      }
      return member.role == .owner && !member.isRevoked
    }

    private func check(_ text: String, _ what: String) throws {
      let isShown = text.unicodeScalars.contains { scalar in
        !scalar.properties.isWhitespace && !scalar.properties.isDefaultIgnorableCodePoint
      }
      let isPlain = !text.unicodeScalars.contains { scalar in
        [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
      }
      guard isShown, isPlain, text.utf8.count <= 200 else {
        throw SyncError(.text, "\(what) has 1 to 200 bytes on one line, not blanks alone")
      }
    }
  }

  extension Space {
    /// Whether somebody else than a replica may enrol and revoke.
    func hasOwner(besides replica: ReplicaID) -> Bool {
      members.values.contains { $0.role == .owner && !$0.isRevoked && $0.replica != replica }
    }
  }

  extension Replication {
    /// Makes the store of somebody who was invited: empty, bound to the space, writing as the
    /// replica that was enrolled. The first exchange fills it.
    ///
    /// A call that failed or was killed can be repeated.
    ///
    /// - Parameters:
    ///   - path: a directory in which there is no store.
    ///   - key: the one whose request was enrolled.
    /// - Throws: `SyncError.space` when there is a store at the path that has joined already, or is
    ///   another one; `key`; a `StoreError`.
    public static func join(
      at path: String, schema: Schema, key: ReplicaKey, invitation: Invitation,
      options: StoreOptions = StoreOptions()
    ) throws -> Replication {
      let isThere = FileManager.default.fileExists(atPath: path + "/data.mdb")
      var options = options
      options.space = invitation.space
      options.replica = invitation.replica
      let store: EventStore
      do {
        store = try EventStore.open(at: path, schema: schema, options: options)
      } catch let error as StoreError
        where isThere && [.foreignSpace, .alreadyOpen].contains(error.code)
      {
        throw isTaken(path)
      }
      let isOurs = try store.read { try $0.replica() == invitation.replica && $0.hasBegunToJoin() }
      if !isOurs { throw isTaken(path) }
      try KeyGuard(key).note(invitation.replica, 0)
      // The last step: a store with it has joined.
      try store.pin(
        founder: invitation.founder, founderKey: invitation.founderKey,
        inviter: invitation.inviter, inviterKey: invitation.inviterKey)
      return try Replication(of: store, key: key)
    }

    private static func isTaken(_ path: String) -> SyncError {
      SyncError(.space, "there is a store at \(path) already; a device joins with a new one")
    }

    /// A request of a device that has no store of the space yet.
    ///
    /// - Parameter replica: a new one, as which it is to write.
    public static func request(
      of key: ReplicaKey, replica: ReplicaID = ReplicaID(UUID())
    ) -> EnrolmentRequest {
      EnrolmentRequest(replica: replica, publicKey: key.publicKey)
    }
  }
#endif
