#if Sync
  public import Daybook

  /// What an exchange with one peer does next: a machine without clock, task or randomness.
  ///
  /// Whoever drives it does what it says and tells it what came of that. First both tell what they
  /// have; then this side gets what it lacks, page by page; then the peer does.
  public struct SyncSession: Sendable {
    /// What came of the last effect.
    public enum Input: Sendable {
      /// Begins.
      case start(Hello)
      /// The peer has answered.
      case greeted(Hello)
      /// The peer has sent a page.
      case pulled(SyncPage)
      /// The page was taken in; this is what there is now.
      case absorbed(AbsorptionReport, refused: [SyncError], VersionVector)
      /// The next page for the peer was made.
      case made(SyncPage)
      /// The peer has answered to a page.
      case pushed(PushReply)
      /// The last effect failed.
      case failed(SyncError)
    }

    /// What is to be done.
    public enum Effect: Sendable {
      /// Tell the peer what there is.
      case greet(Hello)
      /// Ask the peer for what this side lacks.
      case pull(VersionVector)
      /// Take a page in.
      case absorb(SyncPage)
      /// Make the next page that the peer lacks.
      case make(lackedBy: VersionVector)
      /// Send a page.
      case push(SyncPage)
      /// Note what the peer has.
      case note(VersionVector)
      /// It has ended.
      case finish(ExchangeReport)
    }

    private var own: Hello?
    private var peer: VersionVector?
    private var page: SyncPage?
    private var report = ExchangeReport()
    private var refusedHere = PassedOver()
    private var refusedByPeer = PassedOver()
    private var hasEnded = false

    /// An exchange that has not begun.
    public init() {}

    /// What is to be done next, in this order.
    public mutating func step(_ input: Input) -> [Effect] {
      if hasEnded { return [] }
      switch input {
      case .start(let hello):
        own = hello
        return [.greet(hello)]
      case .greeted(let hello): return greeted(hello)
      case .pulled(let page):
        self.page = page
        return page.isEmpty ? again() : [.absorb(page)]
      case .absorbed(let taken, let refused, let vector): return absorbed(taken, refused, vector)
      case .made(let page):
        if page.isEmpty { return refusedByPeer.isWorthAnother ? make() : finish() }
        self.page = page
        return [.push(page)]
      case .pushed(let reply): return pushed(reply)
      case .failed(let error):
        report.failure = error
        return finish()
      }
    }

    private mutating func greeted(_ hello: Hello) -> [Effect] {
      guard let own, hello.space == own.space else {
        report.failure = SyncError(.foreignSpace, "the peer has another space")
        return finish()
      }
      peer = hello.vector
      if own.vector.covers(hello.vector) { return make() }
      return [.pull(own.vector)]
    }

    private mutating func absorbed(
      _ taken: AbsorptionReport, _ refused: [SyncError], _ vector: VersionVector
    ) -> [Effect] {
      report.absorbed += taken.absorbed
      report.refused += refused.filter { !report.refused.contains($0) }
      own = own.map { Hello(space: $0.space, replica: $0.replica, vector: vector) }
      let isNew = refusedHere.add(refused, after: taken.absorbed > 0)
      if page?.hasMore == true, taken.absorbed > 0 || isNew {
        return [.pull(refusedHere.passingOver(in: vector))]
      }
      return again()
    }

    /// What was taken in may have enrolled those who were passed over.
    private mutating func again() -> [Effect] {
      guard let own, refusedHere.isWorthAnother else { return make() }
      refusedHere = PassedOver()
      return [.pull(own.vector)]
    }

    private mutating func make() -> [Effect] {
      guard let peer else { return finish() }
      if refusedByPeer.isWorthAnother { refusedByPeer = PassedOver() }
      return [.make(lackedBy: peer)]
    }

    private mutating func pushed(_ reply: PushReply) -> [Effect] {
      report.sent += page?.messages.count ?? 0
      report.refusedByPeer += reply.refused.filter { !report.refusedByPeer.contains($0) }
      let moves = reply.vector != peer
      peer = reply.vector
      let isNew = refusedByPeer.add(reply.refused, after: moves)
      if page?.hasMore == true, moves || isNew {
        return [.make(lackedBy: refusedByPeer.passingOver(in: reply.vector))]
      }
      return refusedByPeer.isWorthAnother ? make() : finish()
    }

    private mutating func finish() -> [Effect] {
      hasEnded = true
      report.peer = peer ?? VersionVector()
      var effects: [Effect] = []
      if let peer { effects.append(.note(peer)) }
      return effects + [.finish(report)]
    }
  }

  /// The writers of whom transactions were refused: they are passed over, because those of others,
  /// which come after them, may say that they are members.
  private struct PassedOver {
    private var writers: Set<ReplicaID> = []
    private var wasUsed = false
    private var hasMoved = false

    /// Whether those who were passed over may be taken in now.
    var isWorthAnother: Bool { wasUsed && hasMoved }

    /// Adds the writers of what was refused of a page; returns whether there are new ones.
    mutating func add(_ refused: [SyncError], after moves: Bool) -> Bool {
      if wasUsed, moves { hasMoved = true }
      let known = writers.count
      writers.formUnion(refused.compactMap { $0.dot?.replica })
      return writers.count > known
    }

    /// A vector that stands for all that they wrote, too.
    mutating func passingOver(in vector: VersionVector) -> VersionVector {
      wasUsed = wasUsed || !writers.isEmpty
      var vector = vector
      for writer in writers { vector[writer] = .max }
      return vector
    }
  }

  /// What an exchange came to.
  public struct ExchangeReport: Hashable, Sendable {
    /// Transactions that were taken in.
    public internal(set) var absorbed = 0
    /// Transactions that were sent.
    public internal(set) var sent = 0
    /// What was not taken in here, and why.
    public internal(set) var refused: [SyncError] = []
    /// What the peer did not take in, and why.
    public internal(set) var refusedByPeer: [SyncError] = []
    /// What the peer has now.
    public internal(set) var peer = VersionVector()
    /// Why it ended early; what was exchanged by then stays.
    public internal(set) var failure: SyncError?
  }
#endif
