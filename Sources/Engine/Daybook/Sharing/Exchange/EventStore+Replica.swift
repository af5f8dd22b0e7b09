extension EventStore {
  /// Makes a restored or copied store a new replica, which counts its transactions from 1, and
  /// gives it a new identity: tokens that were kept elsewhere are refused (`foreignToken`) instead
  /// of naming other transactions.
  ///
  /// Call it before the first append: the original store has other transactions under the dots that
  /// this store would give next. Earlier transactions keep their writer. Other `EventStore`s of
  /// this file have the old identity until they are opened anew.
  ///
  /// - Throws: `StoreError.invalidArgument` when `StoreOptions.makeID` gives a replica that has
  ///   written here; as `append`.
  public func mintReplica() throws { try mintReplica(in: nil, afterRestore: false) }

  /// Notes the founder and the inviter that the invitation names, with their keys.
  package func pin(
    founder: ReplicaID, founderKey: [UInt8], inviter: ReplicaID, inviterKey: [UInt8]
  ) throws {
    let space = space
    try change { scope in
      try scope.pin(founder, founderKey, inviter, inviterKey, of: space)
    }
  }

  /// Notes another founder, who is the inviter as well, as long as nothing is here. Later nothing
  /// changes: what is here tells who founded the space.
  package func repin(founder: ReplicaID, key: [UInt8]) throws {
    let space = space
    try change { scope in
      if scope.counters.transactions > 0 || scope.reader.space != nil { return }
      try scope.pin(founder, key, founder, key, of: space)
    }
  }

  /// - Parameters:
  ///   - space: the space to write in; nil for that of the old replica.
  ///   - afterRestore: whether the store notes its former replica.
  ///   - former: the former replica, when it is not the one that the store writes as now.
  package func mintReplica(
    in space: UUID?, afterRestore: Bool, of former: ReplicaID? = nil
  ) throws {
    let (store, replica) = (options.makeID(), ReplicaID(options.makeID()))
    try change { scope in
      defer { scope.discardDraft() }
      let former = afterRestore ? try former ?? scope.replicaBeforeRestore() : nil
      try scope.mint(replica, in: space)
      try scope.identify(store, former)
    }
    readers.identify(store)
  }

  /// Makes a restored store write as its former replica again, of which it has got everything back.
  /// `forgetFormerReplica` follows once the transactions that it wrote since count, too.
  ///
  /// - Parameter isNoted: whether the store knows that it was that replica; else the caller does.
  /// - Throws: `StoreError.invalidArgument` when `replica` is not the former one, or the store has
  ///   nothing of it; a `StoreError`.
  package func resume(_ replica: ReplicaID, isNoted: Bool = true) throws {
    let store = options.makeID()
    try change { scope in
      defer { scope.discardDraft() }
      let noted = try StoreIdentity.stored(scope.reading, scope.tables)?.formerReplica
      guard !isNoted || noted == replica,
        let number = try scope.reader.number(of: replica)
      else {
        throw StoreError(
          .invalidArgument, "the replica \(replica) is not the one that this store was")
      }
      scope.counters.replica = number
      scope.counters.sequence = try scope.reader.newestSequence(number)
      try scope.identify(store, replica)
      scope.hasChanges = true
    }
    readers.identify(store)
  }

  /// Makes a new replica of a store that has no space yet.
  package func mintReplicaUnlessShared() throws {
    let (store, replica) = (options.makeID(), ReplicaID(options.makeID()))
    let isMinted = try change { scope in
      defer { scope.discardDraft() }
      if scope.reader.space != nil { return false }
      try scope.mint(replica, in: nil)
      try scope.identify(store)
      return true
    }
    if isMinted { readers.identify(store) }
  }

  /// Forgets the former replica of a restored store.
  package func forgetFormerReplica() throws {
    try change { scope in
      defer { scope.discardDraft() }
      guard let identity = try StoreIdentity.stored(scope.reading, scope.tables) else { return }
      try scope.identify(identity.id)
    }
  }

  /// How many transactions `rewriteTail` or, in place, `rewriteTailInPlace` would write again.
  ///
  /// - Throws: as these.
  package func countTail(
    beyond kept: VersionVector, inPlace isInPlace: Bool = false
  ) throws -> Int {
    let wall = now()
    return try inspect { scope in
      var rewrite = TailRewrite(keeping: kept, now: wall, inPlace: isInPlace)
      try rewrite.find(scope)
      return rewrite.count
    }
  }

  /// Writes this store's own tail again as a new replica, in one commit: the transactions that it
  /// wrote, also as earlier replicas, beyond `kept`.
  ///
  /// Their old dots become free for the transactions that another copy of the store wrote under
  /// them. Their order, their places in the history and their events stay. The store becomes a new
  /// replica, as by `mintReplica`, unless its replica has written nothing yet; an owner has to
  /// enrol it. Transactions more than a day ahead of `StoreOptions.now` were written with a wrong
  /// clock: they get times from now on, and the store's hybrid clock goes back to them.
  ///
  /// - Parameters:
  ///   - own: the replica that the store wrote as when the peers were asked what they have.
  ///   - kept: the transactions that somebody else has, or may have.
  ///   - heads: the heads of the kept transactions from now on.
  ///   - former: the replica as which the store goes on later, which it notes; nil for none.
  /// - Returns: how many transactions were written again. With 0 nothing has changed, for example
  ///   because the store writes as another replica by now.
  /// - Throws: `StoreError.invalidArgument` when one of them was purged, is final, or is a
  ///   statement about the space; then nothing has changed.
  package func rewriteTail(
    of own: ReplicaID, beyond kept: VersionVector, keeping heads: [SignedHead] = [],
    former: ReplicaID? = nil
  ) throws -> Int {
    let (store, replica) = (options.makeID(), ReplicaID(options.makeID()))
    let wall = now()
    let count = try change { scope in
      defer { scope.discardDraft() }
      guard try scope.reader.replica(scope.counters.replica) == own else { return 0 }
      var rewrite = TailRewrite(keeping: kept, now: wall)
      try rewrite.find(scope)
      if rewrite.count == 0 { return 0 }
      scope.discardDraft()
      let isNew = scope.counters.sequence == 0 && kept[own] == 0
      if !isNew { try scope.mint(replica, in: nil) }
      try scope.identify(store, former)
      scope.discardDraft()
      try rewrite.run(&scope)
      scope.draft.signed = heads
      try scope.storeSigned()
      return rewrite.count
    }
    if count > 0 { readers.identify(store) }
    return count
  }

  /// Gives the last transactions of this store's own replica times from now on, in one commit,
  /// where `StoreOptions.now` says that theirs are more than a day ahead. They keep their writer,
  /// their dots and their statements about the space, and their heads go. Tokens that are kept
  /// elsewhere are refused, as after `rewriteTail`.
  ///
  /// A store that has some of them already would take nothing more from this replica. So no other
  /// store may have any of them.
  ///
  /// - Parameters:
  ///   - own: the replica that the store wrote as when the peers were asked what they have.
  ///   - last: its last transaction that stays as it is.
  /// - Returns: how many transactions were written again. With 0 nothing has changed, for example
  ///   because the store writes as another replica by now.
  /// - Throws: `StoreError.invalidArgument` when one of them was purged, is final, or sets a
  ///   frontier, while something else here is ahead as well, while a peer was handed some of them
  ///   and has not answered, and when a peer is noted to have some; then nothing has changed.
  package func rewriteTailInPlace(of own: ReplicaID, beyond last: UInt64) throws -> Int {
    let store = options.makeID()
    let wall = now()
    let count = try change { scope in
      defer { scope.discardDraft() }
      let writer = try scope.reader.replica(scope.counters.replica)
      if writer != own { return 0 }
      var kept = try scope.reader.versionVector()
      kept[own] = last
      var rewrite = TailRewrite(keeping: kept, now: wall, inPlace: true)
      try rewrite.find(scope)
      if rewrite.count == 0 { return 0 }
      try scope.requireAnswers(to: own, beyond: last)
      try scope.requireNoHolders(of: own, beyond: last)
      scope.discardDraft()
      let former = try StoreIdentity.stored(scope.reading, scope.tables)?.formerReplica
      try scope.identify(store, former)
      try rewrite.run(&scope)
      return rewrite.count
    }
    if count > 0 { readers.identify(store) }
    return count
  }
}

