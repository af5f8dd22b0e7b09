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
