public import Daybook

extension Replication {
  /// Exchanges with a peer what either side lacks, until neither has more or something fails.
  ///
  /// Everything that was taken in is durable when this returns. The store notes what the peer has,
  /// so that a purge leaves what the peer lacks. A failure of the peer is not thrown: look at
  /// `failure`.
  ///
  /// - Returns: what was exchanged, every refusal, and the failure that ended the exchange, if any.
  /// - Throws: what keeps this store from working: a `StoreError`, `SyncError.key`; `space` when
  ///   it has neither created nor joined one; `text` for a peer whose name is empty or has more
  ///   than 195 bytes; `CancellationError`.
  @discardableResult
  public func exchange(with peer: some SyncPeer) async throws -> ExchangeReport {
    let report = try await carryOutExchange(with: peer)
    _ = try announce(report, with: peer, pause: nil)
    return report
  }

  /// Carries out one effect, and returns its outcome.
  package typealias CarryOut = () async throws -> SyncSession.Input

  /// Exchanges with a peer, without announcing a status.
  ///
  /// - Parameter each: carries out each effect by calling the closure that it gets; tests watch
  ///   effects here, and let some fail.
  package func carryOutExchange(
    with peer: some SyncPeer,
    each: (SyncSession.Effect, CarryOut) async throws -> SyncSession.Input = { _, carryOut in
      try await carryOut()
    }
  ) async throws -> ExchangeReport {
    try Self.check(peer)
    // Throws the reason when there is no space.
    if try !store.isShared() { _ = try space() }
    var attachments = AttachmentExchange(store, with: peer)
    let peer = AskedPeer(peer)
    try await vouchForPast()
    var session = SyncSession()
    var effects = session.step(.start(try hello()))
    var others: [Hello]?
    while !effects.isEmpty {
      let effect = effects.removeFirst()
      if case .finish(var report) = effect {
        report.missing = try missing(among: others, besides: report.refused)
        if report.failure == nil { try await attachments.receive() }
        report.attachmentsSent = attachments.sent
        report.attachmentsReceived = attachments.received
        report.problems = peer.problems.merging(attachments.problems) { first, _ in first }
        return report
      }
      let input = try await each(effect) { try await carryOut(effect, with: peer) }
      if case .greeted(let hello, _) = input {
        others = hello.others
        if hello.space == store.space { try await attachments.send() }
      }
      effects += session.step(input)
    }
    return ExchangeReport()
  }

  private func carryOut(
    _ effect: SyncSession.Effect, with peer: some SyncPeer
  ) async throws -> SyncSession.Input {
    do {
      switch effect {
      case .greet(let hello): return try await greet(peer, with: hello)
      case .pull(let vector): return .pulled(try await peer.pull(vector, limit: limit))
      case .push(let page):
        try noteHanded(page, to: peer.name)
        return .pushed(try await peer.push(page))
      case .absorb(let page):
        let (report, refused) = try await absorb(page)
        return .absorbed(report, refused: refused, try vector())
      case .make(let vector):
        try await resumeIfWhole()
        return .made(try unsignedPage(lackedBy: vector, limit: peer.limit))
      case .sign(let page): return .signed(try await sign(page))
      case .bootstrap: return try await bootstrap(from: peer)
      case .pushSnapshot: return .pushed(try await pushSnapshot(to: peer))
      case .rewriteTail(let cause): return try await mendTail(cause, with: peer)
      case .note(let vector, let doubt): return try await close(with: peer, vector, doubt)
      case .finish: return .noted(rewritten: 0)
      }
    } catch let error as SyncError where !error.isOfKey {
      return .failed(error)
    }
  }

  /// Ends an exchange: notes what the peer has, and tells it what this store has.
  private func close(
    with peer: some SyncPeer, _ vector: VersionVector, _ doubt: SyncSession.Doubt
  ) async throws -> SyncSession.Input {
    let rewritten = try await mintIfAnothers(with: peer)
    // The peer may be a folder whose path was mistyped: no purge shall wait for that.
    if try !doubt.contains(.isThere) || knows(peer.name) {
      try notePeer(peer.name, has: vector, isAnswered: !doubt.contains(.hasPage))
      if doubt.contains(.hasPage) { try noteDoubt(about: peer.name) }
    }
    do {
      try await startAgain(with: peer)
      try await confirm(to: peer)
    } catch let error as SyncError where !error.isOfKey {
      return .noted(rewritten: rewritten, error)
    }
    return .noted(rewritten: rewritten)
  }

  /// Greets a peer, and finds out from its answer whether this store's own tail must be written
  /// again.
  private func greet(
    _ peer: some SyncPeer, with hello: Hello
  ) async throws -> SyncSession.Input {
    let answer = try await peer.hello(hello)
    if answer.space != store.space { return .greeted(answer) }
    return .greeted(answer, tail: try tail(answered: answer, refusesNothing: peer.refusesNothing))
  }