extension WriteScope {
  /// Throws while a peer may be getting some of a replica's transactions after one: an exchange
  /// that goes on meanwhile would hand over what they were before.
  fileprivate func requireAnswers(to replica: ReplicaID, beyond last: UInt64) throws {
    let awaited = try reader.consumers().contains { $0.record.handed[replica] > last }
    guard awaited else { return }
    throw StoreError(
      .invalidArgument,
      "a peer was handed what is to be written again, and has not answered; exchange with it once more, and try again"
    )
  }

  /// Throws when a peer has some of a replica's transactions after one: another exchange has handed
  /// them over since the caller looked who has them.
  fileprivate func requireNoHolders(of replica: ReplicaID, beyond last: UInt64) throws {
    if try reader.holders(of: replica, beyond: last).isEmpty { return }
    throw StoreError(
      .invalidArgument,
      "another exchange has handed over some of what is to be written again, so nothing was; try again to hear who has it"
    )
  }

  /// Makes the store write as a new replica; `identify` follows.
  fileprivate mutating func mint(_ replica: ReplicaID, in space: UUID?) throws {
    let own = try reader.replicaRecord(counters.replica)
    guard try reader.number(of: replica) == nil else {
      throw StoreError(
        .invalidArgument,
        "the replica \(replica) has written in this store; StoreOptions.makeID must make new ones"
      )
    }
    counters.replica = try intern(replica, in: space ?? own.space)
    counters.sequence = 0
    try storeReplicas()
  }

  /// The replica as which the store wrote that was backed up: one that nobody had enrolled was none
  /// yet.
  fileprivate mutating func replicaBeforeRestore() throws -> ReplicaID {
    let own = try reader.replica(counters.replica)
    if reader.space?.members[own] != nil { return own }
    return try StoreIdentity.stored(reading, tables)?.formerReplica ?? own
  }

  /// Gives the store another identity.
  fileprivate mutating func identify(_ store: UUID, _ former: ReplicaID? = nil) throws {
    let old = try StoreIdentity.stored(reading, tables)
    var writer = PayloadWriter()
    StoreIdentity(id: store, boundSpace: old?.boundSpace, formerReplica: former)
      .encode(into: &writer)
    try MetaKey.store.withBytes {
      try rows.transaction.put(tables.meta, $0, sealing: &writer)
    }
  }
}
