internal import Crypto
internal import Daybook
internal import Foundation

extension Replication {
  /// Makes a snapshot of the newest frontier, in memory.
  ///
  /// Members that fold with the same revisions make the same bytes of it, whatever they have
  /// purged. Cost: reads every entity and the headers of the events that were not purged.
  ///
  /// - Throws: `SyncError.space` when there is no frontier, or this store lacks some of what it
  ///   holds; `key`; a `StoreError`.
  public func snapshot() async throws -> SpaceSnapshot {
    try await keepChains()
    var writer = ChunkCutter()
    let head = try store.read { reader in try reader.writeSnapshot { writer.add($0) } }
    writer.finish()
    guard let head else {
      throw SyncError(
        .space,
        "there is no frontier yet of which this store has all; let the keeper set one, and exchange"
      )
    }
    let own = try replica()
    // It leaves the device, as pages do: what it holds is on the disk before the guard says so.
    try await store.flush()
    try keyGuard.note(own, head.vector[own])
    let manifest = try SpaceManifest(head, chunks: writer.hashes, maker: own, key: key)
    return SpaceSnapshot(manifest: manifest, chunks: writer.chunks)
  }

  /// Begins with a snapshot that an owner has made: takes it in place of all that it stands for.
  ///
  /// What this store has beyond it stays, and goes out with the next exchange. Chunks that were
  /// fetched are kept until all are here, so that a call that failed can be repeated. Older
  /// tokens of the history expire, as by a purge.
  ///
  /// - Parameters:
  ///   - manifest: what the snapshot is.
  ///   - chunk: fetches a chunk by its hash.
  /// - Returns: false when all that it stands for is here already, and what is here counts.
  /// - Throws: `SyncError.badSignature` unless its maker is an owner whom this store knows, or
  ///   the one who has invited it; `malformed` for a chunk or a snapshot that is none;
  ///   `foreignSpace`, `clockAhead`; `forkedReplica` when it holds what a copy wrote in place
  ///   of what only this store has; what `chunk` throws; a `StoreError`.
  @discardableResult
  public func bootstrap(
    from manifest: SpaceManifest, chunk: ([UInt8]) async throws -> [UInt8]
  ) async throws -> Bool {
    let publicKey = try trustedKey(of: manifest)
    if try !needs(manifest) { return false }
    try checkOwnTail(manifest)
    do { return try await take(manifest, signedBy: publicKey, chunk) } catch {
      // Another process may have been faster, and has taken the chunks away.
      if try !needs(manifest) { return false }
      throw error
    }
  }

  private func take(
    _ manifest: SpaceManifest, signedBy publicKey: [UInt8],
    _ chunk: ([UInt8]) async throws -> [UInt8]
  ) async throws -> Bool {
    let stage = SnapshotStage(of: store.path, manifest)
    try await stage.fill(chunk)
    do { try check(manifest, publicKey, stage) } catch {
      stage.remove()
      throw error
    }
    let isTaken = try install(stage)
    stage.remove()
    return isTaken
  }

  /// Whether something that a snapshot stands for is not here, or what is here does not count.
  private func needs(_ manifest: SpaceManifest) throws -> Bool {
    let startsAgain = try store.read { try $0.mustStartAgain() }
    return try startsAgain || !vector().covers(manifest.vector)
  }

  /// Makes sure that a snapshot does not stand for what only this store has: one with more of its
  /// transactions than it wrote knows those of a copy.
  private func checkOwnTail(_ manifest: SpaceManifest) throws {
    let (own, newest, noted) = try store.read { reader in
      let own = try reader.replica()
      return (own, try reader.versionVector()[own], try reader.acknowledged(of: own))
    }
    guard newest > noted, manifest.vector[own] > newest else { return }
    // More has left this device than it has: it was restored, and that is what it wrote then.
    if try keyGuard.read()[own] ?? 0 > newest { return }
    throw SyncError(
      .forkedReplica,
      "a copy of this store wrote on as the same replica, which is final, and what only this store has would be lost with the snapshot; export that, join anew and import it",
      dot: Dot(replica: own, sequence: noted + 1))
  }

  private func install(_ stage: SnapshotStage) throws -> Bool {
    do { return try store.bootstrap { try stage.piece($0) } } catch let error as StoreError
      where [.invalidArgument, .clockAhead, .foreignSpace, .forkedReplica].contains(error.code)
    {
      throw SyncError(error, nil)
    } catch let error as StoreError where error.code == .expiredToken {
      throw SyncError(.needsSnapshot, error.message)
    }
  }