  /// Makes the store a new replica when it has joined with the invitation of somebody else, which
  /// shows with the first exchange: the replica's key in the space is another one. Its earlier
  /// transactions are written again as the new replica's, because nobody takes them in with this
  /// key's signature.
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
        // The tail cannot be written again, and stays on this store.
      } catch let error as SyncError where !error.isOfKey {
        return 0  // The peer could not withdraw it: the next exchange tries again.
      }
    }
    try store.mintReplica()
    try keyGuard.add(replica())
    return 0
  }

  /// Begins with the newest snapshot of a peer that this store trusts.
  private func bootstrap(from peer: some SyncPeer) async throws -> SyncSession.Input {
    let manifests = try await peer.snapshots()
    // The first from an owner whom this store trusts, else the first.
    guard let manifest = try manifests.first(where: { try trusts($0) }) ?? manifests.first else {
      throw SyncError(
        .needsSnapshot,
        "\(peer.name) has purged what this store lacks, and gives no snapshot; exchange with another peer"
      )
    }
    try await bootstrap(from: manifest) { try await peer.chunk($0, of: manifest) }
    return .bootstrapped(try vector())
  }

  /// Tells a peer what this store has, and adds this owner's snapshot of the newest frontier: a new
  /// member may trust this owner and not the one whose snapshot is there.
  private func confirm(to peer: some SyncPeer) async throws {
    try await peer.acknowledge(try hello())
    guard peer.keepsSnapshots, try isOwner() else { return }
    let manifests = try await peer.snapshots()
    let (own, signers) = (try replica(), try signers())
    guard let newest = manifests.first,
      !manifests.contains(where: { $0.maker == own && signers.trust($0) }),
      try store.read({ try $0.keptFrontier()?.number }) == newest.frontier
    else { return }
    _ = try await peer.push(try await snapshot())
  }

  /// Hands a snapshot to a peer that lacks what was purged here.
  private func pushSnapshot(to peer: some SyncPeer) async throws -> PushReply {
    guard try isOwner() else {
      throw SyncError(
        .needsSnapshot,
        "\(peer.name) lacks what was purged here, and only snapshots of owners are taken; let an owner exchange with it"
      )
    }
    return try await peer.push(try await snapshot())
  }

  /// The greeting with which this store begins an exchange.
  package func hello() throws -> Hello {
    try greeting(having: vector()).signed(by: key)
  }

  /// A greeting that claims `vector`, so that the peer shows what it has beyond that.
  func greeting(having vector: VersionVector) throws -> Hello {
    Hello(
      space: store.space, replica: try replica(), vector: vector, time: store.now(), heads: [],
      signers: try signers())
  }

  /// The answer to a greeting.
  package func answer(_ hello: Hello) throws -> Hello {
    let head = try hello.replica.flatMap { replica in
      try store.read { try $0.head(of: replica, through: .max) }
    }
    return Hello(
      space: store.space, replica: try replica(), vector: try vector(), time: store.now(),
      heads: head.map { [$0] } ?? [])
  }

  /// Takes in the transactions of a page whose writers are members and have signed them.
  ///
  /// - Returns: what became of the page's transactions, and the refusals.
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
    try store.read { [store] reader in
      try Admission(page, to: reader, of: store.space, now: store.now())
    }
  }

  private func refusals(_ admission: Admission, _ report: AbsorptionReport) -> [SyncError] {
    let refused = report.refused.map { refusal in
      SyncError(StoreError(refusal.code, refusal.message), refusal.dot)
    }
    return admission.refused + refused
  }

  /// Notes that a known peer may have this store's own transactions of a page, until it answers.
  ///
  /// - Throws: `SyncError.badChain` when something was written again since it was signed.
  private func noteHanded(_ page: SyncPage, to peer: String) throws {
    guard let first = page.heads.first else { return }
    let (name, own) = (Self.consumer(peer), try replica())
    guard try store.noteHanded(to: name, through: page.heads, of: own) else {
      throw Self.wasWrittenAgain(first.dot)
    }
  }

  /// Notes that a peer may have all that this store has signed: it was none that is known when the
  /// page was handed over that it has not answered.
  private func noteDoubt(about peer: String) throws {
    let own = try replica()
    guard let newest = try store.read({ try $0.head(of: own, through: .max) }) else { return }
    _ = try store.noteHanded(to: Self.consumer(peer), through: [newest], of: own)
  }

  /// Notes what a peer has, as a consumer of the history.
  package func notePeer(
    _ name: String, has vector: VersionVector, isAnswered: Bool = true
  ) throws {
    var vector = vector
    // A peer with more of this replica's transactions than it wrote has those of a copy.
    let own = try replica()
    if try vector[own] > self.vector()[own] { vector[own] = 0 }
    let through: UInt64
    do { through = try store.read { [vector] in try $0.heldThrough(vector) } } catch let error
      as StoreError where error.code == .expiredToken
    {
      return  // The peer lacks what was purged here, and begins with a snapshot.
    }
    let common = try self.vector().common(with: vector)
    try store.notePeer(
      Self.consumer(name), through: through, has: common, isAnswered: isAnswered)
  }
}
