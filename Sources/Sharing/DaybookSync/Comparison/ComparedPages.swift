internal import Daybook

/// A shared folder or a hub to compare: the pages that are there.
struct ComparedPages: ComparedSide {
  let space: UUID
  let vector: VersionVector
  var isShared: Bool { true }
  var standing: StoreStanding? { nil }
  func viewsWithOtherRows() -> [String] { [] }
  private(set) var forks: [Dot] = []
  /// The heads of each writer, the oldest first.
  private var heads: [ReplicaID: [SignedHead]] = [:]
  private var messages: [Dot: [UInt8]] = [:]

  /// The content of a folder's sound files.
  init(_ folder: FolderPeer, for store: EventStore) async throws {
    try await self.init(asking: folder, for: store)
    for segment in try await folder.segments() {
      add(segment.page, segment.page.messages.map { try? LogMessage($0).dot })
    }
    try settle()
  }

  /// All that a hub gives; what it has not got itself, because it began with a snapshot, it leaves
  /// out.
  init(_ hub: HubPeer, for store: EventStore) async throws {
    try await self.init(asking: hub, for: store)
    var known = VersionVector()
    var page: SyncPage
    do {
      page = try await Self.page(of: hub, beyond: known)
    } catch let error as SyncError where error.code == .needsSnapshot {
      known = try store.read { try $0.space()?.frontiers.last?.vector } ?? known
      page = try await Self.page(of: hub, beyond: known)
    }
    while true {
      let dots = try page.messages.map { try LogMessage($0).dot }
      add(page, dots)
      let before = known
      for dot in dots { known[dot.replica] = max(known[dot.replica], dot.sequence) }
      // A hub that says to have more, and gives none, would be asked for ever.
      guard page.hasMore, known != before else { break }
      page = try await Self.page(of: hub, beyond: known)
    }
    try settle()
  }

  /// Waits when the hub takes no more calls for a moment: nothing else slows the questions down.
  private static func page(of hub: HubPeer, beyond known: VersionVector) async throws -> SyncPage {
    let request = PullRequest(known, limit: .standard)
    return try SyncPage(bytes: try await hub.ask(.pull, request.bytes, tries: 10))
  }

  /// Asks what is there.
  private init(asking peer: some SyncPeer, for store: EventStore) async throws {
    space = store.space
    vector = try await peer.hello(
      Hello(
        space: space, replica: store.read { try $0.replica() }, vector: VersionVector(),
        time: nil, heads: [], signers: Signers(store))
    ).vector
  }

  /// Takes in a page whose messages have these dots; nil for those that cannot be read, which it
  /// leaves out.
  private mutating func add(_ page: SyncPage, _ dots: [Dot?]) {
    for head in page.heads { heads[head.dot.replica, default: []].append(head) }
    for case (let message, let dot?) in zip(page.messages, dots) where messages[dot] == nil {
      // Of two messages with one dot the first; then a head does not fit, and shows the fork.
      messages[dot] = message
    }
  }

  private mutating func settle() throws {
    heads = heads.mapValues { $0.sorted { $0.dot.sequence < $1.dot.sequence } }
    forks = try heads.keys.sorted().compactMap { try firstContradiction(of: $0) }
  }

  /// The first head of a writer that the transactions before it do not lead to.
  private func firstContradiction(of replica: ReplicaID) throws -> Dot? {
    for head in heads[replica] ?? [] {
      guard let message = messages[head.dot], let before = head.dot.sequence.predecessor else {
        continue
      }
      var chain = try run(of: replica, through: before, in: space).chain
      guard chain.sequence == before else { continue }
      try chain.add(message)
      if chain.hash != head.chain { return head.dot }
    }
    return nil
  }

  func message(of dot: Dot) -> [UInt8]? { messages[dot] }

  /// From the last head on: whether the messages before it lead to it is in `forks`.
  func run(of replica: ReplicaID, through sequence: UInt64, in space: UUID) throws -> ComparedRun {
    let head = heads[replica]?.last { $0.dot.sequence <= sequence }
    var run = ComparedRun(
      chain: head.map { Chain($0, space: space) } ?? Chain(space: space, replica: replica))
    try run.follow(replica, through: sequence, message)
    return run
  }
}

extension UInt64 {
  /// The number before it; nil for 0.
  fileprivate var predecessor: UInt64? { self == 0 ? nil : self - 1 }
}
