internal import Daybook

extension Replication {
  /// Starts again from a peer's snapshot when this store was purged to a frontier that does not
  /// count any more, because an owner that lacked the frontier replaced or revoked its keeper.
  ///
  /// The snapshot must be of a frontier that counts, and hold everything that was purged here, so
  /// nothing is lost; what this store has beyond it stays. Without such a snapshot the store stays
  /// as it is.
  ///
  /// - Returns: whether the snapshot took the place of what was here.
  @discardableResult
  package func startAgain(with peer: some SyncPeer) async throws -> Bool {
    guard try store.read({ try $0.mustStartAgain() }) else { return false }
    guard let manifest = try await peer.snapshots().first(where: { try mayReplaceAll($0) })
    else { return false }
    return try await bootstrap(from: manifest) { try await peer.chunk($0, of: manifest) }
  }

  /// Whether a snapshot is of a frontier that counts, and holds everything that was purged here.
  private func mayReplaceAll(_ manifest: SpaceManifest) throws -> Bool {
    guard try trusts(manifest) else { return false }
    return try store.read { reader in
      let counts = try reader.space()?.frontiers.contains {
        $0.number == manifest.frontier && $0.vector == manifest.vector
      }
      return try counts == true && !reader.hasPurged(beyond: manifest.vector)
    }
  }
}
