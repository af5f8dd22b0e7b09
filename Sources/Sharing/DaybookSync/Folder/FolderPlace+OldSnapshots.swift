internal import Daybook
internal import DaybookSnapshot

extension FolderPlace {
  /// Removes a replica's manifests of snapshots before a frontier, and the chunks that no other
  /// manifest needs. A member that was fetching such a snapshot begins with the newer one.
  ///
  /// - Returns: how many files were removed.
  /// - Throws: `SyncError.peer` when the folder cannot be read or written.
  func removeSnapshots(before frontier: UInt64, of replica: ReplicaID) throws -> Int {
    do { return try remove(before: frontier, of: replica) } catch {
      throw SyncError(.peer, error.message)
    }
  }

  private func remove(
    before frontier: UInt64, of replica: ReplicaID
  ) throws(SnapshotError) -> Int {
    var removed = 0
    for number in try frontiers() where number < frontier {
      let folder = snapshot(number)
      let own = Self.manifest(of: replica)
      if folder.contains(own) {
        try folder.remove(own)
        removed += 1
      }
      let names = try folder.names()
      guard !names.contains(where: { Self.maker($0) != nil }) else { continue }
      for name in names where Self.isChunk(name) {
        if (try? folder.remove(name)) != nil { removed += 1 }
      }
      folder.removeEmpty()
    }
    return removed
  }
}
