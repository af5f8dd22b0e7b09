package import Daybook
public import DaybookSync
public import Foundation
internal import Synchronization

/// A device that is always on and passes on what members of spaces write.
///
/// It answers calls, whatever carries them. It needs to know nothing of a space before: the first
/// member brings the space along. It reads no payload but those of statements about the space, from
/// which it computes the members. It is enrolled as a reader, so who steals it can write nothing.
public final class Hub: Sendable {
  /// What its owner calls it.
  public let name: String
  /// What it takes.
  public let limits: HubLimits

  /// Its own certificate, DER; empty where an authority vouches for it.
  public let certificate: [UInt8]

  private let identity: HubIdentity
  private let spaces: HubSpaces
  private let sessions: HubSessions
  private let mail: HubMail
  private let now: @Sendable () -> Date
  private let waits = Atomic(0)

  /// How long a call waits for news.
  private static let patience = Duration.seconds(50)

  /// A hub that keeps its spaces in a directory, which is made when it is missing.
  ///
  /// - Parameters:
  ///   - certificate: its own, DER, so that devices get it whole that know its fingerprint.
  ///   - watch: told of a space when members have brought it, or there are more or fewer of them.
  /// - Throws: `SyncError.key` for files there that are none of a hub, or its key was readable by
  ///   others; `unwritable`.
  public convenience init(
    at directory: String, name: String, limits: HubLimits = HubLimits(),
    certificate: [UInt8] = [], watch: @escaping @Sendable (HubStatus) -> Void = { _ in },
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws {
    var stores = StoreOptions()
    stores.now = now
    try self.init(
      at: directory, name: name, limits: limits, certificate: certificate, watch: watch,
      stores: stores)
  }

  /// - Parameter stores: how the stores of spaces are opened; their clock is the hub's.
  package init(
    at directory: String, name: String, limits: HubLimits = HubLimits(),
    certificate: [UInt8] = [], watch: @escaping @Sendable (HubStatus) -> Void = { _ in },
    stores: StoreOptions
  ) throws {
    self.certificate = certificate
    self.name = name
    self.limits = limits
    now = stores.now
    identity = try HubIdentity(at: directory)
    spaces = HubSpaces(at: directory, identity, limits, watch: watch, stores: stores)
    sessions = HubSessions(limits)
    mail = HubMail(at: directory + "/mail", limits)
  }

  /// With it an owner enrols the hub, as a reader.
  public var request: EnrolmentRequest {
    Replication.request(of: identity.key, replica: identity.replica)
  }

  /// What members need to know of it.
  ///
  /// - Parameters:
  ///   - addresses: where it answers, as `https://192.168.1.7:4711`.
  ///   - fingerprint: the SHA-256 of its certificate; nil where an authority vouches for it.
  public func text(at addresses: [String], fingerprint: [UInt8]? = nil) -> HubText {
    HubText(
      addresses: addresses, fingerprint: fingerprint, key: identity.key.publicKey,
      secret: identity.secret)
  }

  /// How many spaces and sessions are open.
  public var counts: (spaces: Int, sessions: Int) { (spaces.openCount, sessions.count) }

  /// The store of a space; nil when the hub has none of that name.
  package func store(of space: UUID) throws -> EventStore? { try spaces.existing(space)?.store }

  /// Closes the stores of all spaces that no call uses.
  public func close() { spaces.close() }

  // MARK: Calls

  /// What is wrong with a call before its body has come: nil when nothing is. So nobody without a
  /// session can make the hub hold more than a few bytes.
  public func refusal(of call: HubCall, bodyLength: Int?) -> HubAnswer? {
    let longest = longestBody(of: call.name)
    if let bodyLength, bodyLength > longest {
      return HubRefusal.answer(to: HubRefusal.tooLong(longest))
    }
    if call.isForStrangers { return nil }
    guard let space = call.space, sessions.isOpen(call.session, of: space, at: now()) else {
      return HubRefusal.answer(to: HubRefusal.noSession)
    }
    return nil
  }

  /// The most bytes that the body of a call may have.
  public func longestBody(of name: HubCall.Name) -> Int {
    switch name {
    case .terms: 0
    case .session, .letter, .letters, .box: 4_096
    default: limits.longestBody
    }
  }

  /// Answers a call. What is wrong with the call is in the answer, too.
  public func answer(_ call: HubCall) async -> HubAnswer {
    do {
      let longest = longestBody(of: call.name)
      if call.body.count > longest { throw HubRefusal.tooLong(longest) }
      return HubAnswer(body: try await carryOut(call))
    } catch {
      // A store whose disk has failed writes nothing more until it is opened anew.
      if error is StoreError, let space = call.space { spaces.close(space) }
      return HubRefusal.answer(to: error)
    }
  }

  private func carryOut(_ call: HubCall) async throws -> [UInt8] {
    if call.name == .terms { return terms.bytes }
    guard let id = call.space else { throw HubRefusal.unknown }
    if call.name == .letter || call.name == .letters { return try letters(call, id) }
    if call.name == .session { return try open(id, SessionRequest(bytes: call.body)).bytes }
    let session: HubSessions.Session
    switch sessions.use(call.session, of: id, at: now()) {
    case .good(let found): session = found
    case .unknown: throw HubRefusal.noSession
    case .tooFast: throw HubRefusal.tooFast
    }
    guard let space = try spaces.existing(id) else { throw HubRefusal.noSession }
    let isOwner = try check(session, in: space)
    return try await carryOut(call, session, isOwner, in: space)
  }

  private var terms: HubTerms {
    let now = now()
    var terms = HubTerms(
      name: name, key: identity.key.publicKey, time: now, nonce: sessions.nonce(at: now),
      longestBody: limits.longestBody, largestSpace: limits.largestSpace,
      callsPerSecond: limits.callsPerSecond)
    terms.certificate = certificate
    return terms
  }

  private func carryOut(
    _ call: HubCall, _ session: HubSessions.Session, _ isOwner: Bool, in space: HubSpace
  ) async throws -> [UInt8] {
    switch call.name {
    case .terms, .session, .letter, .letters: return []
    case .box:
      if !isOwner { throw SyncError(.notPermitted, "owners alone invite") }
      try mail.open(try BoxLetter(bytes: call.body).box, of: space.id, at: now())
      return []
    case .hello:
      let hello = try Hello(bytes: call.body)
      guard hello.space == space.id else { throw HubRefusal.unknown }
      return GreetingAnswer(try space.answer(hello)).bytes
    case .said:
      let hello = try Hello(bytes: call.body)
      guard hello.space == space.id, hello.replica == session.replica,
        hello.isSigned(by: session.publicKey)
      else { throw SyncError(.badSignature, "the greeting is not signed by whom it names") }
      try space.keep(hello)
      return []
    case .pull:
      let request = try PullRequest(bytes: call.body)
      return try await space.page(lackedBy: request.vector, limit: request.limit).bytes
    case .push:
      try checkRoom(space)
      return try await space.absorb(SyncPage(bytes: call.body)).bytes
    case .changed: return try await wait(VersionVector(bytes: call.body), in: space).bytes
    case .snapshots: return SpaceManifests(try space.snapshots()).bytes
    case .chunk:
      let chunk = try ChunkRequest(bytes: call.body)
      return try space.chunk(chunk.single, of: chunk.frontier)
    case .offer:
      let manifest = try SpaceManifest(bytes: call.body)
      guard manifest.space == space.id else { throw HubRefusal.unknown }
      let lacking = try await space.offer(manifest)
      return ChunkRequest(frontier: manifest.frontier, hashes: lacking).bytes
    case .put:
      // Others could fill the disk with what no snapshot names.
      if !isOwner { throw SyncError(.notPermitted, "snapshots are kept of owners alone") }
      try checkRoom(space)
      try space.put(ChunkRequest(bytes: call.body))
      return []
    }
  }

  private func wait(
    _ known: VersionVector, in space: HubSpace
  ) async throws -> VersionVector {
    let count = waits.add(1, ordering: .relaxed).newValue
    defer { waits.subtract(1, ordering: .relaxed) }
    if count > limits.waits { throw HubRefusal.tooFast }
    return try await space.vector(beyond: known, within: Self.patience)
  }

  private func checkRoom(_ space: HubSpace) throws {
    guard spaces.size(of: space.id) < limits.largestSpace else { throw HubRefusal.full }
  }

  // MARK: Letters

  /// A box that is not there, and one of a space that is not, are the same to strangers.
  private func letters(_ call: HubCall, _ space: UUID) throws -> [UInt8] {
    let letter = try BoxLetter(bytes: call.body)
    if call.name == .letter {
      try mail.put(letter, of: space, at: now())
      return []
    }
    return try mail.letters(in: letter.box, of: space, at: now()).bytes
  }

  // MARK: Sessions

  private func open(_ id: UUID, _ request: SessionRequest) throws -> SessionReply {
    let now = now()
    let hub = identity.key.publicKey
    guard sessions.isGood(request.nonce, at: now) else { throw HubRefusal.staleNonce }
    let opening = request.knows(identity.secret, of: hub, id) ? request.opening : nil
    // A stranger's signature is looked at before anything is looked up or made.
    if let opening, !request.isSigned(by: opening.publicKey, for: hub, id) {
      throw HubRefusal.unknown
    }
    let space: HubSpace
    if let known = try spaces.existing(id) {
      space = known
    } else if let opening, !opening.founderKey.isEmpty {
      space = try spaces.making(id, founder: (opening.founder, opening.founderKey))
    } else {
      throw HubRefusal.unknown
    }
    let key: [UInt8]
    switch try space.standing(of: request.replica) {
    case .stranger: throw HubRefusal.unknown
    case .member(let member, let isRevoked, _):
      guard request.isSigned(by: member, for: hub, id) else { throw HubRefusal.unknown }
      if isRevoked { throw HubRefusal.revoked }
      key = member
    case .open(let founder):
      if let opening {
        key = opening.publicKey
      } else if let founder, founder.replica == request.replica,
        request.isSigned(by: founder.key, for: hub, id)
      {
        key = founder.key
      } else {
        throw HubRefusal.unknown
      }
    }
    return sessions.open(id, request.replica, key: key, isOpening: opening != nil, at: now)
  }

  /// Checks at every call whether the device is a member yet. Returns whether it is an owner.
  private func check(_ session: HubSessions.Session, in space: HubSpace) throws -> Bool {
    switch try space.standing(of: session.replica) {
    case .open(let founder):
      // The space begins with what whoever brought it pushes now.
      return session.isOpening || founder?.replica == session.replica
    case .stranger: throw HubRefusal.noSession
    case .member(let key, let isRevoked, let isOwner):
      guard key == session.publicKey else { throw HubRefusal.noSession }
      if isRevoked {
        sessions.end(session.replica, in: space.id)
        throw HubRefusal.revoked
      }
      return isOwner
    }
  }
}
