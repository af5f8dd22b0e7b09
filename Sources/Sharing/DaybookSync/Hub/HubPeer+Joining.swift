public import Daybook
internal import Foundation

extension HubPeer {
  /// Makes a link with which one device can ask to join, within a day.
  ///
  /// - Throws: `SyncError.notPermitted` unless this store is an owner's; `peer`.
  public func invite() async throws -> JoinLink {
    let link = JoinLink(to: store.space, by: hub)
    _ = try await ask(.box, BoxLetter(in: link.box).bytes)
    return link
  }

  /// Closes a link: nobody can ask with it any more. A device that waits for an answer hears so
  /// with its next question, as `SyncError.text`. A device that was let in stays a member.
  ///
  /// - Throws: `SyncError.notPermitted` unless this store is an owner's, and where an owner has let
  ///   the device in already; `text` for a link that is not open; `peer`.
  public func close(_ link: JoinLink) async throws {
    _ = try await ask(.close, BoxLetter(in: link.box).bytes)
  }

  /// Closes all links to the space that are open at the hub and not answered, whichever owner made
  /// them.
  ///
  /// - Throws: `SyncError.notPermitted` unless this store is an owner's; `peer`.
  public func closeLinks() async throws { _ = try await ask(.close, []) }

  /// What a device has asked with a link; nil as long as none has.
  ///
  /// - Throws: `SyncError.text` when the link's day is over; `badSignature` for a forged request;
  ///   `peer`.
  public func request(with link: JoinLink) async throws -> JoinRequest? {
    let letters = try await Self.letters(of: link, over: transport)
    return try link.content(of: letters, .request).map { try JoinRequest(bytes: $0) }
  }

  /// Lets the device in that has asked: enrols it, exchanges, and answers with the invitation.
  ///
  /// Show the request's digits first, and ask whether the device shows the same; if not, call
  /// ``close(_:)`` instead, or it waits until the link's day is over. After a failure, call it
  /// again.
  ///
  /// - Throws: as `Replication.enrol`; `SyncError.notPermitted` when another owner has let it in;
  ///   the reason why the hub refuses what this store wrote, such as `clockAhead`: the device is
  ///   told nothing then; `text` when the link was closed before the device heard that it is a
  ///   member, which it stays until it is revoked; `peer`.
  public func admit(
    _ request: JoinRequest, with link: JoinLink, by replication: Replication,
    as role: SpaceRole = .writer, member: String
  ) async throws {
    let members = try replication.space().members
    do {
      if try await isAnswered(link, by: replication) { return }
    } catch let error as SyncError where error.code == .text {
      throw members[request.request.replica].map { Self.isClosed(before: $0.member) } ?? error
    }
    let invitation =
      try members[request.request.replica] == nil
      ? await replication.enrol(request.request, as: role, member: member)
      : replication.invitation(of: request.request.replica)
    // The hub has to know the member before that one calls.
    try await bring(replication)
    do {
      try await Self.put(link.letter(.answer, Array("\(invitation)".utf8)), link, transport)
    } catch let error as SyncError where error.code == .text {
      throw Self.isClosed(before: members[request.request.replica]?.member ?? member)
    }
  }

  /// Of a link in which a member could not be told that it is one.
  private static func isClosed(before member: String) -> SyncError {
    SyncError(
      .text,
      "\(member) is a member now, and the device has not heard of it, because the link was closed or is older than a day: revoke it, or let it in by another link"
    )
  }

  /// Exchanges, so that the hub has all that this store says of the members.
  ///
  /// - Throws: the failure that ended the exchange; the reason why the hub refused what this store
  ///   wrote.
  package func bring(_ replication: Replication) async throws {
    let report = try await replication.exchange(with: self)
    if let failure = report.failure ?? report.unsent { throw failure }
    let own = try replication.replica()
    let refusal = report.refusedByPeer.first { $0.dot == nil || $0.dot?.replica == own }
    guard let refusal else { return }
    if refusal.code == .clockAhead { throw Self.isBehind(refusal.dot) }
    throw SyncError(
      refusal.code, "the hub refused what this store wrote: \(refusal.message)", dot: refusal.dot)
  }

  /// Of a hub that takes this device's times for impossible, although they are right by its clock.
  private static func isBehind(_ dot: Dot?) -> SyncError {
    SyncError(
      .clockAhead,
      "the hub’s clock is more than a day behind this device’s, so it refused what this store wrote: set the clock that is wrong, and try again",
      dot: dot)
  }

  /// Whether this owner has answered already.
  ///
  /// - Throws: `SyncError.notPermitted` when another one has.
  private func isAnswered(_ link: JoinLink, by replication: Replication) async throws -> Bool {
    let letters = try await Self.letters(of: link, over: transport)
    guard let answer = try link.content(of: letters, .answer) else { return false }
    let invitation = try Invitation(String(decoding: answer, as: UTF8.self))
    if try invitation.inviter == replication.replica() { return true }
    throw SyncError(
      .notPermitted, "another owner has let this device in already; exchange to know it")
  }

  /// Asks to join with a link. The device shows the digits of its request meanwhile.
  ///
  /// - Parameters:
  ///   - key: the key of this device for the new store.
  ///   - device: what its owner calls the device: 1 to 200 bytes on one line, not blanks alone.
  /// - Returns: the request, which is the same each time.
  /// - Throws: `SyncError.text` when the link was used, or its day is over, and for a name that is
  ///   none; `peer`.
  public static func ask(
    with link: JoinLink, key: ReplicaKey, device: String, over transport: any HubTransport
  ) async throws -> JoinRequest {
    try SharedName.check(device, "the name of a device")
    let letters = try await letters(of: link, over: transport)
    if let asked = try link.content(of: letters, .request) {
      let request = try JoinRequest(bytes: asked)
      if request.request.publicKey == key.publicKey { return request }
      throw SyncError(.text, "another device has used the link; ask who sent it for another one")
    }
    let request = JoinRequest(
      device: device, request: try Replication.repeatableRequest(of: key))
    try await put(link.letter(.request, request.bytes), link, transport)
    return request
  }

  /// The invitation that the owner has answered with; nil as long as there is none.
  ///
  /// - Throws: `SyncError.text` when the link was closed, because the owner does not let this
  ///   device in, or its day is over; `badSignature` for a forged answer; `peer`.
  public static func invitation(
    with link: JoinLink, over transport: any HubTransport
  ) async throws -> Invitation? {
    let letters = try await letters(of: link, over: transport)
    return try link.content(of: letters, .answer).map {
      try Invitation(String(decoding: $0, as: UTF8.self))
    }
  }

  // MARK: Letters

  private static func put(
    _ letter: BoxLetter, _ link: JoinLink, _ transport: any HubTransport
  ) async throws {
    let call = HubCall(.letter, space: link.space, body: letter.bytes)
    _ = try await content(of: call, link, transport)
  }

  private static func letters(
    of link: JoinLink, over transport: any HubTransport
  ) async throws -> BoxLetters {
    let call = HubCall(.letters, space: link.space, body: BoxLetter(in: link.box).bytes)
    return try BoxLetters(bytes: try await content(of: call, link, transport))
  }

  /// - Throws: `SyncError.peer` when a refusal is another hub's, which knows no such link.
  private static func content(
    of call: HubCall, _ link: JoinLink, _ transport: any HubTransport
  ) async throws -> [UInt8] {
    let answer = try await transport.send(call, patience: patience)
    if answer.status != 200 { _ = try await terms(of: link.hub, over: transport) }
    return try body(of: answer)
  }
}
