#if Sync
  internal import Daybook
  internal import DaybookSnapshot

  extension FolderPlace {
    /// Removes a replica's manifests of older snapshots than that of a frontier, and the chunks of
    /// which no other manifest is left. Who was fetching one of them begins with the newer one.
    ///
    /// - Throws: `SyncError.peer` when the folder cannot be read or written.
    func removeSnapshots(before frontier: UInt64, of replica: ReplicaID) throws {
      do { try remove(before: frontier, of: replica) } catch {
        throw SyncError(.peer, error.message)
      }
    }

    private func remove(
      before frontier: UInt64, of replica: ReplicaID
    ) throws(SnapshotError) {
      for number in try frontiers() where number < frontier {
        let folder = snapshot(number)
        let own = Self.manifest(of: replica)
        if folder.contains(own) { try folder.remove(own) }
        let names = try folder.names()
        guard !names.contains(where: { Self.maker($0) != nil }) else { continue }
        for name in names where Self.isChunk(name) { try? folder.remove(name) }
        folder.removeEmpty()
      }
    }
  }
#endif
