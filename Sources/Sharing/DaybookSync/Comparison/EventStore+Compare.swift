public import Daybook

extension EventStore {
  /// Compares this store with another one of its space: which transactions each has, whether the
  /// common ones are the same, and whether the views have the same rows.
  ///
  /// It needs no key and changes nothing. It reads and hashes every transaction that is stored,
  /// some 3 µs each; for those that were purged stands what was signed before. Where both have the
  /// same, it reads every row of every view; `verify` builds them again.
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

  /// Compares this store with the content of a shared folder's sound files, without files that have
  /// a wrong signature.
  ///
  /// It reads all these files, and holds them in memory meanwhile.
  ///
  /// - Throws: `SyncError.peer` when the folder cannot be read; a `StoreError`.
  public func compare(with folder: FolderPeer) async throws -> ReplicaComparison {
    let own = try ComparedStore(self)
    return try Comparing.compare(own, with: try await ComparedPages(folder, for: self))
  }

  /// Compares this store with what a hub has.
  ///
  /// It asks the hub for all its transactions, and holds them in memory meanwhile. Those that were
  /// purged before the hub began are not compared.
  ///
  /// - Throws: `SyncError.peer` when the hub cannot be reached; `revoked`, `notEnrolled` when it
  ///   does not answer this device; `revokedHub` for a hub that was revoked; a `StoreError`.
  public func compare(with hub: HubPeer) async throws -> ReplicaComparison {
    let own = try ComparedStore(self)
    return try Comparing.compare(own, with: try await ComparedPages(hub, for: self))
  }
}
