#if Sync
  internal import Daybook

  extension Replication {
    /// After so many pages in a row that show nothing, a peer is asked for no more.
    private static let mostFruitlessPages = 64

    /// Writes again, as a new replica, what this store wrote and nobody else takes in or has.
    ///
    /// An exchange does that by itself for the first two of the four cases in which what this store
    /// wrote stays on it alone:
    /// - a copy of it, with key and guard, writes on as the same replica, and the peer has the
    ///   copy's transactions under this store's dots (`badChain`, `forkedReplica`);
    /// - its clock was more than a day ahead, and is right by now (`clockAhead`): these
    ///   transactions get times from now on;
    /// - its key is lost, or it was restored, and the device that it is restored from is gone
    ///   (`wasMinted`, and the peer lacks what its earlier replica wrote). A person has to know.
    ///   Do it before an owner enrols the store, or before it writes: a replica that has written
    ///   is minted anew;
    /// - it was revoked, and an owner enrols it again: what it wrote in vain then counts.
    ///
    /// Order, events and places in the history stay. Tokens that are kept elsewhere are refused
    /// (`foreignToken`), and an owner has to enrol the store anew. The next exchange takes in the
    /// other branch.
    ///
    /// Ask the peer that most others exchange with: what somebody else has, of whom this store does
    /// not know it, counts twice from then on, until an owner revokes the earlier replica.
    ///
    /// - Returns: how many transactions were written again; with none, nothing is changed, as when
    ///   the next exchange sends all that the peer lacks.
    /// - Throws: `SyncError.badSignature` when the peer says to have what it does not show; `peer`
    ///   when it has nothing of the space; `newerMessage` when it exchanges otherwise;
    ///   `StoreError.invalidArgument` when one was purged, is final, or says something about the
    ///   space; what the peer throws. Nothing is changed then.
    @discardableResult
    public func rewriteTail(lackedBy peer: some SyncPeer) async throws -> Int {
      let own = try replica()
      var kept = try vector()
      try await requireSpace(at: peer)
      let (replicas, members, reached) = try store.read { [now = store.now()] reader in
        (
          try reader.replicasWrittenHere(), try reader.space()?.members,
          try reader.lastOwn(withinReachOf: now).sequence
        )
      }
      // What the next exchange sends is no reason.
      var sent = kept
      for replica in replicas {
        let common = try await common(of: replica, with: peer)
        // What counts for nobody cannot count twice, whoever has it.
        let revoked = members?[replica]?.revokedThrough ?? .max
        kept[replica] = min(common.sequence, revoked)
        if replica != own || common.isForked || min(reached, revoked) < sent[own] {
          sent[replica] = kept[replica]
        }
      }
      if try store.countTail(beyond: sent) == 0 { return 0 }
      return try await rewriteTail(of: own, beyond: kept, at: peer)
    }

    /// Whoever has nothing of a space cannot tell what its members have.
    private func requireSpace(at peer: some SyncPeer) async throws {
      guard let founder = try store.read({ try $0.space()?.founder }) else { return }
      let own = try hello()
      let answer = try await peer.hello(own)
      if let error = answer.misunderstanding(with: own) { throw error }
      if answer.vector[founder] > 0 { return }
      throw SyncError(
        .peer,
        "\(peer.name) has nothing of this space, so it cannot tell what others have; name the one that they exchange with"
      )
    }

    /// The same, of one replica alone, as which this store writes, beyond what the holder of a key
    /// has signed: that is known here, whatever a peer says to have.
    func rewriteTail(
      of own: ReplicaID, unsignedBy publicKey: [UInt8], at peer: some SyncPeer
    ) async throws -> Int {
      var kept = try vector()
      kept[own] = try lastSigned(of: own, by: publicKey)
      return try await rewriteTail(of: own, beyond: kept, at: peer)
    }

    /// The last transaction of a replica that a head of the holder of a key stands for; 0 when none
    /// does.
    private func lastSigned(of replica: ReplicaID, by publicKey: [UInt8]) throws -> UInt64 {
      try store.read { reader in
        var next = try reader.head(of: replica, through: .max)
        while let head = next {
          if head.isSigned(by: publicKey, space: store.space) { return head.dot.sequence }
          next = try reader.head(of: replica, through: head.dot.sequence - 1)
        }
        return 0
      }
    }

    private func rewriteTail(
      of own: ReplicaID, beyond kept: VersionVector, at peer: some SyncPeer
    ) async throws -> Int {
      let last = Dot(replica: own, sequence: kept[own])
      if try store.countTail(beyond: kept) == 0 { return 0 }
      // What a folder has under these names is perhaps another one's, who wrote other ones. If this
      // is killed before they are written again, they are put there once more.
      try await peer.withdraw(beyond: last) { try keptChain(through: $0)?.hash == $1 }
      let count = try store.rewriteTail(of: own, beyond: kept, keeping: head(through: last))
      if count > 0 { try keyGuard.note(replica(), 0) }
      return count
    }

    /// What vouches for the part that stays, which ends where nothing was signed perhaps.
    private func head(through dot: Dot) throws -> [SignedHead] {
      let (kept, member) = try store.read { reader in
        (
          try reader.head(of: dot.replica, through: dot.sequence),
          try reader.space()?.members[dot.replica]
        )
      }
      // Where another has signed it, this store's key says nothing.
      if dot.sequence == 0 || kept?.dot == dot || member.map({ $0.key != key.publicKey }) ?? false {
        return []
      }
      return [try SignedHead(chain(through: dot), dot.replica, space: store.space, key)]
    }

    // MARK: By itself

    /// Why this store's own tail has to be written again, by what a peer has answered.
    package func tail(answered answer: Hello) throws -> SyncError? {
      let now = store.now()
      let (own, newest, reached) = try store.read { reader in
        let own = try reader.replica()
        return (
          own, try reader.versionVector()[own], try reader.lastOwn(withinReachOf: now).sequence
        )
      }
      // A folder refuses nothing. If what others put there is ahead of this clock, or nobody put
      // anything there, it may be this clock that is wrong now.
      if let others = try memberVectors(among: answer.others), reached < newest,
        others.allSatisfy({ newest > $0.vector[own] }), let time = others.map(\.time).max(),
        HybridTime(time).impossibleLead(over: now) == nil
      {
        return SyncError(
          .clockAhead, "this device's clock was more than a day ahead when it was written",
          dot: Dot(replica: own, sequence: reached + 1))
      }
      for head in answer.heads where head.dot.replica == own && head.dot.sequence <= newest {
        guard let chain = try keptChain(through: head.dot), chain.hash != head.chain,
          head.isSigned(by: key.publicKey, space: store.space)
        else { continue }
        return SyncError(
          .forkedReplica, "a copy of this store writes on as the same replica", dot: head.dot)
      }
      return nil
    }

    /// A chain; nil when something that it goes through was purged.
    private func keptChain(through dot: Dot) throws -> Chain? {
      do { return try chain(through: dot) } catch let error as SyncError
        where error.code == .needsSnapshot
      {
        return nil
      }
    }

    /// Writes this store's own tail again, if a peer has given reason to and it helps.
    package func mendTail(
      _ cause: SyncError, with peer: some SyncPeer
    ) async throws -> SyncSession.Input {
      do {
        let count = try await rewriteOwnTail(cause, peer)
        return .rewritten(count, try hello())
      } catch {
        return .rewritten(0, try hello(), try reason(error, cause))
      }
    }

    /// What is told when the tail stays as it is; whatever keeps the store from working is thrown.
    private func reason(_ error: any Error, _ cause: SyncError) throws -> SyncError {
      if let error = error as? SyncError { return error }
      guard let error = error as? StoreError else {
        return SyncError(.peer, "\(error)", dot: cause.dot)
      }
      guard error.code == .invalidArgument else { throw error }
      return SyncError(cause.code, error.message, dot: cause.dot)
    }

    private func rewriteOwnTail(_ cause: SyncError, _ peer: some SyncPeer) async throws -> Int {
      let own = try replica()
      var kept = try vector()
      if cause.code == .clockAhead {
        let reached = try store.read { [now = store.now()] in try $0.lastOwn(withinReachOf: now) }
        // By this clock, too, or it is another one that is wrong.
        if reached.sequence == kept[own] { return 0 }
        try checkOwners(cause)
      }
      let written = kept[own]
      let common = try await common(of: own, with: peer)
      kept[own] = common.sequence
      if cause.code == .clockAhead {
        guard common.sequence < written else {
          throw SyncError(
            .clockAhead,
            "what this store wrote with a wrong clock stays as it is until that time has come, because another peer than \(peer.name) has it, too",
            dot: cause.dot)
        }
      } else {
        // Whoever refuses something has to show what speaks against it.
        guard common.isForked else {
          try checkFinal(cause)
          return 0
        }
        let noted = try store.read {
          try $0.acknowledged(of: own, except: Self.consumer(peer.name))
        }
        guard noted <= common.sequence else {
          throw SyncError(
            .forkedReplica,
            "\(peer.name) has what a copy of this store wrote, and other peers what this one did; have another owner revoke the replica \(own) through \(common.sequence), then write again what that leaves out",
            dot: Dot(replica: own, sequence: common.sequence + 1))
        }
      }
      return try await rewriteTail(of: own, beyond: kept, at: peer)
    }

    /// What a copy wrote may be final, and what this store did in its place counts for nobody.
    private func checkFinal(_ cause: SyncError) throws {
      let frontier = try store.read { try $0.keptFrontier() }
      guard let dot = cause.dot, frontier?.vector.contains(dot) == true else { return }
      throw Self.isFinal(cause.code, dot)
    }

    private static func isFinal(_ code: SyncError.Code, _ dot: Dot) -> SyncError {
      SyncError(
        code,
        "what a copy of this store wrote as the same replica is final; export what only this store has as tables, join anew and import them",
        dot: dot)
    }

    /// Somebody must be left who can enrol this store under its new name.
    private func checkOwners(_ cause: SyncError) throws {
      guard try isOwner(), try !space().hasOwner(besides: replica()) else { return }
      throw SyncError(
        cause.code,
        "what this store wrote with a wrong clock stays on it alone until that time has come, because it is the only owner of the space and would be none under another name",
        dot: cause.dot)
    }

    // MARK: Comparing

    /// Up to where a peer has what this store wrote, and whether it has something else beyond.
    private struct CommonPart {
      let sequence: UInt64
      let isForked: Bool
    }

    /// The last transaction of a replica up to which the peer has the same ones, as their writer
    /// signed them, or another peer has them.
    private func common(
      of replica: ReplicaID, with peer: some SyncPeer
    ) async throws -> CommonPart {
      let isNobodys = try isNobodys(replica)
      let (own, final, noted, space) = try store.read { reader in
        (
          try reader.versionVector(), try reader.keptFrontier()?.vector[replica] ?? 0,
          isNobodys ? 0 : try reader.acknowledged(of: replica), try reader.space()
        )
      }
      let publicKey = space?.members[replica]?.key ?? key.publicKey
      func greet(from start: UInt64) async throws -> (Hello, known: VersionVector) {
        var known = own
        known[replica] = start
        let hello = try await peer.hello(greeting(having: known))
        known.merge(hello.vector)
        known[replica] = start
        return (hello, known)
      }
      var (hello, known) = try await greet(from: final)
      let end = min(own[replica], hello.vector[replica])
      guard end > final else { return CommonPart(sequence: max(final, noted), isForked: false) }
      let start = try await firstShown(of: replica, after: final, through: end, known, peer)
      if start > final { try checkHidden(hello, of: replica, through: start) }
      // A folder hands over each file once until it is greeted again.
      (hello, known) = try await greet(from: start)
      var shown = ShownBranch(chain: try chain(through: Dot(replica: replica, sequence: start)))
      var fruitless = 0
      while shown.chain.sequence < end, !shown.hasParted, fruitless < Self.mostFruitlessPages {
        let page = try await peer.pull(known, limit: limit)
        let before = shown.chain.sequence
        try shown.take(page, of: replica, signedBy: publicKey) { dot in
          try store.read { try $0.message(of: dot) }
        }
        known[replica] = shown.chain.sequence
        fruitless = shown.chain.sequence == before ? fruitless + 1 : 0
        if fruitless > 0, !page.hasMore { break }
      }
      // Two branches: what another peer is noted to have may be the other one, too.
      if shown.hasParted { return CommonPart(sequence: shown.common, isForked: true) }
      let shownEnd = shown.chain.sequence
      guard shownEnd >= end || hello.others != nil && space != nil else {
        throw SyncError(
          .badSignature,
          "\(peer.name) says to have \(end) transactions of this store and shows \(shownEnd) that are signed; exchange with another peer",
          dot: Dot(replica: replica, sequence: end))
      }
      let takenIn = try takenIn(of: replica, shown: shownEnd, hello, peer)
      return CommonPart(sequence: takenIn ?? max(end, noted), isForked: false)
    }

    /// What a peer has purged, and shows only the head of, must be the same here.
    private func checkHidden(_ hello: Hello, of replica: ReplicaID, through sequence: UInt64) throws
    {
      for head in hello.heads
      where head.dot.replica == replica && head.dot.sequence <= sequence {
        if let chain = try keptChain(through: head.dot), chain.hash != head.chain {
          throw Self.isFinal(.forkedReplica, head.dot)
        }
      }
    }

    /// The transaction after which a peer shows a replica's; it may have purged those before.
    private func firstShown(
      of replica: ReplicaID, after first: UInt64, through last: UInt64, _ known: VersionVector,
      _ peer: some SyncPeer
    ) async throws -> UInt64 {
      let single = TransactionPage.Limit(transactions: 1, bytes: limit.bytes)
      func isShown(after sequence: UInt64) async throws -> Bool {
        var known = known
        known[replica] = sequence
        do { _ = try await peer.pull(known, limit: single) } catch let error as SyncError
          where error.code == .needsSnapshot
        {
          return false
        }
        return true
      }
      if try await isShown(after: first) { return first }
      var (hidden, shown) = (first, last)
      while shown - hidden > 1 {
        let middle = hidden + (shown - hidden) / 2
        if try await isShown(after: middle) { shown = middle } else { hidden = middle }
      }
      return shown
    }

    /// In a folder that holds something, up to where somebody has taken it in, or will when it is
    /// read: what is too far ahead of every clock, or was signed with another key, nobody takes in.
    /// Nil for any other peer.
    private func takenIn(
      of replica: ReplicaID, shown end: UInt64, _ hello: Hello, _ peer: some SyncPeer
    ) throws -> UInt64? {
      guard let others = try memberVectors(among: hello.others) else { return nil }
      let told = others.map { $0.vector[replica] }.max() ?? 0
      if try isNobodys(replica) { return told }
      let now = store.now()
      return try store.read { reader in
        let reached = try reader.lastOwn(withinReachOf: now)
        let readable = replica == reached.replica ? min(end, reached.sequence) : end
        let noted = try reader.acknowledged(of: replica, except: Self.consumer(peer.name))
        return max(readable, told, noted)
      }
    }

    /// Whether a replica that this store wrote as before was minted anew without having been
    /// enrolled: nobody takes in what it has sent.
    private func isNobodys(_ replica: ReplicaID) throws -> Bool {
      try store.read { try $0.isNobodys(replica) }
    }
  }

  /// What a peer shows of a writer's transactions, compared with those that are here.
  private struct ShownBranch {
    /// What it has shown.
    private(set) var chain: Chain
    /// The last one that is the same here.
    private(set) var common: UInt64
    /// Whether those after it are others.
    var hasParted: Bool { common < chain.sequence }

    init(chain: Chain) {
      self.chain = chain
      common = chain.sequence
    }

    /// Takes a run, if it follows and its writer has signed it; what nobody signed says nothing.
    mutating func take(
      _ page: SyncPage, of replica: ReplicaID, signedBy publicKey: [UInt8],
      stored: (Dot) throws -> [UInt8]?
    ) throws {
      var (next, same) = (chain, common)
      for message in page.messages {
        let arriving = try ArrivingTransaction(message)
        guard arriving.dot.replica == replica, arriving.dot.sequence == next.sequence + 1 else {
          continue
        }
        try next.add(message)
        if same == next.sequence - 1, try stored(arriving.dot) == message { same += 1 }
      }
      let isSigned = page.heads.contains {
        $0.dot == Dot(replica: replica, sequence: next.sequence) && $0.chain == next.hash
          && $0.isSigned(by: publicKey, space: page.space)
      }
      if isSigned { (chain, common) = (next, same) }
    }
  }
#endif
