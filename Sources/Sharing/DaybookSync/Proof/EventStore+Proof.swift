public import Daybook

extension EventStore {
  /// Proves what this store holds now.
  ///
  /// Hashes every transaction, some 3 µs each, and reads every row of every view; changes nothing.
  /// Of a view that lacks transactions the proof has no more than the name, in `viewsBehind`: open
  /// the store with an app that has the view, or rebuild it, to prove its rows.
  ///
  /// - Parameter key: this device's key, which signs the proof; without one anybody may have made
  ///   it.
  /// - Throws: `StoreError.damaged` when the store holds other transactions or names than were
  ///   written here, other transactions than their writers signed, or other rows of a view than it
  ///   has written; `SyncError.badSignature` for a signature that is not its writer's.
  public func proof(signedBy key: ReplicaKey? = nil) throws -> StoreProof {
    let (token, log, views, maker, vector, members) = try read { reader in
      let token = try reader.token()
      return (
        token, try reader.provenLog(through: token), try reader.viewStandings(),
        try reader.replica(), try reader.versionVector(), try reader.space()?.members ?? [:]
      )
    }
    guard let log else {
      throw SyncError(.malformed, "the log ends elsewhere than its own token says")
    }
    try checkViewRows()
    let side = try ComparedStore(self)
    // The maker signs, also before it has written anything.
    let replicas = Set(vector.sequences.filter { $0.value > 0 }.keys).union([maker])
    let writers = try replicas.sorted().map { replica in
      try writer(replica, through: vector[replica], members[replica], side)
    }
    var proof = StoreProof(
      space: space, token: token, log: log, writers: writers,
      views: views.current.sorted { $0.key < $1.key }.map { name, view in
        StoreProof.View(
          name: name, fingerprint: view.fingerprint, digest: view.digest.description)
      }, behind: views.behind, maker: maker, made: now())
    if let key, members[maker]?.key == key.publicKey {
      proof.signature = try key.signature(of: try proof.signed).hexadecimal
    }
    try proof.check()
    return proof
  }

  private func writer(
    _ replica: ReplicaID, through sequence: UInt64, _ member: Space.Member?, _ side: ComparedStore
  ) throws -> StoreProof.Writer {
    let run = try side.run(of: replica, through: sequence, in: space)
    if let dot = run.changed {
      throw SyncError(
        .badChain, "the store holds other transactions than their writer signed; verify says more",
        dot: dot)
    }
    let head = try read { try $0.heads(of: replica, through: sequence) }.last { $0.isSigned }
    return StoreProof.Writer(
      replica: replica.uuid, member: member?.member, key: member?.key.hexadecimal,
      sequence: sequence,
      chain: run.chain.sequence == sequence ? run.chain.hash.hexadecimal : nil,
      purged: try side.purged(of: replica, through: sequence),
      signed: member == nil
        ? nil
        : head.map {
          StoreProof.Head(
            sequence: $0.dot.sequence, chain: $0.chain.hexadecimal,
            signature: $0.signature.hexadecimal)
        })
  }

  /// Compares this store with a proof: whether it still holds what was there, and whether views
  /// have the same rows where it holds nothing else.
  ///
  /// Hashes every transaction that is still there, and reads every row of every view; it does not
  /// build views or fold entities again, as `verify` does.
  ///
  /// - Throws: what `StoreProof.check` throws; a `StoreError`.
  public func compare(with proof: StoreProof) throws -> ReplicaComparison {
    try ProofComparing.compare(self, with: proof)
  }

  /// Who has signed a proof, as this store knows the members; nil when nobody has.
  ///
  /// - Throws: what `StoreProof.check` throws; a `StoreError`.
  public func signer(of proof: StoreProof) throws -> StoreProof.Signer? {
    try proof.check()
    let maker = ReplicaID(proof.maker)
    let own = proof.writers.first { $0.replica == proof.maker }
    guard proof.signature != nil, let writer = own, let key = writer.key
    else { return nil }
    let known = try read { try $0.space()?.members[maker] }
    return StoreProof.Signer(
      replica: maker, member: known?.member, isKnown: known?.key.hexadecimal == key,
      keyDigits: proof.keyDigits(of: writer))
  }
}
