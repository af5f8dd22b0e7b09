internal import Daybook
public import DaybookSync
internal import Foundation

extension Hub {
  /// How long a call waits for news.
  private static let patience = Duration.seconds(50)
  /// The most bytes of what a device says to have: some of each of 20,000 members.
  private static let longestGreeting = 1 << 20

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
    case .session, .letter, .letters, .box, .close, .files, .piece, .chunk, .snapshots: 4_096
    case .hello, .said, .pull, .changed: min(limits.longestBody, Self.longestGreeting)
    case .push, .offer, .put, .add: limits.longestBody
    }
  }

  /// Answers a call. The answer also says what is wrong with the call.
  public func answer(_ call: HubCall) async -> HubAnswer {
    do {
      let longest = longestBody(of: call.name)
      if call.body.count > longest { throw HubRefusal.tooLong(longest) }
      let body = try await carryOut(call)
      noteAnswer(to: call)
      return HubAnswer(body: body)
    } catch {
      // A store whose disk has failed writes nothing more until it is opened anew.
      if error is StoreError, let space = call.space { spaces.close(space) }
      tell(error, of: call)
      return HubRefusal.answer(to: error, isFull: spaces.isDiskFull)
    }
  }

  private func carryOut(_ call: HubCall) async throws -> [UInt8] {
    if call.isForStrangers, !strangers.use(call.origin, at: now()) { throw HubRefusal.tooFast }
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
    let role = try check(session, in: space)
    return try await carryOut(call, session, role, in: space)
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
    _ call: HubCall, _ session: HubSessions.Session, _ role: SpaceRole, in space: HubSpace
  ) async throws -> [UInt8] {
    switch call.name {
    case .terms, .session, .letter, .letters: return []
    case .box, .close:
      try ofBox(call, session, role, in: space)
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
      try checkRoom(space, for: call.body.count)
      try space.believe(session.opening)
      return try await space.absorb(SyncPage(bytes: call.body)).bytes
    case .changed:
      let known = try VersionVector(bytes: call.body)
      try waits.begin(session.replica, in: space.id)
      defer { waits.end(session.replica, in: space.id) }
      let vector = try await space.vector(beyond: known, within: Self.patience)
      // It may have been revoked meanwhile.
      _ = try check(session, in: space)
      return vector.bytes
    case .snapshots, .chunk, .offer, .put:
      return try await ofSnapshot(call, session, role, in: space)
    case .files, .piece, .add: return try await ofFile(call, session, role, in: space)
    }
  }

  private func ofSnapshot(
    _ call: HubCall, _ session: HubSessions.Session, _ role: SpaceRole, in space: HubSpace
  ) async throws -> [UInt8] {
    switch call.name {
    case .chunk:
      let chunk = try ChunkRequest(bytes: call.body)
      return try space.chunk(chunk.single, of: chunk.frontier)
    case .offer:
      let manifest = try SpaceManifest(bytes: call.body)
      guard manifest.space == space.id else { throw HubRefusal.unknown }
      try space.believe(session.opening)
      let lacking = try await space.offer(manifest)
      return ChunkRequest(frontier: manifest.frontier, hashes: lacking).bytes
    case .put:
      // Others could fill the disk with what no snapshot names.
      guard role == .owner else {
        throw SyncError(.notPermitted, "snapshots are kept of owners alone")
      }
      try checkRoom(space, for: call.body.count)
      try space.put(ChunkRequest(bytes: call.body))
      return []
    default: return SpaceManifests(try space.snapshots()).bytes
    }
  }

  private func ofFile(
    _ call: HubCall, _ session: HubSessions.Session, _ role: SpaceRole, in space: HubSpace
  ) async throws -> [UInt8] {
    switch call.name {
    case .piece: return try await space.files.piece(FilePiece(bytes: call.body))
    case .add:
      if role == .reader { throw SyncError(.notPermitted, "a reader adds no attachments") }
      let piece = try FilePiece(bytes: call.body)
      try checkRoom(space, for: piece, from: session.replica)
      return try await space.files.add(piece, from: session.replica).bytes
    default: return try space.files.since(FileList(bytes: call.body)).bytes
    }
  }

  private func checkRoom(_ space: HubSpace, for bytes: Int) throws {
    guard space.size.bytes() + bytes <= limits.largestSpace else { throw HubRefusal.full }
  }

  /// Makes sure that all of a file has room, before a part lies here in vain. Forgets the parts of
  /// a file that has none.
  private func checkRoom(
    _ space: HubSpace, for piece: FilePiece, from replica: ReplicaID
  ) throws {
    let length = piece.file.length
    let come = max(piece.place, space.files.count(of: piece.file, from: replica))
    let rest = length - min(come, length)
    // At its end both what came and the file are there.
    let left = (space.size.room ?? Int.max) - limits.leftFree
    if left >= rest + length, space.size.bytes() + rest <= limits.largestSpace { return }
    space.files.forget(piece.file, from: replica)
    throw HubRefusal.noRoom(for: piece.file)
  }

  // MARK: Letters

  /// Opens a box, closes one, or closes all.
  private func ofBox(
    _ call: HubCall, _ session: HubSessions.Session, _ role: SpaceRole, in space: HubSpace
  ) throws {
    guard role == .owner else {
      throw SyncError(.notPermitted, "owners alone invite, and close links")
    }
    // Otherwise anybody with the hub's text could use up the links of a space that is not here yet.
    if case .open = try space.standing(of: session.replica) {
      throw SyncError(
        .notPermitted, "the hub has nothing of the space yet; exchange with it, then invite")
    }
    if call.name == .close, call.body.isEmpty { return try mail.closeAll(of: space.id) }
    let box = try BoxLetter(bytes: call.body).box
    if call.name == .close {
      try mail.close(box, of: space.id, at: now())
    } else {
      try mail.open(box, of: space.id, at: now())
    }
  }

  /// A box that is not there, and one of a space that is not, are the same to strangers.
  private func letters(_ call: HubCall, _ space: UUID) throws -> [UInt8] {
    let letter = try BoxLetter(bytes: call.body)
    // Otherwise a device that waits would be told that the link was closed.
    try spaces.requirePlace()
    if call.name == .letter {
      try mail.put(letter, of: space, at: now())
      return []
    }
    return try mail.letters(in: letter.box, of: space, at: now()).bytes
  }
}
