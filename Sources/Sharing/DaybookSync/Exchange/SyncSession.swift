package import Daybook

/// What an exchange with one peer does next: a machine without clock, task or randomness.
///
/// Whoever drives it does what it says and tells it what came of that. First both tell what they
/// have; then this side gets what it lacks, page by page; then the peer does. Whichever side
/// lacks what the other has purged begins with a snapshot. When the peer has something else under
/// this side's names, or takes its times for impossible, this side writes its own tail again, and
/// the exchange begins anew.
package struct SyncSession: Sendable {
  /// What came of the last effect.
  package enum Input: Sendable {
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
    /// What the peer has was noted, and it was told what there is, unless that failed. So many
    /// transactions were written again, by who had written in another's name.
    case noted(rewritten: Int, SyncError? = nil)
    /// The last effect failed.
    case failed(SyncError)
  }

  /// What is to be done.
  package enum Effect: Sendable {
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
    case note(VersionVector, Doubt)
    /// It has ended.
    case finish(ExchangeReport)
  }

  /// What is not certain of a peer when an exchange ends.
  package struct Doubt: OptionSet, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Whether there is such a peer: it failed, and no store has answered.
    package static let isThere = Self(rawValue: 1)
    /// Whether it has the last page that was sent: no answer came.
    package static let hasPage = Self(rawValue: 2)
  }

  /// After so many pages in a row that brought nothing, this side asks for no more.
  private static let mostRefusedPages = 64

  private enum Remedy: Hashable { case bootstrap, pushSnapshot }

  private var own: Hello?
  /// What this side has now.
  private var vector = VersionVector()
  private var peer: VersionVector?
  /// How many transactions of this side the peer was said to have at most.
  private var peerHeld: UInt64 = 0
  private var page: SyncPage?
  private var report = ExchangeReport()
  /// What to do if the last effect fails because something was purged.
  private var remedy: Remedy?
  /// Whether the last effect was to begin with the peer's snapshot.
  private var isBeginning = false
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
  /// Whether a page was sent, and no answer came.
  private var isUnanswered = false
  private var isNoting = false
  private var hasEnded = false
  /// Whether a store has answered, and not a place where there may be none.
  private var isStore = false

  /// An exchange that has not begun.
  package init() {}

  /// What is to be done next, in this order.
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
      self.page = page
      isUnanswered = true
      return [.push(page)]
    case .pushed(let reply): return pushed(reply)
    case .bootstrapped(let vector):
      report.hasBootstrapped = true
      self.vector = vector
      return pull(vector)
    case .rewritten(let count, let hello, let error): return rewritten(count, hello, error)
    case .noted: return finish()
    case .failed(let error):
      if error.code == .needsSnapshot, let remedy, remedies.remove(remedy) != nil {
        isBeginning = remedy == .bootstrap
        return [remedy == .bootstrap ? .bootstrap : .pushSnapshot]
      }
      report.failure = error
      // What the peer has cannot be had: it may still get what is here.
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
    isUnanswered = false
    report.sent += page?.messages.count ?? 0
    // What it says of others is no answer to this page.
    let writers = Set(page?.heads.map(\.dot.replica) ?? [])
    let refused = reply.refused.filter { $0.dot.map { writers.contains($0.replica) } ?? true }
    report.refusedByPeer += refused.filter { !report.refusedByPeer.contains($0) }
    noteTail(in: refused, [.badChain, .forkedReplica, .clockAhead])
    // Only more of what is here gets the exchange on: anything else it could say for ever.
    let held = vector.common(with: reply.vector).count
    let moves = held > peerHeld
    (peer, peerHeld) = (reply.vector, max(held, peerHeld))
    // After a snapshot comes what it does not hold.
    let isNew = refusedByPeer.add(refused, after: moves)
    if page == nil || page?.hasMore == true, moves || isNew {
      return make(lackedBy: refusedByPeer.passingOver(in: reply.vector))
    }
    return refusedByPeer.isWorthAnother ? make() : finish()
  }

  private mutating func finish() -> [Effect] {
    if report.failure == nil, let effects = rewrite() { return effects }
    guard var peer else { return end() }
    // What it has under this side's names is something else.
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
