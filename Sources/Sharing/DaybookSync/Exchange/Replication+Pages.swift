public import Daybook

extension Replication {
  /// The next transactions that a peer lacks, with what their writers have signed.
  ///
  /// What this store wrote is signed now. It is on the disk before the guard beside the key says
  /// that it leaves the device, and the guard says so before anybody gets it: a power cut in
  /// between leaves neither a guard that knows more than the store, nor a peer that does.
  ///
  /// - Throws: `SyncError.needsSnapshot` when something that the peer lacks was purged here;
  ///   `key`; a `StoreError`.
  public func page(
    lackedBy peer: VersionVector, limit: TransactionPage.Limit? = nil
  ) async throws -> SyncPage {
    let limit = limit ?? self.limit
    let (found, held) = try store.read { reader in
      let held = try reader.versionVector()
      do { return (try reader.signedPage(lackedBy: peer, limit: limit), held) } catch let error
        as StoreError where error.code == .expiredToken
      {
        throw SyncError(.needsSnapshot, error.message)
      }
    }
    let own = try replica()
    let runs = Dictionary(grouping: zip(found.dots, found.page.messages), by: \.0.replica)
    var (heads, starts): ([SignedHead], [ReplicaID: [UInt8]]) = ([], [:])
    for (replica, run) in runs.sorted(by: { $0.key < $1.key }) {
      guard let first = run.first?.0, let last = run.last?.0 else { continue }
      let before = Dot(replica: replica, sequence: first.sequence - 1)
      starts[replica] = try knownChain(through: before)?.hash
      let known = try store.read { try $0.head(of: replica, through: last.sequence) }
      if let known, known.isSigned, replica != own || known.dot == last {
        heads.append(known)
      } else if replica == own {
        var chain = try chain(through: before)
        for (_, message) in run { try chain.add(message) }
        let head = try SignedHead(chain, own, space: store.space, key)
        // Without it, what comes after a purge could not be signed.
        try await store.append(durability: .durable) { $0.keep([head]) }
        heads.append(head)
      }
      if replica == own { try keyGuard.note(own, last.sequence) }
    }
    var page = SyncPage(
      space: store.space, messages: found.page.messages, heads: heads,
      hasMore: found.page.hasMore, held: held, starts: starts)
    // Where a chain cannot be told any more, this member's word stands for it.
    if starts.count < runs.count { page.voucher = try PageVoucher(of: page, own, key) }
    return page
  }

  /// Signs all that an earlier replica of this store wrote, at places that pages can end with.
  func signAll(of replica: ReplicaID) async throws {
    let newest = try vector()[replica]
    var chain = Chain(space: store.space, replica: replica)
    var heads: [SignedHead] = []
    while chain.sequence < newest {
      let next = Dot(replica: replica, sequence: chain.sequence + 1)
      guard let message = try store.read({ try $0.message(of: next) }) else {
        throw SyncError(
          .space, "what this store wrote before it was restored was purged; it cannot be shared",
          dot: next)
      }
      try chain.add(message)
      if chain.sequence == newest || chain.sequence % 256 == 0 {
        heads.append(try SignedHead(chain, replica, space: store.space, key))
      }
    }
    try await store.append { [heads] in $0.keep(heads) }
  }

  /// The chain of a writer up to a transaction, from the last head before it on.
  func chain(through dot: Dot) throws -> Chain {
    let space = store.space
    return try store.read { reader in
      var chain =
        try reader.head(of: dot.replica, through: dot.sequence).map { Chain($0, space: space) }
        ?? Chain(space: space, replica: dot.replica)
      while chain.sequence < dot.sequence {
        let next = Dot(replica: dot.replica, sequence: chain.sequence + 1)
        guard let message = try reader.message(of: next) else {
          throw SyncError(
            .needsSnapshot, "a transaction that a chain goes through was purged", dot: next)
        }
        try chain.add(message)
      }
      return chain
    }
  }

  /// The same; nil when something that it goes through was purged.
  func knownChain(through dot: Dot) throws -> Chain? {
    do { return try chain(through: dot) } catch let error as SyncError
      where error.code == .needsSnapshot
    {
      return nil
    }
  }
}