  /// The key of whoever made a snapshot.
  ///
  /// - Throws: `SyncError.foreignSpace`; `badSignature` when this store does not trust it.
  private func trustedKey(of manifest: SpaceManifest) throws -> [UInt8] {
    guard manifest.space == store.space else {
      throw SyncError(
        .foreignSpace,
        "the snapshot is of space \(manifest.space), this store of \(store.space)")
    }
    if let key = try key(of: manifest) { return key }
    throw SyncError(
      .badSignature,
      "the snapshot of frontier \(manifest.frontier) was made by \(manifest.maker), whom this store does not know as an owner; exchange with another owner"
    )
  }

  /// Whether an owner has made a snapshot, or who has invited this store.
  func trusts(_ manifest: SpaceManifest) throws -> Bool {
    try manifest.space == store.space && key(of: manifest) != nil
  }

  private func key(of manifest: SpaceManifest) throws -> [UInt8]? {
    let (space, pins) = try store.read { (try $0.space(), try $0.pins()) }
    var keys: [[UInt8]] = []
    if let member = space?.members[manifest.maker] {
      if member.isOwner { keys = [member.key] }
    } else if space == nil, let pin = pins.first(where: { $0.replica == manifest.maker }) {
      keys = [pin.key]
    }
    return keys.first.flatMap { manifest.isSigned(by: $0) ? $0 : nil }
  }

  /// Makes sure that a snapshot says what is known of the space.
  private func check(
    _ manifest: SpaceManifest, _ publicKey: [UInt8], _ stage: SnapshotStage
  ) throws {
    let (claims, pins) = try store.read { reader in
      (try reader.claims(ofSnapshot: stage.piece), try reader.pins())
    }
    let (head, space) = claims
    guard head.space == manifest.space, head.vector == manifest.vector,
      head.number == manifest.frontier,
      // It may be from before they were enrolled.
      space?.members[manifest.maker].map({ $0.key == publicKey }) ?? true,
      pins.allSatisfy({ pin in
        guard let key = space?.members[pin.replica]?.key else { return true }
        return pin.key.isEmpty || key == pin.key
      })
    else {
      throw SyncError(
        .malformed,
        "the snapshot of frontier \(manifest.frontier) holds something else than its manifest says"
      )
    }
  }

  /// Puts a snapshot of the newest frontier into a folder.
  ///
  /// Once another member has made the same one, and one of them is an owner, it removes the older
  /// snapshots of this store, and the files that it stands for.
  ///
  /// - Returns: the snapshot, and how many files were removed.
  /// - Throws: as `snapshot`; `SyncError.peer` when the folder cannot be read or written.
  @discardableResult
  public func putSnapshot(
    in folder: FolderPeer
  ) async throws -> (manifest: SpaceManifest, removedFiles: Int) {
    let made = try await snapshot()
    _ = try await folder.hello(hello())
    _ = try await folder.push(made)
    let members = try space().members
    let removed = try folder.removeFiles(before: made.manifest) { manifest in
      guard let member = members[manifest.maker], !member.isRevoked,
        manifest.isSigned(by: member.key)
      else { return nil }
      return member.role
    }
    return (made.manifest, removed)
  }

  /// Keeps the chains at the newest frontier, which whoever goes on after a purge begins with.
  func keepChains() async throws {
    let chains = try unkeptChains()
    if !chains.isEmpty { try await store.append { $0.keep(chains) } }
  }

  /// The blocking twin of the asynchronous `keepChains`.
  @available(*, noasync)
  func keepChains() throws {
    let chains = try unkeptChains()
    if !chains.isEmpty { try store.append { $0.keep(chains) } }
  }

  /// The chains at the newest frontier that are not kept yet.
  private func unkeptChains() throws -> [SignedHead] {
    let missing = try store.read { try $0.openFrontier()?.missing } ?? []
    return try missing.map { dot in
      // Zeros for what was purged before there was a space, of writers that write no more.
      let chain = try knownChain(through: dot)?.hash ?? [UInt8](repeating: 0, count: 32)
      return SignedHead(dot: dot, chain: chain, signature: [])
    }
  }
}
