internal import Daybook
internal import DaybookSnapshot

/// The chunks of a snapshot that were fetched so far: files in a folder of the store, each named by
/// its hash.
///
/// After a fetch that ended early, the next one goes on with the missing chunks.
struct SnapshotStage: Sendable {
  private let folder: AtomicFolder
  private let manifest: SpaceManifest

  init(of store: String, _ manifest: SpaceManifest) {
    folder = AtomicFolder(path: "\(store)/bootstrap")
    self.manifest = manifest
  }

  /// Fetches the chunks that are missing.
  ///
  /// - Throws: `SyncError.malformed` for a chunk with another hash;
  ///   `StoreError.storage` when the folder cannot be written; what `fetch` throws.
  func fill(_ fetch: ([UInt8]) async throws -> [UInt8]) async throws {
    try prepare()
    for hash in manifest.chunks where try chunk(hash) == nil {
      let bytes = try await fetch(hash)
      guard SpaceManifest.hash(of: bytes) == hash else {
        throw SyncError(
          .malformed,
          "chunk \(hash.hexadecimal) of the snapshot of frontier \(manifest.frontier) was changed on its way"
        )
      }
      try keep(bytes, hash)
    }
  }

  /// A chunk by its place; nil after the last.
  func piece(_ number: Int) throws -> [UInt8]? {
    guard manifest.chunks.indices.contains(number) else { return nil }
    guard let bytes = try chunk(manifest.chunks[number]) else {
      throw SyncError(
        .peer,
        "chunk \(manifest.chunks[number].hexadecimal) of a snapshot has vanished from \(folder.path); exchange again"
      )
    }
    return bytes
  }

  /// Removes all of it.
  func remove() {
    for name in (try? folder.names()) ?? [] { try? folder.remove(name) }
    folder.removeEmpty()
  }

  /// A chunk with the right content; nil when it is missing or damaged.
  private func chunk(_ hash: [UInt8]) throws -> [UInt8]? {
    let bytes: [UInt8]?
    do {
      bytes = try folder.read(hash.hexadecimal, limit: SpaceManifest.chunkSize)
    } catch {
      throw StoreError(.storage, error.message)
    }
    guard let bytes, SpaceManifest.hash(of: bytes) == hash else { return nil }
    return bytes
  }

  private func prepare() throws {
    do {
      try folder.make()
      try folder.removeDrafts(idleFor: AtomicFolder.draftPatience)
      // Chunks of another snapshot would lie there for ever.
      let wanted = Set(manifest.chunks.map(\.hexadecimal))
      for name in try folder.names() where !wanted.contains(name) { try folder.remove(name) }
    } catch {
      throw StoreError(.storage, error.message)
    }
  }

  private func keep(_ bytes: [UInt8], _ hash: [UInt8]) throws {
    do { try folder.replace(hash.hexadecimal, with: bytes) } catch {
      throw StoreError(.storage, error.message)
    }
  }
}
