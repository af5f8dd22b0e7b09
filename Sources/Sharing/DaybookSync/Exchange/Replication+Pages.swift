public import Daybook

extension Replication {
  /// The next transactions that a peer lacks, with what their writers have signed.
  ///
  /// This store signs its own now, so the call writes: see `sign`.
  ///
  /// - Throws: `SyncError.needsSnapshot` when something that the peer lacks was purged here;
  ///   `key`; a `StoreError`.
  public func page(
    lackedBy peer: VersionVector, limit: PageLimit? = nil
  ) async throws -> SyncPage {
    try await sign(unsignedPage(lackedBy: peer, limit: limit))
  }

  /// Reads the next transactions that a peer lacks; writes nothing.
  ///
  /// - Throws: `SyncError.needsSnapshot` when something that the peer lacks was purged here; a
  ///   `StoreError`.
  func unsignedPage(lackedBy peer: VersionVector, limit: PageLimit?) throws -> UnsignedPage {
    let limit = limit ?? self.limit
    let (found, held, own, identity) = try store.read { reader in
      let (held, own) = (try reader.versionVector(), try reader.replica())
      let identity = try reader.storedIdentity()
      do { return (try reader.page(lackedBy: peer, limit: limit), held, own, identity) } catch let
        error as StoreError where error.code == .expiredToken
      {
        throw SyncError(.needsSnapshot, error.message)
      }
    }
    var page = UnsignedPage(found, of: own, held: held, identity: identity)
    let runs = Dictionary(grouping: zip(found.dots, found.messages), by: \.0.replica)
    page.writers = runs.count
    for (replica, run) in runs {
      guard let first = run.first?.0, let last = run.last?.0 else { continue }
      let before = Dot(replica: replica, sequence: first.sequence - 1)
      page.starts[replica] = try store.knownChain(through: before)?.hash
      if replica == own { page.lastOwn = last.sequence }
      let known = try store.read { try $0.head(of: replica, through: last.sequence) }
      if let known, known.isSigned, replica != own || known.dot == last {
        page.heads.append(known)
      } else if replica == own {
        var chain = try store.chain(through: before)
        for (_, message) in run { try chain.add(message) }
        page.ownChain = chain
      }
    }
    return page
  }

  /// Signs what this store wrote of a page that leaves the device.
  ///
  /// The signature is on the disk before the guard beside the key says that the transactions leave
  /// the device, and the guard says so before anybody gets them. A power cut in between leaves
  /// neither a guard that knows more than the store, nor a peer that does.
  ///
  /// - Throws: `SyncError.key`; `badChain` when something was written again since the page was
  ///   read; a `StoreError`.
  func sign(_ unsigned: UnsignedPage) async throws -> SyncPage {
    let own = unsigned.replica
    var heads = unsigned.heads
    if let chain = unsigned.ownChain {
      invariant(
        chain.sequence == unsigned.lastOwn, "what is signed ends elsewhere than the page does")
      let head = try SignedHead(chain, own, space: store.space, key)
      let identity = unsigned.identity
      // Without it, what comes after a purge could not be signed.
      try await store.append(durability: .durable) { draft in
        guard try draft.storedIdentity() == identity else {
          throw Self.wasWrittenAgain(head.dot)
        }
        draft.keep([head])
      }
      heads.append(head)
    }
    if let last = unsigned.lastOwn {
      let dot = Dot(replica: own, sequence: last)
      // A transaction that was signed before may have been written again, too; as another
      // replica, there is nothing left to note.
      try checkIsAsRead(unsigned, dot)
      try noteLeaving(dot)
      try checkIsAsRead(unsigned, dot)
    }
    var page = SyncPage(
      space: store.space, messages: unsigned.messages,
      heads: heads.sorted { $0.dot.replica < $1.dot.replica }, hasMore: unsigned.hasMore,
      held: unsigned.held, starts: unsigned.starts)
    // Where a chain cannot be told any more, this member's word stands for it.
    if unsigned.starts.count < unsigned.writers {
      page.voucher = try PageVoucher(of: page, own, key)
    }
    return page
  }

  /// Throws when something was written again since a page was read that ends with a transaction of
  /// this store's own.
  private func checkIsAsRead(_ page: UnsignedPage, _ last: Dot) throws {
    guard try store.read({ try $0.storedIdentity() }) == page.identity else {
      throw Self.wasWrittenAgain(last)
    }
  }

  /// What another task or process wrote again while an exchange was about to hand it over.
  static func wasWrittenAgain(_ dot: Dot) -> SyncError {
    SyncError(
      .badChain, "this store was written again in part during the exchange; exchange again",
      dot: dot)
  }

  /// Notes in the guard, before this store's transactions leave the device, that those up to one
  /// do.
  ///
  /// - Throws: `SyncError.copied` when others had left under their numbers: the members who had two
  ///   branches of one writer could not come together again; `key`; a `StoreError`.
  func noteLeaving(_ last: Dot) throws {
    try keyGuard.raise(last.replica, to: store.chain(through: last)) { try checkLeft($0, last) }
  }

  /// Throws when this store has not what had left the device before its transactions up to one: a
  /// copy with the same key has sent that.
  func checkLeft(_ sent: KeyGuard.Sent, _ last: Dot) throws {
    if try sent.isIn(store, of: last.replica) { return }
    throw SyncError(
      .copied,
      "this store was set back to an earlier state and has written on: it has other transactions under the numbers of some that it had sent; exchange with who has those before you exchange with others",
      dot: last)
  }

  /// Signs everything that an earlier replica of this store wrote, with a head every 256
  /// transactions, where pages can end.
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
}
