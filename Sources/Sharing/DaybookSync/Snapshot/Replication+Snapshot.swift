internal import Daybook

extension Replication {
  /// Makes a snapshot of the newest frontier, in memory.
  ///
  /// Members that fold with the same revisions make the same bytes, whatever they have purged.
  /// Cost: reads every entity and the headers of the events that were not purged.
  ///
  /// - Throws: `SyncError.space` when there is no frontier, or this store lacks some of its
  ///   transactions; `key`; a `StoreError`.
  public func snapshot() async throws -> SpaceSnapshot {
    try await keepChains()
    var writer = ChunkCutter()
    let preamble = try store.read { reader in try reader.writeSnapshot { writer.add($0) } }
    writer.finish()
    guard let preamble else {
      throw SyncError(
        .space,
        "there is no frontier yet of which this store has all; let the keeper set one, and exchange"
      )
    }
    let own = try replica()
    // The snapshot leaves the device, as pages do: so its transactions are on the disk before the
    // guard says that they leave.
    try await store.flush()
    try noteLeaving(Dot(replica: own, sequence: preamble.vector[own]))
    let manifest = try SpaceManifest(preamble, chunks: writer.hashes, maker: own, key: key)
    return SpaceSnapshot(manifest: manifest, chunks: writer.chunks)
  }

  /// Begins with a snapshot that an owner has made: puts it in place of the transactions that it
  /// stands for.
  ///
  /// What this store has beyond the snapshot stays, and goes out with the next exchange. Fetched
  /// chunks are kept until all are here, so that a call after a failure goes on with the rest.
  /// Older tokens of the history expire, as by a purge.
  ///
  /// - Parameters:
  ///   - manifest: the manifest of the snapshot.
  ///   - chunk: fetches a chunk by its hash.
  /// - Returns: false when this store has everything that the snapshot stands for and need not
  ///   start again.
  /// - Throws: `SyncError.badSignature` unless the maker is an owner whom this store knows, or the
  ///   inviter; `malformed` for a wrong chunk or bytes that are no snapshot; `foreignSpace`,
  ///   `clockAhead`; `forkedReplica` when the snapshot holds a copy's transactions in place of
  ///   those that only this store has; what `chunk` throws; a `StoreError`.
  @discardableResult
  public func bootstrap(
    from manifest: SpaceManifest, chunk: ([UInt8]) async throws -> [UInt8]
  ) async throws -> Bool {
    let publicKey = try trustedKey(of: manifest)
    if try !needs(manifest) { return false }
    try checkOwnTail(manifest)
    do { return try await fetchAndInstall(manifest, signedBy: publicKey, chunk) } catch {
      // Another process may have begun with it meanwhile, and removed the chunks.
      if try !needs(manifest) { return false }
      throw error
    }
  }

  private func fetchAndInstall(
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

  /// Whether this store lacks transactions of a snapshot, or has to start again.
  private func needs(_ manifest: SpaceManifest) throws -> Bool {
    let startsAgain = try store.read { try $0.mustStartAgain() }
    return try startsAgain || !vector().covers(manifest.vector)
  }

  /// Refuses a snapshot that would replace transactions which only this store has: one with more of
  /// this replica than the store wrote holds a copy's.
  private func checkOwnTail(_ manifest: SpaceManifest) throws {
    let (own, newest, noted) = try store.read { reader in
      let own = try reader.replica()
      return (own, try reader.versionVector()[own], try reader.acknowledged(of: own))
    }
    guard newest > noted, manifest.vector[own] > newest else { return }
    // When the guard says more than the store has, the store was restored, and the snapshot holds
    // what it wrote itself.
    if try keyGuard.read()[own]?.sequence ?? 0 > newest { return }
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

  /// The key of a snapshot's maker.
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

  /// Whether an owner, or the inviter of this store, has made a snapshot.
  package func trusts(_ manifest: SpaceManifest) throws -> Bool {
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

  /// Checks that a snapshot agrees with its manifest and with what this store knows of the space.
  private func check(
    _ manifest: SpaceManifest, _ publicKey: [UInt8], _ stage: SnapshotStage
  ) throws {
    let (claims, pins) = try store.read { reader in
      (try reader.claims(ofSnapshot: stage.piece), try reader.pins())
    }
    let (preamble, space) = claims
    guard preamble.space == manifest.space, preamble.vector == manifest.vector,
      preamble.number == manifest.frontier,
      // The snapshot may be from before the maker was enrolled.
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

  /// Puts a snapshot of the newest frontier where the members exchange.
  ///
  /// Once another member has made the same snapshot, and one of the two is an owner, this store
  /// removes from a folder its older snapshots, and its files that the snapshot stands for.
  ///
  /// - Returns: the snapshot, and how many files were removed.
  /// - Throws: as `snapshot`; `SyncError.peer` when the peer cannot be reached; `needsSnapshot`
  ///   when it takes none.
  @discardableResult
  public func putSnapshot(
    in peer: some SyncPeer
  ) async throws -> (manifest: SpaceManifest, removedFiles: Int) {
    let (made, peer) = (try await snapshot(), AskedPeer(peer))
    _ = try await peer.hello(hello())
    _ = try await peer.push(made)
    let members = try space().members
    let removed = try await peer.removeFiles(before: made.manifest) { manifest in
      guard let member = members[manifest.maker], !member.isRevoked,
        manifest.isSigned(by: member.key)
      else { return nil }
      return member.role
    }
    return (made.manifest, removed)
  }

  /// Keeps the chains at the newest frontier: after a purge, the next pages go on from them.
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
      // Zeros for a writer that was purged before there was a space: it writes no more.
      let chain = try store.knownChain(through: dot)?.hash ?? [UInt8](repeating: 0, count: 32)
      return SignedHead(dot: dot, chain: chain, signature: [])
    }
  }
}
