public import Daybook

/// What several people or devices wrote down and somebody should look at. Nothing of it is dropped.
public enum Conflict: Hashable, Codable, Sendable, Identifiable {
  /// Several entries of a kind run for one baby; the last one counts as running.
  case running(EntryKind, baby: UUID?, entries: [UUID])
  /// Entries of a kind, baby and type that begin at nearly the same time: maybe one, written twice.
  case possibleDuplicates(EntryKind, baby: UUID?, entries: [UUID])

  public var id: Self { self }

  /// The entries, in order of their beginning.
  public var entries: [UUID] {
    switch self {
    case .running(_, _, let entries), .possibleDuplicates(_, _, let entries): entries
    }
  }
}

extension StoreReading where Self: ~Copyable & ~Escapable {
  /// Everything that looks like a conflict, by kind, baby and time.
  ///
  /// Two diaper changes of one time are no duplicates when one was wet and the other solid:
  /// BabyDashboard writes them so. The schema must have `LastEntries`; reads the key of each entry.
  ///
  /// - Parameter seconds: how far apart two beginnings may lie to count as one; 0 takes equal ones
  ///   alone.
  /// - Throws: as `view`.
  public func conflicts(duplicatesWithin seconds: Double = 0) throws -> [Conflict] {
    try runningConflicts() + duplicates(within: seconds)
  }

  private func runningConflicts() throws -> [Conflict] {
    var groups: [[LastKey]] = []
    try view(LastEntries.self).forEach(LastEntries.query(LastEntries.running)) { key, _ in
      if let last = groups.last?.last, last.kind == key.kind, last.baby == key.baby {
        groups[groups.count - 1].append(key)
      } else {
        groups.append([key])
      }
      return true
    }
    return groups.filter { $0.count > 1 }.map { keys in
      .running(
        keys[0].kind, baby: keys[0].baby, entries: keys.sorted(by: LastKey.isEarlier).map(\.id))
    }
  }

  private func duplicates(within seconds: Double) throws -> [Conflict] {
    var found: [Conflict] = []
    var group: [LastKey] = []
    func end(_ group: [LastKey]) throws {
      for keys in try alike(group) where keys.count > 1 {
        found.append(
          .possibleDuplicates(keys[0].kind, baby: keys[0].baby, entries: keys.map(\.id)))
      }
    }
    try view(LastEntries.self).forEach(LastEntries.all) { key, _ in
      if let last = group.last, !key.isNear(last, seconds) {
        if group.count > 1 { try end(group) }
        group.removeAll(keepingCapacity: true)
      }
      group.append(key)
      return true
    }
    try end(group)
    return found
  }

  /// The entries of a group that may be one: diaper changes by what was in them.
  private func alike(_ keys: [LastKey]) throws -> [[LastKey]] {
    guard keys.first?.kind == .diaper else { return [keys] }
    let groups = try Dictionary(grouping: keys) { key in
      try entity(DiaperChange.self, key.id).map { [$0.wet, $0.solid] } ?? []
    }
    return groups.values.sorted { LastKey.isEarlier($0[0], $1[0]) }
  }
}

extension LastKey {
  /// Whether another entry of the same kind, baby and type began at nearly the same time.
  ///
  /// Types are told apart by their bytes, as in the order of keys.
  fileprivate func isNear(_ other: LastKey, _ seconds: Double) -> Bool {
    kind == other.kind && baby == other.baby && type.utf8.elementsEqual(other.type.utf8)
      && abs(start.timeIntervalSince(other.start)) <= seconds
  }
}
