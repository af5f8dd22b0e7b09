internal import LMDB

/// The keys that one LMDB transaction changed: rows of projections, and entities.
struct ChangedKeys: Sendable {
  /// After so many keys everything counts as changed: then looking again is cheaper than comparing.
  static let limit = 4096

  private(set) var keys: [Table<LexicalOrder>: Set<[UInt8]>] = [:]
  private(set) var count = 0
  /// Whether it is not known what changed.
  private(set) var isUnknown = false
  /// Whether the log grew.
  var hasTransactions = false

  mutating func add(_ table: Table<LexicalOrder>, _ key: BorrowedBytes) {
    if isUnknown { return }
    if keys[table, default: []].insert([UInt8](key)).inserted { count += 1 }
    if count > Self.limit { setUnknown() }
  }

  /// Lets everything count as changed.
  mutating func setUnknown() {
    isUnknown = true
    keys.removeAll()
    count = 0
  }
}

/// The changed keys of the last commits, for those who were busy when they came.
struct RecentChanges: Sendable {
  private static let limit = 64

  /// The versions are without gaps; nil changes are not known.
  private var changes: [(version: UInt64, keys: ChangedKeys?)] = []

  mutating func add(_ version: UInt64, _ keys: ChangedKeys?) {
    if let last = changes.last, last.version + 1 != version { changes.removeAll() }
    if changes.count == Self.limit { changes.removeFirst(Self.limit / 2) }
    changes.append((version, keys))
  }

  mutating func removeAll() { changes.removeAll() }

  /// Whether a commit after `seen`, up to `version`, may have changed what a trace holds.
  func concern(_ trace: ReadTrace?, from seen: UInt64, to version: UInt64) -> Bool {
    if seen >= version { return false }
    guard let trace, let first = changes.first, first.version <= seen + 1 else { return true }
    return changes.contains { change in
      guard change.version > seen else { return false }
      guard let keys = change.keys else { return true }
      return trace.isTouched(by: keys)
    }
  }
}
