public import Daybook

extension ProjectionReader where P == LastEntries {
  /// The baby's last entry of a kind that is wanted; of one type when it is given.
  ///
  /// Asks `isWanted` about the newest first and stops at the first that is, of each type when none
  /// is given: O(types · log n + entries that are passed).
  ///
  /// - Throws: what `isWanted` throws.
  public func last(
    _ kind: EntryKind, of baby: UUID?, type: String? = nil,
    where isWanted: (LastKey) throws -> Bool
  ) throws -> LastKey? {
    var best: LastKey?
    for type in try type.map({ [$0] }) ?? lastOfEachType(kind, of: baby).map(\.type) {
      try forEach(LastEntries.newest(kind, baby, type)) { key, _ in
        if let best, LastKey.isEarlier(key, best) { return false }
        guard try isWanted(key) else { return true }
        best = key
        return false
      }
    }
    return best
  }
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// The baby's last entry for which `isWanted` holds: the last bottle, the last wet diaper.
  ///
  /// ```swift
  /// let bottle = try reader.last(FeedSession.self, of: noor) { $0.route == .bottle }
  /// ```
  /// Reads entries from the newest backwards and stops at the first that is wanted; when there is
  /// none, it reads all. Each entry costs O(log n).
  ///
  /// - Throws: `StoreError.notInSchema`, and what `isWanted` throws.
  public func last<E: NurseryEntry>(
    _ kind: E.Type, of baby: UUID?, type: String? = nil,
    where isWanted: (E) throws -> Bool = { _ in true }
  ) throws -> (id: UUID, entry: E)? {
    var found: (id: UUID, entry: E)?
    let last = try view(LastEntries.self)
    _ = try last.last(E.entryKind, of: baby, type: type) { key in
      guard let entry = try entity(E.self, key.id), try isWanted(entry) else { return false }
      found = (key.id, entry)
      return true
    }
    return found
  }
}
