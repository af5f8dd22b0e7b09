internal import Daybook
internal import DaybookSync
internal import Foundation
internal import Synchronization

/// One space at a hub: a store that knows no kinds, and what members have left beside it.
///
/// The store checks each run as any member's does, and passes it on byte for byte. It writes
/// nothing, signs nothing and is never purged, because it could fold nothing.
final class HubSpace: Sendable {
  let id: UUID
  private let replication: Replication
  private let shelf: SpaceShelf
  private let watch: @Sendable (HubStatus) -> Void
  /// The files of attachments.
  let files: HubFiles
  /// What it takes on the disk.
  let size: SpaceSize
  /// How many members the last report told of; nil before the first.
  private let told = Mutex<Int?>(nil)

  init(
    _ id: UUID, _ replication: Replication, keptAt kept: String,
    watch: @escaping @Sendable (HubStatus) -> Void
  ) throws {
    (self.id, self.replication, self.watch) = (id, replication, watch)
    shelf = try SpaceShelf(at: kept, for: id)
    let attachments = replication.store.attachments.folder
    size = SpaceSize(
      of: replication.store.path,
      beside: ["\(kept)/\(id.uuidString.lowercased())", attachments.path])
    files = HubFiles(attachments, size, now: replication.store.now)
  }

  var store: EventStore { replication.store }

  // MARK: Who may ask

  /// What the hub knows of a device: nil when nobody has created the space here yet.
  func standing(of replica: ReplicaID) throws -> Standing {
    try store.read { reader in
      guard let space = try reader.space() else {
        return .open(founder: try reader.pinnedFounder())
      }
      guard let member = space.members[replica] else { return .stranger }
      return .member(key: member.key, isRevoked: member.isRevoked, role: member.role)
    }
  }

  enum Standing {
    /// The space is empty here: nothing tells who its members are, but who founded it.
    case open(founder: (replica: ReplicaID, key: [UInt8])?)
    case stranger
    case member(key: [UInt8], isRevoked: Bool, role: SpaceRole)
  }

  /// Believes what a device says of the founder, as long as nothing of the space is here: the one
  /// who came first need not be a member. So it is whoever hands something over.
  func believe(_ opening: SessionRequest.Opening?) throws {
    guard let opening, !opening.founderKey.isEmpty,
      case .open(let known) = try standing(of: opening.founder)
    else { return }
    if let known, known == (opening.founder, opening.founderKey) { return }
    try store.repin(founder: opening.founder, key: opening.founderKey)
  }

  // MARK: Exchange

  /// Answers a greeting.
  func answer(_ hello: Hello) throws -> Hello {
    try replication.answer(hello).adding(shelf.greetings(without: hello.replica))
  }

  func page(lackedBy vector: VersionVector, limit: PageLimit) async throws -> SyncPage {
    try await replication.page(lackedBy: vector, limit: limit)
  }

  /// Takes in what members have signed.
  func absorb(_ page: SyncPage) async throws -> PushReply {
    let refused = try await replication.absorb(page).refused
    let vector = try report()
    return PushReply(vector: vector, refused: refused)
  }

  /// Tells of the space when it is new here, or its members are others than they were. Returns what
  /// is here.
  private func report() throws -> VersionVector {
    let (vector, space) = try store.read { (try $0.versionVector(), try $0.space()) }
    guard let space else { return vector }
    let members = space.members.values.count { !$0.isRevoked }
    let isNews = told.withLock { told in
      defer { told = members }
      return told != members
    }
    if isNews {
      let transactions = vector.sequences.values.reduce(0, +)
      watch(HubStatus(name: space.name, members: members, transactions: transactions))
    }
    return vector
  }

  /// Keeps a member's greeting for the others.
  func keep(_ hello: Hello) throws { try shelf.keep(hello) }

  func vector() throws -> VersionVector { try replication.vector() }

  /// Returns what is here as soon as it is more than a vector holds, and after some seconds anyway.
  func vector(beyond known: VersionVector, within patience: Duration) async throws -> VersionVector
  {
    let now = try vector()
    if !known.covers(now) { return now }
    return try await withThrowingTaskGroup(of: VersionVector?.self) { [store] group in
      group.addTask {
        try await Task.sleep(for: patience)
        return nil
      }
      group.addTask {
        for try await vector in store.values({ try $0.versionVector() })
        where !known.covers(vector) {
          return vector
        }
        return nil
      }
      defer { group.cancelAll() }
      return try await group.next().flatMap(\.self) ?? now
    }
  }

  // MARK: Snapshots

  func snapshots() throws -> [SpaceManifest] {
    try shelf.snapshots(believing: Signers(store))
  }

  func chunk(_ hash: [UInt8], of frontier: UInt64) throws -> [UInt8] {
    try shelf.chunk(hash, of: frontier)
  }

  func put(_ chunk: ChunkRequest) throws {
    let isNew = (try? shelf.chunk(chunk.single, of: chunk.frontier)) == nil
    try shelf.put(chunk.content, chunk.single, of: chunk.frontier)
    if isNew { size.add(chunk.content.count) }
  }

  /// Looks for the chunks of an owner's snapshot. When none is lacking, it is kept for newcomers,
  /// and the store begins with it if it lacks what members have purged.
  func offer(_ manifest: SpaceManifest) async throws -> [[UInt8]] {
    guard try replication.trusts(manifest) else {
      throw SyncError(
        .badSignature, "the snapshot of frontier \(manifest.frontier) is not signed by an owner")
    }
    let lacking = shelf.lacking(of: manifest)
    guard lacking.isEmpty else { return lacking }
    try shelf.keep(manifest)
    // Earlier snapshots of its maker are gone.
    size.measureAgain()
    try await replication.bootstrap(from: manifest) { [shelf] hash in
      try shelf.chunk(hash, of: manifest.frontier)
    }
    return []
  }
}
