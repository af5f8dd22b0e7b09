internal import Daybook

/// One of the two sides of a comparison.
protocol ComparedSide {
  var space: UUID { get }
  /// Whether members share it: the name of a space that nobody shares says nothing.
  var isShared: Bool { get }
  /// The transactions that it has.
  var vector: VersionVector { get }
  /// The digests of its views; nil for a side without views.
  var standing: StoreStanding? { get }
  /// The newest head of a writer up to a transaction; nil when there is none.
  func head(of replica: ReplicaID, through sequence: UInt64) throws -> SignedHead?
  /// A transaction; nil when the side does not have it, or has purged it.
  func message(of dot: Dot) throws -> [UInt8]?
  /// The transactions that contradict others of the same writer on this side.
  var forks: [Dot] { get }
}

extension ComparedSide {
  /// The chain of a writer up to a transaction, or as far towards it as messages lead, in a space.
  func chain(of replica: ReplicaID, through sequence: UInt64, in space: UUID) throws -> Chain {
    var chain =
      try head(of: replica, through: sequence).map { Chain($0, space: space) }
      ?? Chain(space: space, replica: replica)
    while chain.sequence < sequence,
      let message = try message(of: Dot(replica: replica, sequence: chain.sequence + 1))
    {
      try chain.add(message)
    }
    return chain
  }
}

/// A store to compare.
struct ComparedStore: ComparedSide {
  let space: UUID
  let isShared: Bool
  let standing: StoreStanding?
  let vector: VersionVector
  /// A store takes in no second branch of a writer.
  var forks: [Dot] { [] }
  private let store: EventStore

  init(_ store: EventStore) throws {
    self.store = store
    let standing = try store.standing()
    (space, isShared, vector) = (store.space, try store.isShared(), standing.vector)
    self.standing = standing
  }

  func head(of replica: ReplicaID, through sequence: UInt64) throws -> SignedHead? {
    try store.read { try $0.head(of: replica, through: sequence) }
  }

  func message(of dot: Dot) throws -> [UInt8]? { try store.read { try $0.message(of: dot) } }
}

/// A shared folder to compare: the content of its sound files.
struct ComparedFolder: ComparedSide {
  let space: UUID
  let vector: VersionVector
  var isShared: Bool { true }
  var standing: StoreStanding? { nil }
  private(set) var forks: [Dot] = []
  /// The heads of each writer, the oldest first.
  private var heads: [ReplicaID: [SignedHead]] = [:]
  private var messages: [Dot: [UInt8]] = [:]

  init(_ folder: FolderPeer, for store: EventStore) async throws {
    space = store.space
    vector = try await folder.hello(
      Hello(
        space: space, replica: store.read { try $0.replica() }, vector: VersionVector(),
        time: nil, heads: [], signers: Signers(store))
    ).vector
    for segment in try folder.segments() {
      for head in segment.page.heads { heads[head.dot.replica, default: []].append(head) }
      for message in segment.page.messages {
        guard let dot = try? LogMessage(message).dot, Self.isWhole(message) else { continue }
        // Of two messages with one dot the first; then a head does not fit, and shows the fork.
        if messages[dot] == nil { messages[dot] = message }
      }
    }
    heads = heads.mapValues { $0.sorted { $0.dot.sequence < $1.dot.sequence } }
    forks = try heads.keys.sorted().compactMap { try firstContradiction(of: $0) }
  }

  /// The first head of a writer that the transactions before it do not lead to.
  private func firstContradiction(of replica: ReplicaID) throws -> Dot? {
    for head in heads[replica] ?? [] {
      guard let message = messages[head.dot], let before = head.dot.sequence.predecessor else {
        continue
      }
      var chain = try chain(of: replica, through: before, in: space)
      guard chain.sequence == before else { continue }
      try chain.add(message)
      if chain.hash != head.chain { return head.dot }
    }
    return nil
  }

  /// Whether a chain can be made of a message.
  private static func isWhole(_ message: [UInt8]) -> Bool {
    do {
      _ = try MessageParts.read(message.span.bytes) { _ in }
      return true
    } catch {
      return false
    }
  }

  func head(of replica: ReplicaID, through sequence: UInt64) -> SignedHead? {
    heads[replica]?.last { $0.dot.sequence <= sequence }
  }

  func message(of dot: Dot) -> [UInt8]? { messages[dot] }
}

extension UInt64 {
  /// The number before it; nil for 0.
  fileprivate var predecessor: UInt64? { self == 0 ? nil : self - 1 }
}
