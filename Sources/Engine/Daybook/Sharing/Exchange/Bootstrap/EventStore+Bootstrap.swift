extension EventStore {
  /// Puts a snapshot in place of the transactions of its frontier. The transactions here beyond the
  /// frontier stay, also those that only this store has.
  ///
  /// It is one commit: readers see the store as it was before or as it is after. Older tokens
  /// expire, as by a purge. Rows of projections follow the entities that change.
  ///
  /// The caller must trust the maker: nothing is checked but that the bytes are a snapshot.
  ///
  /// Cost: as folding and storing each entity once. It reads the transactions beyond the frontier
  /// into memory.
  ///
  /// - Parameter piece: gives each piece by its number, nil after the last; again from the first
  ///   one when the file has to grow.
  /// - Returns: false when everything that the snapshot holds is here already and the store need
  ///   not start again; then nothing has changed.
  /// - Throws: `StoreError`: `invalidArgument` for bytes that are no snapshot, `foreignSpace`,
  ///   `clockAhead`, `expiredToken` when this store has purged transactions that the snapshot does
  ///   not hold.
  @discardableResult
  package func bootstrap(
    from piece: @escaping @Sendable (Int) throws -> [UInt8]?
  ) throws -> Bool {
    let wall = now().milliseconds
    return try change { scope in
      defer { scope.discardDraft() }
      try scope.beginDraft(wall: wall, declared: nil)
      // As of transactions that came from elsewhere: events that folds leave out are noted.
      scope.draft.earlier = 1
      var bootstrap = Bootstrap(FrontierSnapshot.Decoder(piece))
      return try bootstrap.run(&scope)
    }
  }
}
