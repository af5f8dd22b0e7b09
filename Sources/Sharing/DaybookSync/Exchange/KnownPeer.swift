public import Daybook

/// A peer with which a store has exchanged.
public struct KnownPeer: Hashable, Sendable {
  /// Its name.
  public let name: String
  /// How many transactions this store has that the peer is not known to have.
  public let behind: UInt64
}

extension EventStore {
  /// The peers with which this store has exchanged, by name.
  ///
  /// A purge leaves what one of them lacks, until that peer was silent for 90 days or is forgotten.
  ///
  /// - Throws: a `StoreError`.
  public func knownPeers() throws -> [KnownPeer] {
    try read { reader in
      let own = try reader.versionVector()
      return try reader.peers().compactMap { consumer, vector in
        guard let name = Replication.peer(consumer) else { return nil }
        return KnownPeer(name: name, behind: own.count(beyond: vector))
      }
    }
  }

  /// Forgets a peer, so that no purge waits for it. The next exchange with it notes it anew.
  ///
  /// - Returns: false when there was none of that name.
  /// - Throws: a `StoreError`.
  @discardableResult
  public func forgetPeer(_ name: String) throws -> Bool {
    try history.removeConsumer(Replication.consumer(name))
  }
}

extension Replication {
  private static let prefix = "sync/"

  /// The name of the history's consumer that stands for a peer.
  static func consumer(_ peer: String) -> String { prefix + peer }

  /// The name of the peer that a consumer stands for; nil for any other consumer.
  package static func peer(_ consumer: String) -> String? {
    consumer.hasPrefix(prefix) ? String(consumer.dropFirst(prefix.count)) : nil
  }

  /// Whether a store has exchanged with a peer before.
  package func knows(_ peer: String) throws -> Bool {
    try store.read { try $0.peers() }.contains { $0.name == Self.consumer(peer) }
  }

  /// - Throws: `SyncError.text` for a name under which nothing can be noted.
  static func check(_ peer: some SyncPeer) throws {
    guard (1...195).contains(peer.name.utf8.count) else {
      throw SyncError(
        .text, "the name of a peer has 1 to 195 bytes, not \(peer.name.utf8.count)")
    }
  }
}
