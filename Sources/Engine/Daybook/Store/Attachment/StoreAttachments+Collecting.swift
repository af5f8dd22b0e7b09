extension StoreAttachments {
  /// What a collection has removed.
  public struct Collected: Sendable, Hashable, Codable {
    /// Files.
    public let files: Int
    /// Their bytes.
    public let bytes: Int
  }

  /// Removes the files to which nothing refers any more: no event of the log, which an undo could
  /// bring back, no state, and no baseline of what was purged.
  ///
  /// A purge is what takes references away, so call it after one. It needs no schema, because
  /// references are found by what they look like: an app that does not know a kind, or a field of a
  /// newer version, keeps what these refer to.
  ///
  /// Reads all of the log, then holds up appends while it reads what they have added meanwhile, and
  /// the states, and removes the files. So no event that is committed loses its file.
  ///
  /// - Parameters:
  ///   - grace: how long a file stays that was written, or found again by an `add`, and to which no
  ///     event refers yet.
  ///   - now: the time by the clock of the file system.
  /// - Throws: `StoreError.damaged` when a part of the log cannot be read, with nothing removed;
  ///   `storage`, `writerStopped`.
  @discardableResult
  public func collect(
    grace: Duration = .seconds(86_400), now: Date = Date()
  ) async throws -> Collected {
    try await OwnThread.value { try self.remove(grace, now) }
  }

  /// The blocking twin of the asynchronous `collect`.
  @available(*, noasync)
  @discardableResult
  public func collect(
    grace: Duration = .seconds(86_400), now: Date = Date()
  ) throws -> Collected {
    try remove(grace, now)
  }

  private func remove(_ grace: Duration, _ now: Date) throws -> Collected {
    // Before anything is looked at: an `add` during the search is younger.
    let limit = now - Double(grace.components.seconds)
    let there = Set(try folder.contents().keys)
    if there.isEmpty { return try remove([], before: limit) }
    let (known, last) = try store.read { reader in
      var references = AttachmentReferences()
      try reader.log.addAttachments(ofEventsFrom: 0, to: &references)
      return (references, try LogCounters(reader.log.transaction, reader.log.tables).events)
    }
    return try store.inspect { scope in
      var references = known
      try scope.reader.addAttachments(ofEventsFrom: last + 1, to: &references)
      try scope.reader.addAttachmentsOfStates(to: &references)
      return try remove(there.subtracting(references.names).sorted(), before: limit)
    }
  }

  private func remove(_ names: [String], before limit: Date) throws -> Collected {
    let removed = try folder.remove(names, writtenBefore: limit)
    return Collected(files: removed.files, bytes: removed.bytes)
  }
}
