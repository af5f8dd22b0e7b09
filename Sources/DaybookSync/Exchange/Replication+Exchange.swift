#if Sync
  public import Daybook
  internal import Synchronization

  extension Replication {
    /// Exchanges what either side lacks with a peer, until neither has more or something fails.
    ///
    /// All that was taken in is durable when this returns. What a peer has is noted with it, so
    /// that a purge leaves what it lacks.
    ///
    /// - Returns: what was exchanged, with every refusal and the failure that ended it, if one did.
    /// - Throws: what keeps this store from working: a `StoreError`, `SyncError.key`; `text` for a
    ///   peer whose name is empty or has more than 195 bytes.
    @discardableResult
    public func exchange(with peer: some SyncPeer) async throws -> ExchangeReport {
      let report = try await carryOutExchange(with: peer)
      _ = try note(report, with: peer.name, pause: nil)
      return report
    }

    /// An exchange of which no status tells yet.
    func carryOutExchange(with peer: some SyncPeer) async throws -> ExchangeReport {
      try Self.check(peer)
      try await vouchForPast()
      var session = SyncSession()
      var effects = session.step(.start(try hello()))
      var closing = Closing()
      var answer: Hello?
      while !effects.isEmpty {
        let effect = effects.removeFirst()
        switch effect {
        case .note(let vector):
          closing = try await close(
            with: peer, noting: vector, isDoubtful: session.isDoubtful)
        case .finish(var report):
          report.rewritten += closing.rewritten
          report.failure = report.failure ?? closing.failure
          report.missing = try missing(among: answer?.others, besides: report.refused)
          report.problems = peer.problems
          return report
        default:
          guard let input = try await carryOut(effect, with: peer) else { continue }
          if case .greeted(let hello, _) = input { answer = hello }
          effects += session.step(input)
        }
      }
      return ExchangeReport()
    }

    private func carryOut(
      _ effect: SyncSession.Effect, with peer: some SyncPeer
    ) async throws -> SyncSession.Input? {
      switch effect {
      case .greet(let hello): return try await greet(peer, with: hello)
      case .pull(let vector):
        return await asking { [limit] in .pulled(try await peer.pull(vector, limit: limit)) }
      case .push(let page): return await asking { .pushed(try await peer.push(page)) }
      case .absorb(let page):
        let (report, refused) = try await absorb(page)
        return .absorbed(report, refused: refused, try vector())
      case .make(let vector):
        do { return .made(try await page(lackedBy: vector, limit: peer.limit)) } catch let error
          as SyncError
          where error.code == .needsSnapshot
        {
          return .failed(error)
        }
      case .bootstrap: return await asking { try await bootstrap(from: peer) }
      case .pushSnapshot: return await asking { .pushed(try await pushSnapshot(to: peer)) }
      case .rewriteTail(let cause): return try await mendTail(cause, with: peer)
      case .note, .finish: return nil
      }
    }

    /// What came of the end of an exchange.
    package struct Closing {
      /// How many transactions were written again, by who had written in another's name.
      package fileprivate(set) var rewritten = 0
      /// Why the peer was not told what there is.
      package fileprivate(set) var failure: SyncError?
    }

    /// Notes what a peer has when an exchange ends, and tells it what there is.
    package func close(
      with peer: some SyncPeer, noting vector: VersionVector, isDoubtful: Bool = false
    ) async throws -> Closing {
      var closing = Closing()
      closing.rewritten = try await mintIfAnothers(with: peer)
      // It may be a folder whose path was mistyped: purges need not wait for that.
      if try !isDoubtful || knows(peer.name) { try note(peer.name, has: vector) }
      do {
        try await startAgain(with: peer)
        try await confirm(to: peer)
      } catch let error as StoreError {
        throw error
      } catch {
        closing.failure = error as? SyncError ?? SyncError(.peer, "\(error)")
      }
      return closing
    }

    /// Tells a peer what there is, and looks at what it answers.
    package func greet(
      _ peer: some SyncPeer, with hello: Hello
    ) async throws -> SyncSession.Input {
      let input = await asking { .greeted(try await peer.hello(hello)) }
      guard case .greeted(let answer, _) = input, answer.space == store.space else { return input }
      return .greeted(answer, tail: try tail(answered: answer))
    }

    /// Who has joined with the invitation of somebody else finds out with the first exchange, and
    /// writes as another replica from then on. What it wrote before becomes that one's, because
    /// nobody takes it in as it is signed.
    private func mintIfAnothers(with peer: some SyncPeer) async throws -> Int {
      let own = try replica()
      let (member, isWrittenHere) = try store.read {
        (try $0.space()?.members[own], try $0.isWrittenHere(own))
      }
      guard let member, member.key != key.publicKey else { return 0 }
      if isWrittenHere {
        do {
          let count = try await rewriteTail(of: own, unsignedBy: member.key, at: peer)
          if count > 0 { return count }
        } catch let error as StoreError where error.code == .invalidArgument {
          // It cannot be written again, and stays on this store.
        } catch is SyncError {
          return 0  // The peer could not withdraw it: the next exchange tries again.
        }
      }
      try store.mintReplica()
      try keyGuard.note(replica(), 0)
      return 0
    }

    /// Begins with the newest snapshot of a peer that this store trusts.
    package func bootstrap(from peer: some SyncPeer) async throws -> SyncSession.Input {
      let manifests = try await peer.snapshots()
      // One of somebody whom this store trusts, if there is one.
      guard let manifest = try manifests.first(where: { try trusts($0) }) ?? manifests.first else {
        throw SyncError(
          .needsSnapshot,
          "\(peer.name) has purged what this store lacks, and gives no snapshot; exchange with another peer"
        )
      }
      try await bootstrap(from: manifest) { try await peer.chunk($0, of: manifest) }
      return .bootstrapped(try vector())
    }

    /// Tells a peer what there is, and signs its newest snapshot if it is this store's, too: who
    /// comes later may trust this owner and not the one who has put it there.
    private func confirm(to peer: some SyncPeer) async throws {
      try await peer.acknowledge(try hello())
      guard peer.keepsSnapshots, try isOwner() else { return }
      let manifests = try await peer.snapshots()
      let own = try replica()
      guard let newest = manifests.first, !manifests.contains(where: { $0.maker == own }),
        try store.read({ try $0.keptFrontier()?.number }) == newest.frontier
      else { return }
      _ = try await peer.push(try await snapshot())
    }

    /// Hands a snapshot to a peer that lacks what was purged here.
    package func pushSnapshot(to peer: some SyncPeer) async throws -> PushReply {
      guard try isOwner() else {
        throw SyncError(
          .needsSnapshot,
          "\(peer.name) lacks what was purged here, and only snapshots of owners are taken; let an owner exchange with it"
        )
      }
      return try await peer.push(try await snapshot())
    }

    /// What a peer answers, or why it did not.
    private func asking(
      _ body: () async throws -> SyncSession.Input
    ) async -> SyncSession.Input {
      do { return try await body() } catch let error as SyncError { return .failed(error) } catch {
        return .failed(SyncError(.peer, "\(error)"))
      }
    }

    /// What this store tells a peer first.
    package func hello() throws -> Hello {
      try greeting(having: vector()).signed(by: key)
    }

    /// What this store tells a peer of which it asks what it has beyond a vector.
    func greeting(having vector: VersionVector) throws -> Hello {
      Hello(
        space: store.space, replica: try replica(), vector: vector, time: store.now(), heads: [],
        signers: try signers())
    }

    /// What this store answers who greets it.
    package func answer(_ hello: Hello) throws -> Hello {
      let head = try hello.replica.flatMap { replica in
        try store.read { try $0.head(of: replica, through: .max) }
      }
      return Hello(
        space: store.space, replica: try replica(), vector: try vector(), time: store.now(),
        heads: head.map { [$0] } ?? [])
    }

    /// Takes in a page, as far as its writers are members and have signed it.
    ///
    /// - Returns: what became of its transactions, and what was refused.
    /// - Throws: a `StoreError`.
    public func absorb(
      _ page: SyncPage
    ) async throws -> (report: AbsorptionReport, refused: [SyncError]) {
      let admission = try admission(page)
      if admission.arrivals.isEmpty { return (AbsorptionReport(), admission.refused) }
      let report = try await store.absorb(
        admission.arrivals, heads: admission.heads, durability: .durable)
      try await keepChains()
      return (report, refusals(admission, report))
    }

    /// The blocking twin of the asynchronous `absorb`.
    @available(*, noasync)
    package func absorb(
      _ page: SyncPage
    ) throws -> (report: AbsorptionReport, refused: [SyncError]) {
      let admission = try admission(page)
      if admission.arrivals.isEmpty { return (AbsorptionReport(), admission.refused) }
      let report = try store.absorb(
        admission.arrivals, heads: admission.heads, durability: .durable)
      try keepChains()
      return (report, refusals(admission, report))
    }

    private func admission(_ page: SyncPage) throws -> Admission {
      try Admission(page, store, now: store.now(), chain: chain(through:))
    }

    private func refusals(_ admission: Admission, _ report: AbsorptionReport) -> [SyncError] {
      let refused = report.refused.map { refusal in
        SyncError(StoreError(refusal.code, refusal.message), refusal.dot)
      }
      return admission.refused + refused
    }

    /// Notes what a peer has.
    package func note(_ name: String, has vector: VersionVector) throws {
      var vector = vector
      // With more of this store than it wrote, it has what a copy did.
      let own = try replica()
      if try vector[own] > self.vector()[own] { vector[own] = 0 }
      guard let through = try? store.read({ [vector] in try $0.heldThrough(vector) }) else {
        return
      }
      let common = try self.vector().common(with: vector)
      try store.notePeer(Self.consumer(name), through: through, has: common)
    }
  }

  /// Another store in the same process, as a peer.
  public struct StorePeer: SyncPeer {
    public let name: String
    private let replication: Replication
    /// The snapshot whose chunks are asked for.
    private let snapshots = Snapshots()

    /// A peer.
    public init(_ replication: Replication, name: String) {
      self.replication = replication
      self.name = name
    }

    public func hello(_ hello: Hello) async throws -> Hello { try replication.answer(hello) }

    public func pull(
      _ vector: VersionVector, limit: TransactionPage.Limit
    ) async throws -> SyncPage {
      try await replication.page(lackedBy: vector, limit: limit)
    }

    public func push(_ page: SyncPage) async throws -> PushReply {
      let refused = try await replication.absorb(page).refused
      return PushReply(vector: try replication.vector(), refused: refused)
    }

    public func snapshots() async throws -> [SnapshotManifest] {
      let made = try await replication.snapshot()
      snapshots.last.withLock { $0 = made }
      return [made.manifest]
    }

    public func chunk(_ hash: [UInt8], of manifest: SnapshotManifest) async throws -> [UInt8] {
      guard let made = snapshots.last.withLock({ $0 }), made.manifest == manifest else {
        throw SyncError(
          .needsSnapshot, "the snapshot of frontier \(manifest.frontier) is there no more")
      }
      return try made.chunk(hash)
    }

    public func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
      try await replication.bootstrap(from: snapshot.manifest) { try snapshot.chunk($0) }
      return PushReply(vector: try replication.vector(), refused: [])
    }

    private final class Snapshots: Sendable {
      let last = Mutex<SpaceSnapshot?>(nil)
    }
  }
#endif
