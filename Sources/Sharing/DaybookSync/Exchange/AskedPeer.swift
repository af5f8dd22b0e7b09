internal import Daybook

/// A peer as an exchange asks it: every error of the peer that is no `SyncError` becomes
/// `SyncError.peer`, so that it does not look like a failure of this store.
struct AskedPeer<Peer: SyncPeer>: SyncPeer {
  private let peer: Peer

  init(_ peer: Peer) { self.peer = peer }

  var name: String { peer.name }

  var limit: PageLimit? { peer.limit }

  var problems: [String: String] { peer.problems }

  var keepsSnapshots: Bool { peer.keepsSnapshots }

  var refusesNothing: Bool { peer.refusesNothing }

  var gathers: Duration { peer.gathers }

  var ownFiles: Int { peer.ownFiles }

  func hello(_ hello: Hello) async throws -> Hello { try await ask { try await $0.hello(hello) } }

  func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    try await ask { try await $0.pull(vector, limit: limit) }
  }

  func push(_ page: SyncPage) async throws -> PushReply {
    try await ask { try await $0.push(page) }
  }

  func snapshots() async throws -> [SpaceManifest] {
    try await ask { try await $0.snapshots() }
  }

  func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    try await ask { try await $0.chunk(hash, of: manifest) }
  }

  func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    try await ask { try await $0.push(snapshot) }
  }

  func removeFiles(
    before manifest: SpaceManifest, role: (SpaceManifest) -> SpaceRole?
  ) async throws -> Int {
    try await ask { try await $0.removeFiles(before: manifest, role: role) }
  }

  func withdraw(
    beyond dot: Dot, where isOwn: (_ dot: Dot, _ chain: [UInt8]) throws -> Bool
  ) async throws {
    // An error in this store's answer is no failure of the peer.
    var failure: (any Error)?
    try await ask { peer in
      try await peer.withdraw(beyond: dot) { dot, chain in
        do { return try isOwn(dot, chain) } catch {
          failure = error
          throw error
        }
      }
    } orElse: {
      failure
    }
  }

  func acknowledge(_ hello: Hello) async throws {
    try await ask { try await $0.acknowledge(hello) }
  }

  func changed(beyond vector: VersionVector) async throws {
    try await ask { try await $0.changed(beyond: vector) }
  }

  private func ask<Answer>(
    _ body: (Peer) async throws -> Answer, orElse own: () -> (any Error)? = { nil }
  ) async throws -> Answer {
    do { return try await body(peer) } catch let error as SyncError
      where !error.isOfKey
    {
      throw error
    } catch let error as CancellationError {
      throw error
    } catch {
      throw own() ?? SyncError(.peer, "\(error)")
    }
  }
}
