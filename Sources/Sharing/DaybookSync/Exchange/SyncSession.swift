package import Daybook

/// The course of an exchange with one peer: a machine without clock, task or randomness.
///
/// `Replication` drives it: it carries out each effect and reports the outcome as the next input.
/// First both sides tell what they have. Then this side gets what it lacks, page by page, then the
/// peer does. A side that lacks what the other has purged begins with a snapshot. When the peer has
/// other transactions under this side's dots, or takes this side's times for impossible, this side
/// writes its own tail again, and the exchange begins anew.
package struct SyncSession: Sendable {
  /// The outcome of the last effect.
  package enum Input: Sendable {
    /// Begins.
    case start(Hello)
    /// The peer has answered. `tail` says why this side's own tail must be written again; nil when
    /// it need not.
    case greeted(Hello, tail: SyncError? = nil)
    /// The peer has sent a page.
    case pulled(SyncPage)
    /// This side has taken the page in; the vector is what it has now.
    case absorbed(AbsorptionReport, refused: [SyncError], VersionVector)
    /// The next page for the peer was read from the log.
    case made(UnsignedPage)
    /// This side has signed the page.
    case signed(SyncPage)
    /// The peer has answered a page.
    case pushed(PushReply)
    /// This side has begun with the peer's snapshot; the vector is what it has now.
    case bootstrapped(VersionVector)
    /// This side has written so many transactions again, and greets as the replica that it is now;
    /// the error says why it wrote none. `clock` is what the clock showed that was too far ahead.
    case rewritten(Int, Hello, SyncError? = nil, clock: Date? = nil)
    /// This side has noted what the peer has, and told it what this side has, unless that failed.
    /// `rewritten` counts what a store wrote again that had written in another's name.
    case noted(rewritten: Int, SyncError? = nil)
    /// The last effect failed.
    case failed(SyncError)
  }

  /// What to do next.
  package enum Effect: Sendable {
    /// Tell the peer what this side has.
    case greet(Hello)
    /// Ask the peer for what this side lacks.
    case pull(VersionVector)
    /// Take a page in.
    case absorb(SyncPage)
    /// Take the peer's snapshot in.
    case bootstrap
    /// Read the next page that the peer lacks from the log.
    case make(lackedBy: VersionVector)
    /// Sign what this side wrote of a page: this writes to the disk.
    case sign(UnsignedPage)
    /// Send a page.
    case push(SyncPage)
    /// Make a snapshot and send it.
    case pushSnapshot
    /// Write this side's own tail again, because of this.
    case rewriteTail(SyncError)
    /// Note what the peer has, and tell it what this side has.
    case note(VersionVector, Doubt)
    /// The exchange has ended.
    case finish(ExchangeReport)
  }

  /// What is uncertain about a peer when an exchange ends.
  package struct Doubt: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether there is such a peer: it failed, and no store has answered.
    package static let isThere = Self(rawValue: 1)
    /// Whether the peer has the last page that was sent: no answer came.
    package static let hasPage = Self(rawValue: 2)
  }

  /// After so many pages in a row that brought nothing, this side asks for no more.
  private static let mostRefusedPages = 64

  private enum Remedy: Hashable { case bootstrap, pushSnapshot }

  private var own: Hello?
  /// What this side has now.
  private var vector = VersionVector()
  private var peer: VersionVector?
  /// The most transactions of this side that the peer has said to have.
  private var peerHeld: UInt64 = 0
  private var page: SyncPage?
  private var report = ExchangeReport()
  /// What to do if the last effect fails because something was purged.
  private var remedy: Remedy?
  /// Whether the last effect was to begin with the peer's snapshot.
  private var isBeginning = false
  /// The remedies that were not tried yet.
  private var remedies: Set<Remedy> = [.bootstrap, .pushSnapshot]
  /// How many pages in a row brought nothing.
  private var refusedPages = 0
  private var refusedHere = PassedOver()
  private var refusedByPeer = PassedOver()
  /// Why the peer does not take in this side's own tail; nil once that was written again.
  private var tail: SyncError?
  private var hasRewritten = false
  private var isGreeting = false
  /// Whether a page was sent, and no answer came.
  private var isUnanswered = false
  private var isNoting = false
  private var hasEnded = false
  /// Whether a store has answered, and not a place where there may be none.
  private var isStore = false

  /// An exchange that has not begun.
  package init() {}

  /// Takes the outcome of the last effect, and returns the next effects in their order.
  package mutating func step(_ input: Input) -> [Effect] {
    if hasEnded { return [] }
    if isNoting { return noted(input) }
    let (remedy, hadBegun) = (remedy, isBeginning)
    (self.remedy, isBeginning) = (nil, false)
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
      return [.sign(page)]
    case .signed(let page):
      self.page = page
      isUnanswered = true
      return [.push(page)]
    case .pushed(let reply): return pushed(reply)
    case .bootstrapped(let vector):
      report.hasBootstrapped = true
      self.vector = vector
      return pull(vector)
    case .rewritten(let count, let hello, let error, let clock):
      return rewritten(count, hello, error, clock)
    case .noted: return finish()
    case .failed(let error):
      if error.code == .needsSnapshot, let remedy, remedies.remove(remedy) != nil {
        isBeginning = remedy == .bootstrap
        return [remedy == .bootstrap ? .bootstrap : .pushSnapshot]
      }
      report.failure = error
      // This side cannot get what the peer has; the peer may still get what this side has.
      return error.code == .needsSnapshot && hadBegun ? make() : finish()
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
    (peer, peerHeld) = (hello.vector, vector.common(with: hello.vector).count)
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

  /// Notes a refusal that speaks against this side's own tail: the peer has other transactions
  /// under its dots, or takes its times for impossible.
  private mutating func noteTail(in refused: [SyncError], _ codes: Set<SyncError.Code>) {
    tail = tail ?? refused.first { $0.dot?.replica == own?.replica && codes.contains($0.code) }
  }

  /// The effect that writes the tail again; at most once an exchange.
  private mutating func rewrite() -> [Effect]? {
    guard let tail, !hasRewritten else { return nil }
    hasRewritten = true
    return [.rewriteTail(tail)]
  }

  /// Begins anew with what was written again, or goes on as before.
  private mutating func rewritten(
    _ count: Int, _ hello: Hello, _ error: SyncError?, _ clock: Date?
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
    next.report.clockAhead = clock
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
    report.refused.renew(with: refused, having: vector)
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

  /// Asks once more for writers who were passed over, because something else was taken in since
  /// that may enrol them.
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
    isUnanswered = false
    // A refusal of another writer's transaction is no answer to this page.
    let writers = Set(page?.heads.map(\.dot.replica) ?? [])
    let refused = reply.refused.filter { $0.dot.map { writers.contains($0.replica) } ?? true }
    report.sent += page?.count(takenInBy: reply.vector, refused) ?? 0
    report.refusedByPeer.renew(with: refused, having: reply.vector, before: peer)
    noteTail(in: refused, [.badChain, .forkedReplica, .clockAhead])
    // Only more of this side's transactions moves the exchange on: a peer could claim others for
    // ever.
    let held = vector.common(with: reply.vector).count
    let moves = held > peerHeld
    (peer, peerHeld) = (reply.vector, max(held, peerHeld))
    // After a snapshot come the transactions that it does not hold.
    let isNew = refusedByPeer.add(refused, after: moves)
    if page == nil || page?.hasMore == true, moves || isNew {
      return make(lackedBy: refusedByPeer.passingOver(in: reply.vector))
    }
    return refusedByPeer.isWorthAnother ? make() : finish()
  }

  private mutating func finish() -> [Effect] {
    if report.failure == nil, let effects = rewrite() { return effects }
    guard var peer else { return end() }
    // The peer has other transactions under this side's dots.
    if let tail, tail.code != .clockAhead, let replica = own?.replica { peer[replica] = 0 }
    report.peer = peer
    isNoting = true
    var doubt: Doubt = isUnanswered ? .hasPage : []
    if report.failure != nil, !isStore { doubt.insert(.isThere) }
    return [.note(peer, doubt)]
  }

  private mutating func noted(_ input: Input) -> [Effect] {
    switch input {
    case .noted(let rewritten, let error):
      report.rewritten += rewritten
      report.failure = report.failure ?? error
    case .failed(let error): report.failure = report.failure ?? error
    default: break
    }
    return end()
  }

  private mutating func end() -> [Effect] {
    hasEnded = true
    return [.finish(report)]
  }
}

extension [SyncError] {
  /// Adds the refusals of a page. A transaction that was refused before may have been taken in now,
  /// or be refused for another reason.
  ///
  /// - Parameter former: what the side had before the page, where it refuses also what it has
  ///   otherwise.
  fileprivate mutating func renew(
    with refused: [SyncError], having vector: VersionVector, before former: VersionVector? = nil
  ) {
    let dots = Set(refused.compactMap(\.dot))
    removeAll { error in
      guard let dot = error.dot else { return refused.contains(error) }
      if dots.contains(dot) { return true }
      return vector.contains(dot) && former?.contains(dot) != true
    }
    self += refused
  }
}

extension SyncPage {
  /// How many of its transactions a side has taken in that has `vector` now and has refused these.
  /// A writer's run is taken in as a whole or not at all.
  fileprivate func count(takenInBy vector: VersionVector, _ refused: [SyncError]) -> Int {
    if refused.isEmpty { return messages.count }
    let writers = Set(refused.compactMap(\.dot?.replica))
    return messages.count { message in
      guard let dot = Dot(ofMessage: message) else { return false }
      return vector.contains(dot) && !writers.contains(dot.replica)
    }
  }
}
