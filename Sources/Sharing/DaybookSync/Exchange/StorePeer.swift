public import Daybook
internal import Synchronization

/// Another store in the same process, as a peer.
public struct StorePeer: SyncPeer {
  public let name: String
  let replication: Replication
  /// The snapshot whose chunks are asked for.
  private let snapshots = Snapshots()

  /// A peer.
  public init(_ replication: Replication, name: String) {
    self.replication = replication
    self.name = name
  }

  public func hello(_ hello: Hello) async throws -> Hello { try replication.answer(hello) }

  public func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    try await replication.page(lackedBy: vector, limit: limit)
  }

  public func push(_ page: SyncPage) async throws -> PushReply {
    let refused = try await replication.absorb(page).refused
    return PushReply(vector: try replication.vector(), refused: refused)
  }

  public func snapshots() async throws -> [SpaceManifest] {
    let made = try await replication.snapshot()
    snapshots.last.withLock { $0 = made }
    return [made.manifest]
  }

  public func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    guard let made = snapshots.last.withLock({ $0 }), made.manifest == manifest else {
      throw SyncError(
        .needsSnapshot, "the snapshot of frontier \(manifest.frontier) is there no more")
    }
    return try made.chunk(hash)
  }

  public func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    try await replication.bootstrap(from: snapshot.manifest) { try snapshot.chunk($0) }
    return PushReply(vector: try replication.vector(), refused: [])
  }

  private final class Snapshots: Sendable {
    let last = Mutex<SpaceSnapshot?>(nil)
  }
}
