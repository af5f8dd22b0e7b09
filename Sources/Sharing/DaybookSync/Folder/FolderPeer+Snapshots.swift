public import Daybook
internal import Synchronization

extension FolderPeer {
  public func snapshots() async throws -> [SpaceManifest] {
    known.withLock { $0.index.allSnapshots }
  }

  public func chunk(_ hash: [UInt8], of manifest: SpaceManifest) async throws -> [UInt8] {
    try await turns.take {
      let chunk = try greeted().place.chunk(hash, of: manifest.frontier)
      let bytes: [UInt8]
      switch try await files.read(chunk, limit: SpaceManifest.chunkSize) {
      case .bytes(let content): bytes = content
      case .unreadable(let why): throw SyncError(.peer, "\(path)/\(chunk) \(why)")
      case .missing:
        throw SyncError(.peer, "\(path)/\(chunk) is not there yet; exchange again later")
      }
      guard SpaceManifest.hash(of: bytes) == hash else {
        let name = FolderPlace.chunk(hash)
        known.withLock { $0.index.noteDamagedChunk(name, of: manifest.frontier) }
        throw SyncError(
          .malformed,
          "\(path)/\(chunk) was changed or is not there whole; exchange again later, or let an owner put the snapshot there anew"
        )
      }
      return bytes
    }
  }

  /// Writes the chunks that are not there, then the manifest. Anything else under the name of a
  /// chunk is replaced.
  public func push(_ snapshot: SpaceSnapshot) async throws -> PushReply {
    try await turns.take {
      let place = try greeted().place
      let manifest = snapshot.manifest
      let folder = place.snapshot(manifest.frontier)
      try await beforeWriting(at: place)
      for (hash, bytes) in zip(manifest.chunks, snapshot.chunks) {
        let chunk = place.chunk(hash, of: manifest.frontier)
        let found = try await files.read(chunk, limit: SpaceManifest.chunkSize).content
        if found != bytes { try await files.replace(chunk, with: bytes) }
      }
      // The chunks are on the disk before the manifest is.
      try await files.flush(folder)
      try await files.replace(
        place.manifest(manifest), with: SealedFile.seal(.manifest, manifest.bytes))
      try await files.flush(folder)
      try await tellOthers(at: place)
      return known.withLock { known in
        known.wasThere = true
        known.index.add(manifest)
        return PushReply(vector: known.index.vector, refused: [])
      }
    }
  }

  /// Removes this side's files that a snapshot stands for, and its older snapshots. The newest file
  /// stays, because the next name is counted from it.
  public func removeFiles(
    before manifest: SpaceManifest, role: (SpaceManifest) -> SpaceRole?
  ) async throws -> Int {
    try await turns.take {
      let (place, replica) = try greeted()
      let same = known.withLock { $0.index.allSnapshots }
        .filter { $0.isSame(as: manifest) && role($0) != nil }
      guard Set(same.map(\.maker)).count > 1, same.contains(where: { role($0) == .owner }) else {
        return 0
      }
      let removed = try await removeSnapshots(before: manifest.frontier, of: replica, at: place)
      let names = known.withLock { known in
        let newest = known.index.names(of: replica) { _ in true }.last
        return known.index.names(of: replica) { manifest.vector.covers($0.after) }
          .filter { $0 != newest }
      }
      try await removeSegments(names, of: replica, at: place)
      try await tellOthers(at: place)
      return removed + names.count
    }
  }

  private func removeSnapshots(
    before frontier: UInt64, of replica: ReplicaID, at place: FolderPlace
  ) async throws -> Int {
    var old = OldSnapshots()
    for entry in try await files.list(place.snapshots, after: nil) where entry.isFolder {
      guard let number = FolderPlace.frontier(entry.name), number < frontier else { continue }
      let names = try await files.list(place.snapshot(number), after: nil).map(\.name)
      old.add(number, names, of: replica, at: place)
    }
    var removed = 0
    for (folder, names) in old.files {
      known.withLock { $0.poke.isDue = true }
      removed += try await files.remove(names, in: folder)
    }
    return removed
  }
}
