internal import LMDB

/// What one evaluation of an observed closure has read.
///
/// Unchecked: it is filled by the one evaluation that made it and only read afterwards.
@usableFromInline
final class ReadTrace: @unchecked Sendable {
  /// A stretch of keys that begin alike.
  private struct Stretch {
    let prefix: [UInt8]
    /// The first and the last key that matter; nil for no limit within the prefix.
    let first: [UInt8]?
    let last: [UInt8]?

    func contains(_ key: [UInt8]) -> Bool {
      guard key.starts(with: prefix) else { return false }
      if let first, key.lexicographicallyPrecedes(first) { return false }
      if let last, last.lexicographicallyPrecedes(key) { return false }
      return true
    }
  }

  private var keys: [Table<LexicalOrder>: Set<[UInt8]>] = [:]
  private var stretches: [Table<LexicalOrder>: [Stretch]] = [:]
  private var readsLog = false

  /// Notes that the row of a key was looked for.
  func noteKey(_ table: Table<LexicalOrder>, _ key: BorrowedBytes) {
    keys[table, default: []].insert([UInt8](key))
  }

  /// Notes that the rows that begin with `prefix` were read: all, or in a direction up to a key.
  func noteScan(
    _ table: Table<LexicalOrder>, _ prefix: BorrowedBytes, reversed: Bool,
    upTo end: [UInt8]?
  ) {
    stretches[table, default: []].append(
      Stretch(
        prefix: [UInt8](prefix), first: reversed ? end : nil, last: reversed ? nil : end))
  }

  /// Notes that the rows from `lower` on and before `upper` were read: all, or in a direction up to
  /// a key.
  func noteRange(
    _ table: Table<LexicalOrder>, _ range: KeyRange, reversed: Bool, upTo end: [UInt8]?
  ) {
    stretches[table, default: []].append(
      Stretch(
        prefix: [], first: reversed ? end ?? range.lower : range.lower,
        last: reversed ? range.upper : end ?? range.upper))
  }

  /// Notes that something was read that every new transaction may change.
  func noteLog() { readsLog = true }

  func isTouched(by changes: ChangedKeys) -> Bool {
    if changes.isUnknown || readsLog && changes.hasTransactions { return true }
    return changes.keys.contains { table, changed in
      if let known = keys[table], !known.isDisjoint(with: changed) { return true }
      guard let stretches = stretches[table] else { return false }
      return changed.contains { key in stretches.contains { $0.contains(key) } }
    }
  }
}
