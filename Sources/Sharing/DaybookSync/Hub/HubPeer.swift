public import Daybook
internal import Synchronization

/// A hub, which is always on and passes on what members write.
///
/// ```swift
/// let hub = HubPeer(try HubText(text), for: replication, over: transport)
/// try await replication.follow(hub)
/// ```
/// The device proves to be a member with the key that it has. The session that it gets ends after
/// an hour, or when the member is revoked; the peer opens a new one by itself.
public final class HubPeer: SyncPeer {
  public let name: String
  /// Where the hub is, and how it is recognised.
  public let hub: HubText

  let store: EventStore
  private let key: ReplicaKey
  let transport: any HubTransport
  private let session = Mutex<Session?>(nil)
  /// The files of attachments that the hub has told of.
  let knownFiles = Mutex(KnownFiles())

  private struct Session {
    /// Whose calls its are: the store may write as another replica since.
    let replica: ReplicaID
    let token: String
  }

  /// How long an answer is waited for.
  static var patience: Duration { .seconds(30) }
  /// How long a hub waits for news, and some more.
  private static var longestWait: Duration { .seconds(75) }

  /// A hub.
  ///
  /// - Parameters:
  ///   - replication: the store that exchanges with it.
  ///   - transport: carries the calls, such as `Hub` in the same process.
  ///   - name: a stable name under which the store remembers the hub, different for each peer; by
  ///     default made of the hub's key.
  public convenience init(
    _ hub: HubText, for replication: Replication, over transport: any HubTransport,
    name: String? = nil
  ) {
    self.init(hub, replication.store, replication.key, over: transport, name: name)
  }

  /// A hub for a store whose `Replication` needs the hub first, because it was restored.
  package init(
    _ hub: HubText, _ store: EventStore, _ key: ReplicaKey, over transport: any HubTransport,
    name: String? = nil
  ) {
    self.hub = hub
    (self.store, self.key) = (store, key)
    self.transport = transport
    self.name = name ?? Self.name(of: hub)
  }

  /// The name under which a store remembers a hub unless another one is told.
  package static func name(of hub: HubText) -> String {
    "hub-" + hub.key.prefix(4).hexadecimal
  }

  public var keepsSnapshots: Bool { true }

  /// Who the hub says to be, and what it takes.
  ///
  /// - Throws: `SyncError.peer` when it cannot be reached, or is another one than its text names.
  public func terms() async throws -> HubTerms { try await Self.terms(of: hub, over: transport) }

  static func terms(of hub: HubText, over transport: any HubTransport) async throws -> HubTerms {
    let answer = try await transport.send(HubCall(.terms), patience: patience)
    let terms = try HubTerms(bytes: try body(of: answer))
    guard terms.key == hub.key else {
      throw SyncError(
        .peer, "another hub answers there than the one that the text names; ask for its new text")
    }
    return terms
  }

  /// - Throws: `SyncError.revokedHub` for a hub that was revoked, which gets nothing from here;
  ///   `revoked` when this device was, and the hub knows of it.
  public func hello(_ hello: Hello) async throws -> Hello {
    try checkMembership()
    return try GreetingAnswer(bytes: try await ask(.hello, hello.bytes)).hello
  }

  public func pull(_ vector: VersionVector, limit: PageLimit) async throws -> SyncPage {
    try SyncPage(bytes: try await ask(.pull, PullRequest(vector, limit: limit).bytes))
  }

  public func push(_ page: SyncPage) async throws -> PushReply {
    try PushReply(bytes: try await ask(.push, page.bytes))
  }

  public func acknowledge(_ hello: Hello) async throws {
    _ = try await ask(.said, hello.bytes)
  }

  /// Tells the hub that this store has nothing of its own after `dot`: the hub keeps what a device
  /// has said, and others would wait for ever for what is written again as another replica.
  public func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {
    let (own, publicKey, held) = try store.read { reader in
      (
        try reader.replica(), try reader.space()?.members[dot.replica]?.key,
        try reader.versionVector()
      )
    }
    guard own == dot.replica, publicKey == key.publicKey else { return }
    var left = held
    left[own] = dot.sequence
    let hello = Hello(space: store.space, replica: own, vector: left, time: store.now())
    try await acknowledge(hello.signed(by: key))
  }

