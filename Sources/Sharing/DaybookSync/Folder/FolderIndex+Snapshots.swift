internal import Daybook

extension FolderIndex {
  mutating func listSpace(_ entries: [FolderEntry], _ look: inout FolderLook) {
    hasAttachments = entries.contains { $0.name == AttachmentFolder.name && $0.isFolder }
    for entry in entries {
      if entry.name == FolderPlace.snapshot, entry.isFolder { look.hasSnapshots = true }
      guard let replica = FolderPlace.replica(entry.name) else { continue }
      if entry.isFolder {
        look.replicas.append(replica)
      } else {
        problems[entry.name] = "is a file or a link, not a folder"
      }
    }
  }

  mutating func nextFrontier(_ look: inout FolderLook) {
    (look.chunks, look.manifests, look.whole) = ([:], [], [])
    guard let frontier = look.frontiers.popLast() else { return askForReplicas(&look) }
    look.stage = .frontier(frontier)
    look.ask(.list(look.place.snapshot(frontier), after: nil))
  }

  func askForManifests(of frontier: UInt64, _ look: inout FolderLook) {
    for (name, entry) in look.chunks.sorted(by: { $0.key < $1.key })
    where FolderPlace.maker(name) != nil {
      let path = "\(look.place.snapshot(frontier))/\(name)"
      if let known = knownManifests[look.path(path)], known.tag == entry.tag {
        look.manifests.append(known.manifest)
      } else {
        look.ask(.read(path, limit: Self.largestNote))
      }
    }
  }

  mutating func noteManifest(
    _ content: FolderRead, _ path: String, _ frontier: UInt64, _ look: inout FolderLook
  ) {
    let (name, path) = (FolderLook.name(path), look.path(path))
    switch content {
    case .missing: return
    case .unreadable(let why): problems[path] = why
    case .bytes(let bytes):
      do {
        let manifest = try SpaceManifest(bytes: SealedFile.open(.manifest, bytes))
        guard manifest.space == look.place.space, manifest.frontier == frontier,
          manifest.maker == FolderPlace.maker(name)
        else { throw SyncError(.malformed, "is another manifest") }
        if manifest.chunks.isEmpty { throw SyncError(.malformed, "stands for nothing") }
        look.manifests.append(manifest)
        if let tag = look.chunks[name]?.tag { knownManifests[path] = (tag, manifest) }
      } catch {
        problems[path] = Self.reason(error)
      }
    }
  }

  /// Asks for the last chunk of each manifest, which may have any size.
  func askForChunks(of frontier: UInt64, _ look: inout FolderLook) {
    for hash in Set(look.manifests.compactMap(\.chunks.last)) {
      let (name, path) = (FolderPlace.chunk(hash), look.place.chunk(hash, of: frontier))
      guard let entry = look.chunks[name], let size = entry.size,
        size <= SpaceManifest.chunkSize
      else { continue }
      if let tag = entry.tag, wholeChunks[look.path(path)] == tag {
        look.whole.insert(name)
      } else {
        look.ask(.read(path, limit: SpaceManifest.chunkSize))
      }
    }
  }

  /// Finds the snapshots of a frontier that are there whole.
  mutating func judge(_ frontier: UInt64, _ look: FolderLook) {
    var whole: [SpaceManifest] = []
    for manifest in look.manifests.sorted(by: { $0.maker < $1.maker }) {
      let lacking = manifest.chunks.indices.count { !isWhole($0, of: manifest, look) }
      guard lacking == 0 else {
        let name = FolderPlace.manifest(of: manifest.maker)
        problems["\(FolderPlace.snapshot)/\(frontier)/\(name)"] =
          "lacks \(lacking) of its \(manifest.chunks.count) chunks, or they are not there whole, as yet"
        continue
      }
      whole.append(manifest)
    }
    sort(whole)
  }

  /// Whether a chunk is there whole: by its size; the last one, which may have any size, by its
  /// content.
  private func isWhole(_ index: Int, of manifest: SpaceManifest, _ look: FolderLook) -> Bool {
    let name = FolderPlace.chunk(manifest.chunks[index])
    if index < manifest.chunks.count - 1 {
      return look.chunks[name]?.size == SpaceManifest.chunkSize
    }
    return look.whole.contains(name)
  }

  /// Tells the snapshots of owners from those of others.
  mutating func sort(_ manifests: [SpaceManifest]) {
    for manifest in manifests {
      if signers?.trust(manifest) ?? true {
        snapshots.append(manifest)
      } else {
        otherSnapshots.append(manifest)
      }
    }
  }
}
