public import Daybook

extension EventStore {
  /// Compares this store with another one of its space: what both have, whether it is the same,
  /// and whether they show the same.
  ///
  /// It needs no key and changes nothing. Cost: a look-up a writer, the transactions since the
  /// last signature of each, and where two copies of a store have written on as one replica, all
  /// of that replica's.
  ///
  /// ```swift
  /// let comparison = try ada.compare(with: ben)
  /// for finding in comparison.differences { print(finding.code, finding.message) }
  /// ```
  ///
  /// - Throws: a `StoreError` when one of the two cannot be read.
  public func compare(with other: EventStore) throws -> ReplicaComparison {
    try Comparing.compare(try ComparedStore(self), with: try ComparedStore(other))
  }

  /// Compares this store with what is in the sound files of a shared folder, as far as those have
  /// signed them whom they name.
  ///
  /// It reads all of them, and holds them in memory meanwhile.
  ///
  /// - Throws: `SyncError.peer` when the folder cannot be read; a `StoreError`.
  public func compare(with folder: FolderPeer) async throws -> ReplicaComparison {
    let own = try ComparedStore(self)
    return try Comparing.compare(own, with: try await ComparedFolder(folder, for: self))
  }
}