  public func changed(beyond vector: VersionVector) async throws {
    while true {
      let answer = try await ask(.changed, vector.bytes, patience: Self.longestWait)
      if try !vector.covers(VersionVector(bytes: answer)) { return }
      // A hub that answers at once would be asked without a pause.
      try Task.checkCancellation()
    }
  }

  // MARK: Snapshots

  public func snapshots() async throws -> [SpaceManifest] {
    try SpaceManifests(bytes: try await ask(.snapshots, [])).manifests
  }

  public func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    try await ask(.chunk, ChunkRequest(frontier: manifest.frontier, hashes: [hash]).bytes)
  }

  public func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    let manifest = snapshot.manifest
    func offer() async throws -> [[UInt8]] {
      try ChunkRequest(bytes: try await ask(.offer, manifest.bytes)).hashes
    }
    for hash in try await offer() {
      let content = try snapshot.chunk(hash)
      let chunk = ChunkRequest(frontier: manifest.frontier, hashes: [hash], content: content)
      _ = try await ask(.put, chunk.bytes)
    }
    if try await !offer().isEmpty {
      throw SyncError(.peer, "\(name) does not keep the snapshot; exchange again later")
    }
    return PushReply(
      vector: try await hello(
        Hello(space: store.space, replica: nil, vector: VersionVector())
      ).vector, refused: [])
  }

  /// Throws when an owner has revoked the hub, as one that was stolen.
  private func checkMembership() throws {
    let known = try store.read { [hub] reader in
      try reader.space()?.members.values.filter { $0.key == hub.key } ?? []
    }
    guard !known.isEmpty, known.allSatisfy(\.isRevoked) else { return }
    throw SyncError.ofRevokedHub
  }

  // MARK: Calls

  /// - Parameter tries: how often the call is made when the hub takes no more for a moment.
  func ask(
    _ name: HubCall.Name, _ body: [UInt8], patience: Duration = HubPeer.patience, tries: Int = 1
  ) async throws -> [UInt8] {
    var call = HubCall(name, space: store.space, body: body)
    let own = try store.read { try $0.replica() }
    let known = session.withLock { $0?.replica == own ? $0?.token : nil }
    call.session = if let known { known } else { try await openSession() }
    var answer = try await transport.send(call, patience: patience)
    // The hub was started anew, or the hour is over.
    if answer.status == 401, known != nil {
      call.session = try await openSession()
      answer = try await transport.send(call, patience: patience)
    }
    for _ in 1..<tries {
      guard answer.status == 429, let pause = answer.retryAfter else { break }
      try await Task.sleep(for: .seconds(min(max(pause, 1), 30)))
      answer = try await transport.send(call, patience: patience)
    }
    return try Self.body(of: answer)
  }

  private func openSession() async throws -> String {
    var (request, answer) = try await requestSession()
    // A signature is good once, and a transport may have called twice.
    if answer.status == 401 { (request, answer) = try await requestSession() }
    let reply = try SessionReply(bytes: try Self.body(of: answer))
    session.withLock { [request] in
      $0 = Session(replica: request.replica, token: reply.token)
    }
    return reply.token
  }

  private func requestSession() async throws -> (SessionRequest, HubAnswer) {
    let terms = try await terms()
    let request = try SessionRequest(of: store, key, to: hub, nonce: terms.nonce)
    let call = HubCall(.session, space: store.space, body: request.bytes)
    return (request, try await transport.send(call, patience: Self.patience))
  }

  static func body(of answer: HubAnswer) throws -> [UInt8] {
    if answer.status == 200 { return answer.body }
    guard let error = try? SyncError(bytes: answer.body) else {
      throw SyncError(.peer, "the hub answered \(answer.status)")
    }
    // Codes that an exchange acts on mean the same here; the key is this device's own affair.
    throw error.isOfKey ? SyncError(.peer, error.message) : error
  }
}
