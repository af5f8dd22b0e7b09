package import Daybook
internal import DaybookSnapshot
internal import Synchronization

/// What a hub keeps beside a space's transactions: the newest greeting of each member, and the
/// snapshots that owners have made. Files, in the form that they have in a shared folder.
package final class SpaceShelf: Sendable {
  private struct State {
    var index = FolderIndex()
    var greetings: [ReplicaID: Hello] = [:]
    /// Whether the files were looked at since a snapshot was put there.
    var isCurrent = false

    mutating func look(
      at files: DriveFiles, _ place: FolderPlace, believing signers: Signers?
    ) throws {
      index.begin(at: place, for: VersionVector(), believing: signers)
      while case let wishes = index.wishes(), !wishes.isEmpty {
        for wish in wishes { index.take(wish, try files.answerAtOnce(wish)) }
      }
      isCurrent = true
    }
  }

  private let files: DriveFiles
  private let place: FolderPlace
  private let state = Mutex(State())

  /// The shelf of a space in a folder for those of all.
  package init(at path: String, for space: UUID) throws {
    (files, place) = (DriveFiles(at: path, isShared: false), FolderPlace(space))
    try state.withLock { state in
      try state.look(at: files, place, believing: nil)
      state.greetings = state.index.greetings
    }
  }

  // MARK: Greetings

  /// The greetings of members but one, in the order of their replicas.
  package func greetings(without replica: ReplicaID?) -> [Hello] {
    state.withLock { state in
      state.greetings.filter { $0.key != replica }.sorted { $0.key < $1.key }.map(\.value)
    }
  }

  /// Keeps a member's greeting in place of the one before.
  ///
  /// - Throws: `SyncError.peer` when it cannot be written.
  package func keep(_ hello: Hello) throws {
    guard let replica = hello.replica else { return }
    try files.replace(place.vector(of: replica), with: SealedFile.seal(.vector, hello.bytes))
    try files.flush(place.folder(of: replica))
    state.withLock { $0.greetings[replica] = hello }
  }

  // MARK: Snapshots

  /// The manifests of the newest snapshot that is there whole.
  package func snapshots(believing signers: Signers?) throws -> [SpaceManifest] {
    try state.withLock { state in
      if !state.isCurrent { try state.look(at: files, place, believing: signers) }
      return state.index.allSnapshots
    }
  }

  /// A chunk of a snapshot.
  ///
  /// - Throws: `SyncError.needsSnapshot` when it is not there.
  package func chunk(_ hash: [UInt8], of frontier: UInt64) throws -> [UInt8] {
    let chunk = place.chunk(hash, of: frontier)
    guard let bytes = files.read(chunk, limit: SpaceManifest.chunkSize).content,
      SpaceManifest.hash(of: bytes) == hash
    else {
      throw SyncError(.needsSnapshot, "the snapshot of frontier \(frontier) is there no more")
    }
    return bytes
  }

  /// The chunks of a snapshot that are not there yet.
  package func lacking(of manifest: SpaceManifest) -> [[UInt8]] {
    var seen: Set<[UInt8]> = []
    return manifest.chunks.filter {
      seen.insert($0).inserted && (try? chunk($0, of: manifest.frontier)) == nil
    }
  }

  /// Puts a chunk there, by its hash.
  ///
  /// - Throws: `SyncError.malformed` for other bytes than those of the hash; `peer`.
  package func put(_ content: [UInt8], _ hash: [UInt8], of frontier: UInt64) throws {
    guard content.count <= SpaceManifest.chunkSize, SpaceManifest.hash(of: content) == hash else {
      throw SyncError(.malformed, "the chunk was changed on its way")
    }
    let chunk = place.chunk(hash, of: frontier)
    let found = files.read(chunk, limit: SpaceManifest.chunkSize).content
    if found != content { try files.replace(chunk, with: content) }
  }

  /// Keeps a snapshot whose chunks are there, and removes its maker's of earlier frontiers.
  ///
  /// - Throws: `SyncError.peer`.
  package func keep(_ manifest: SpaceManifest) throws {
    let folder = place.snapshot(manifest.frontier)
    // The chunks are on the disk before the manifest is.
    try files.flush(folder)
    try files.replace(
      place.manifest(manifest), with: SealedFile.seal(.manifest, manifest.bytes))
    try files.flush(folder)
    try removeSnapshots(before: manifest.frontier, of: manifest.maker)
    state.withLock { $0.isCurrent = false }
  }

  private func removeSnapshots(before frontier: UInt64, of maker: ReplicaID) throws {
    var old = OldSnapshots()
    for entry in try files.list(place.snapshots, after: nil) where entry.isFolder {
      guard let number = FolderPlace.frontier(entry.name), number < frontier else { continue }
      let names = try files.list(place.snapshot(number), after: nil).map(\.name)
      old.add(number, names, of: maker, at: place)
    }
    for (folder, names) in old.files { _ = try files.remove(names, in: folder) }
  }
}
