#if Sync
  public import Daybook

  /// What an exchange with one peer does next: a machine without clock, task or randomness.
  ///
  /// Whoever drives it does what it says and tells it what came of that. First both tell what they
  /// have; then this side gets what it lacks, page by page; then the peer does. Whichever side
  /// lacks what the other has purged begins with a snapshot. When the peer has something else under
  /// this side's names, or takes its times for impossible, this side writes its own tail again, and
  /// the exchange begins anew.
  public struct SyncSession: Sendable {
    /// What came of the last effect.
    public enum Input: Sendable {
      /// Begins.
      case start(Hello)
      /// The peer has answered; and why this side's own tail has to be written again, if it has.
      case greeted(Hello, tail: SyncError? = nil)
      /// The peer has sent a page.
      case pulled(SyncPage)
      /// The page was taken in; this is what there is now.
      case absorbed(AbsorptionReport, refused: [SyncError], VersionVector)
      /// The next page for the peer was made.
      case made(SyncPage)
      /// The peer has answered to a page.
      case pushed(PushReply)
      /// The peer's snapshot was taken in; this is what there is now.
      case bootstrapped(VersionVector)
      /// So many transactions were written again, as who greets; or why none was.
      case rewritten(Int, Hello, SyncError? = nil)
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
      /// Take the peer's snapshot in.
      case bootstrap
      /// Make the next page that the peer lacks.
      case make(lackedBy: VersionVector)
      /// Send a page.
      case push(SyncPage)
      /// Make a snapshot and send it.
      case pushSnapshot
      /// Write this side's own tail again, because of this.
      case rewriteTail(SyncError)
      /// Note what the peer has, and tell it what there is.
      case note(VersionVector)
      /// It has ended.
      case finish(ExchangeReport)
    }

    /// After so many pages in a row that brought nothing, this side asks for no more.
    private static let mostRefusedPages = 64

    private enum Remedy: Hashable { case bootstrap, pushSnapshot }

    private var own: Hello?
    /// What this side has now.
    private var vector = VersionVector()
    private var peer: VersionVector?
    private var page: SyncPage?
    private var report = ExchangeReport()
    /// What to do if the last effect fails because something was purged.
    private var remedy: Remedy?
    /// Each helps once.
    private var remedies: Set<Remedy> = [.bootstrap, .pushSnapshot]
    /// How many pages in a row brought nothing.
    private var refusedPages = 0
    private var refusedHere = PassedOver()
    private var refusedByPeer = PassedOver()
    /// Why the peer does not take this side's own tail, when it was not written again.
    private var tail: SyncError?
    private var hasRewritten = false
    private var isGreeting = false
    private var hasEnded = false
    /// Whether a store has answered, and not a place where there may be none.
    private var isStore = false
    /// Whether there is perhaps no such peer: it failed, and no store has answered.
    var isDoubtful: Bool { report.failure != nil && !isStore }

    /// An exchange that has not begun.
    public init() {}

    /// What is to be done next, in this order.
    public mutating func step(_ input: Input) -> [Effect] {
      if hasEnded { return [] }
      let remedy = remedy
      self.remedy = nil
      switch input {
      case .start(let hello):
        (own, vector) = (hello, hello.vector)
        return [.greet(hello)]
      case .greeted(let hello, let tail): return greeted(hello, tail)
      case .pulled(let page):
        self.page = page
        return page.isEmpty ? again() : [.absorb(page)]
      case .absorbed(let taken, let refused, let vector): return absorbed(taken, refused, vector)
      case .made(let page):
        if page.isEmpty { return refusedByPeer.isWorthAnother ? make() : finish() }
        self.page = page
        return [.push(page)]
      case .pushed(let reply): return pushed(reply)
      case .bootstrapped(let vector):
        report.hasBootstrapped = true
        self.vector = vector
        return pull(vector)
      case .rewritten(let count, let hello, let error): return rewritten(count, hello, error)
      case .failed(let error):
        if error.code == .needsSnapshot, let remedy, remedies.remove(remedy) != nil {
          return [remedy == .bootstrap ? .bootstrap : .pushSnapshot]
        }
        report.failure = error
        return finish()
      }
    }

    private mutating func greeted(_ hello: Hello, _ tail: SyncError?) -> [Effect] {
      guard let own, hello.space == own.space else {
        report.failure = SyncError(.foreignSpace, "the peer has another space")
        return finish()
      }
      if let error = hello.misunderstanding(with: own) {
        report.failure = error
        return finish()
      }
      peer = hello.vector
      isStore = hello.replica != nil
      self.tail = tail
      isGreeting = true
      return rewrite() ?? begin()
    }

    private mutating func begin() -> [Effect] {
      isGreeting = false
      return peer.map(vector.covers) ?? true ? make() : pull(vector)
    }

    // MARK: This side's own tail

    /// Notes when the peer and this side mean something else by the same name of this side, or when
    /// the peer takes this side's times for impossible.
    private mutating func noteTail(in refused: [SyncError], _ codes: Set<SyncError.Code>) {
      tail = tail ?? refused.first { $0.dot?.replica == own?.replica && codes.contains($0.code) }
    }

    /// What writes the tail again, once an exchange.
    private mutating func rewrite() -> [Effect]? {
      guard let tail, !hasRewritten else { return nil }
      hasRewritten = true
      return [.rewriteTail(tail)]
    }

    /// Begins anew with what was written again, or goes on as before.
    private mutating func rewritten(
      _ count: Int, _ hello: Hello, _ error: SyncError?
    ) -> [Effect] {
      guard count > 0 else {
        (tail, report.unsent) = (error, error)
        return isGreeting ? begin() : finish()
      }
      var next = SyncSession()
      next.hasRewritten = true
      next.report.absorbed = report.absorbed
      next.report.hasBootstrapped = report.hasBootstrapped
      next.report.sent = report.sent
      next.report.rewritten = count
      self = next
      return step(.start(hello))
    }

    // MARK: Pages

    private mutating func pull(_ vector: VersionVector) -> [Effect] {
      remedy = .bootstrap
      return [.pull(vector)]
    }

    private mutating func absorbed(
      _ taken: AbsorptionReport, _ refused: [SyncError], _ vector: VersionVector
    ) -> [Effect] {
      report.absorbed += taken.absorbed
      // What was refused before may be here now, or be refused for another reason.
      let dots = Set(refused.compactMap(\.dot))
      report.refused.removeAll { error in
        error.dot.map { vector.contains($0) || dots.contains($0) } ?? refused.contains(error)
      }
      report.refused += refused
      noteTail(in: refused, [.badChain, .forkedReplica])
      // A page that is refused as a whole says nothing against what others have written.
      refusedPages = taken.absorbed > 0 ? 0 : refusedPages + 1
      self.vector = vector
      refusedHere.add(refused, after: taken.absorbed > 0)
      if page?.hasMore == true, refusedPages <= Self.mostRefusedPages {
        return pull(refusedHere.passingOver(in: vector))
      }
      return again()
    }

    /// What was taken in may have enrolled those who were passed over.
    private mutating func again() -> [Effect] {
      guard refusedHere.isWorthAnother else { return make() }
      refusedHere = PassedOver()
      return pull(vector)
    }

    private mutating func make() -> [Effect] {
      guard let peer else { return finish() }
      if refusedByPeer.isWorthAnother { refusedByPeer = PassedOver() }
      return make(lackedBy: peer)
    }

    private mutating func make(lackedBy vector: VersionVector) -> [Effect] {
      remedy = .pushSnapshot
      page = nil
      return [.make(lackedBy: vector)]
    }

    private mutating func pushed(_ reply: PushReply) -> [Effect] {
      report.sent += page?.messages.count ?? 0
      report.refusedByPeer += reply.refused.filter { !report.refusedByPeer.contains($0) }
      noteTail(in: reply.refused, [.badChain, .forkedReplica, .clockAhead])
      let moves = reply.vector != peer
      peer = reply.vector
      // After a snapshot comes what it does not hold.
      let isNew = refusedByPeer.add(reply.refused, after: moves)
      if page == nil || page?.hasMore == true, moves || isNew {
        return make(lackedBy: refusedByPeer.passingOver(in: reply.vector))
      }
      return refusedByPeer.isWorthAnother ? make() : finish()
    }

    private mutating func finish() -> [Effect] {
      if report.failure == nil, let effects = rewrite() { return effects }
      hasEnded = true
      guard var peer else { return [.finish(report)] }
      // What it has under this side's names is something else.
      if let tail, tail.code != .clockAhead, let replica = own?.replica { peer[replica] = 0 }
      report.peer = peer
      return [.note(peer), .finish(report)]
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
    @discardableResult
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
    /// Whether this side began with a snapshot, because the peer has purged what lacked.
    public internal(set) var hasBootstrapped = false
    /// Transactions that were sent.
    public internal(set) var sent = 0
    /// Transactions of this store that it has written again as another replica, because the peer
    /// has others under their names or takes their times for impossible. An owner enrols the store
    /// anew.
    public internal(set) var rewritten = 0
    /// Why such transactions were not written again, and stay on this store; nil when none do.
    public internal(set) var unsent: SyncError?
    /// What was not taken in here, and why.
    public internal(set) var refused: [SyncError] = []
    /// What the peer did not take in, and why.
    public internal(set) var refusedByPeer: [SyncError] = []
    /// What members have told the peer that they have, and is not here.
    public internal(set) var missing: [MissingTransactions] = []
    /// What of the peer could not be read, and why; see `SyncPeer.problems`.
    public internal(set) var problems: [String: String] = [:]
    /// What the peer has now.
    public internal(set) var peer = VersionVector()
    /// Why it ended early; what was exchanged by then stays.
    public internal(set) var failure: SyncError?
  }
#endif
