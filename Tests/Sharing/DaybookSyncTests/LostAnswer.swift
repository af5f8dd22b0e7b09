import Daybook
import DaybookSync
import Foundation

/// A peer that takes in what it is given, and whose answer is lost.
struct LostAnswer<Peer: SyncPeer>: ForwardingPeer {
  let peer: Peer

  func push(_ page: SyncPage) async throws -> PushReply {
    _ = try await peer.push(page)
    throw SyncError(.peer, "the answer was lost")
  }

  func acknowledge(_ hello: Hello) async throws {
    throw SyncError(.peer, "the answer was lost")
  }
}

/// A peer that gets whatever it is given, and says nothing of it.
struct SilentPeer: SyncPeer {
  let name: String

  func hello(_ hello: Hello) async throws -> Hello {
    Hello(space: hello.space, replica: ReplicaID(UUID()), vector: VersionVector(), time: hello.time)
  }

  func pull(_ vector: VersionVector, limit: PageLimit) async throws -> SyncPage {
    throw SyncError(.peer, "there is nothing")
  }

  func push(_ page: SyncPage) async throws -> PushReply {
    throw SyncError(.peer, "the answer was lost")
  }
}
