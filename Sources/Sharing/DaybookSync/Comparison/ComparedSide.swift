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
  /// The views whose rows are not those that the side has written, by reading every row.
  func viewsWithOtherRows() throws -> [String]
  /// A transaction; nil when the side does not have it, or has purged it.
  func message(of dot: Dot) throws -> [UInt8]?
  /// What a writer's transactions come to, up to one or as far towards it as messages lead, in a
  /// space.
  func run(of replica: ReplicaID, through sequence: UInt64, in space: UUID) throws -> ComparedRun
  /// The transactions that contradict others of the same writer on this side.
  var forks: [Dot] { get }
}

/// What a writer's transactions come to on one side.
struct ComparedRun {
  var chain: Chain
  /// The first signed transaction that those before it and it do not lead to: they are not what was
  /// signed.
  var changed: Dot?

  /// Goes on by the messages of a side.
  mutating func follow(
    _ replica: ReplicaID, through sequence: UInt64, _ message: (Dot) throws -> [UInt8]?,
    then note: (inout ComparedRun) -> Void = { _ in }
  ) throws {
    while chain.sequence < sequence,
      let message = try message(Dot(replica: replica, sequence: chain.sequence + 1))
    {
      try chain.add(message)
      note(&self)
    }
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

  func message(of dot: Dot) throws -> [UInt8]? { try store.read { try $0.message(of: dot) } }

  func viewsWithOtherRows() throws -> [String] { try store.viewsWithOtherRows() }

  /// Hashes every message that is there, and looks at each head on the way: a store may hold other
  /// bytes now than when they were signed.
  func run(of replica: ReplicaID, through sequence: UInt64, in space: UUID) throws -> ComparedRun {
    let heads = try store.read { try $0.heads(of: replica, through: sequence) }
    var run = ComparedRun(chain: try beginning(of: replica, heads, through: sequence, in: space))
    var rest = heads.drop { $0.dot.sequence <= run.chain.sequence }
    try run.follow(replica, through: sequence, message) { run in
      guard let head = rest.first, head.dot.sequence == run.chain.sequence else { return }
      rest.removeFirst()
      if run.changed == nil, head.isSigned, head.chain != run.chain.hash { run.changed = head.dot }
    }
    return run
  }

  /// How many of a writer's transactions up to one, the first ones, were purged.
  func purged(of replica: ReplicaID, through sequence: UInt64) throws -> UInt64 {
    var (low, high) = (UInt64(0), sequence)
    while low < high {
      let middle = low + (high - low) / 2
      let isThere = try message(of: Dot(replica: replica, sequence: middle + 1)) != nil
      if isThere { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// The chain before the oldest transaction that is there: of none, or that of a head.
  private func beginning(
    of replica: ReplicaID, _ heads: [SignedHead], through sequence: UInt64, in space: UUID
  ) throws -> Chain {
    func isFollowed(_ last: UInt64) throws -> Bool {
      try last >= sequence || message(of: Dot(replica: replica, sequence: last + 1)) != nil
    }
    let none = Chain(space: space, replica: replica)
    if try isFollowed(0) { return none }
    let head = try heads.first { try isFollowed($0.dot.sequence) }
    return head.map { Chain($0, space: space) } ?? none
  }
}

/// A shared folder to compare: the content of its sound files.
struct ComparedFolder: ComparedSide {
  let space: UUID
  let vector: VersionVector
  var isShared: Bool { true }
  var standing: StoreStanding? { nil }
  func viewsWithOtherRows() -> [String] { [] }
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
    for segment in try await folder.segments() {
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
      var chain = try run(of: replica, through: before, in: space).chain
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
