import Daybook
import DaybookSync

/// A peer that does what another one does, but for what it does otherwise.
protocol ForwardingPeer: SyncPeer {
  associatedtype Peer: SyncPeer
  var peer: Peer { get }
}

extension ForwardingPeer {
  var name: String { peer.name }
  var limit: PageLimit? { peer.limit }
  var refusesNothing: Bool { peer.refusesNothing }

  func hello(_ hello: Hello) async throws -> Hello { try await peer.hello(hello) }

  func pull(
    _ vector: VersionVector, limit: PageLimit
  ) async throws -> SyncPage {
    try await peer.pull(vector, limit: limit)
  }

  func push(_ page: SyncPage) async throws -> PushReply { try await peer.push(page) }
}
