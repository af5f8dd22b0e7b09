internal import LMDB

extension EventStore {
  /// Puts a snapshot of a frontier in place of all that it holds, and keeps what is here beyond it:
  /// transactions that this store wrote and nobody has yet, too.
  ///
  /// One commit: whoever reads sees the store before it or after it. Older tokens expire, as by a
  /// purge. Rows of projections follow the entities that change.
  ///
  /// Nothing of it is checked but that it is a snapshot: whoever calls this trusts who made it.
  ///
  /// Cost: as folding and storing each entity once; reads all of what is here beyond the frontier
  /// into memory.
  ///
  /// - Parameter piece: gives each piece by its number, nil after the last; again from the first
  ///   one when the file has to grow.
  /// - Returns: false when all that the snapshot holds is here already; then nothing is changed,
  ///   unless this store was purged to a frontier that does not count any more.
  /// - Throws: `StoreError`: `invalidArgument` for what is no snapshot, `foreignSpace`,
  ///   `clockAhead`, `expiredToken` when this store has purged what the snapshot does not hold.
  @discardableResult
  package func bootstrap(
    from piece: @escaping @Sendable (Int) throws -> [UInt8]?
  ) throws -> Bool {
    let wall = now().milliseconds
    return try change { scope in
      defer { scope.discardDraft() }
      try scope.beginDraft(wall: wall, declared: nil)
      // What is left out is noted, as of transactions that came from elsewhere.
      scope.draft.earlier = 1
      var bootstrap = Bootstrap(FrontierSnapshot.Decoder(piece))
      return try bootstrap.run(&scope)
    }
  }
}
