internal import LMDB

/// What a replay has put right and has told nobody of, so that one that is killed in between loses
/// no word of it.
///
/// The row `replay` of the table `meta` has a payload: 1 how many entities. The rows `replay/N`
/// have the first thousand of them, in the order in which they were found: 1 the kind, 2 the
/// entity, 3 the position of the event, 4 its transaction, 5 each property that differs (1 its
/// name, 2 the old value, 3 the new one), 6 why an event cannot be folded.
struct ReplayNotes {
  private(set) var differing = 0
  private(set) var differences: [Replay.Difference] = []

  /// Those of a replay that has not ended.
  ///
  /// - Throws: `StoreError.damaged`.
  init(_ log: LogReader) throws {
    try MetaKey.replay.withBytes { key in
      let row = try log.transaction.row(log.tables.meta, key)
      differing = try row.map { try Self.count($0) } ?? 0
    }
    for index in 0..<min(differing, Replay.mostListed) {
      try MetaKey.replay(index).withBytes { key in
        guard let row = try log.transaction.row(log.tables.meta, key) else { return }
        differences.append(try Replay.Difference(row))
      }
    }
  }

  /// What the row `replay` says.
  static func count(_ row: BorrowedBytes) throws -> Int {
    var reader = PayloadReader(row.bytes)
    while let field = try reader.next() {
      if field == 1 { return Int(clamping: try reader.uint()) }
    }
    return 0
  }

  /// Adds what a step of a replay puts right, in the same commit.
  static func add(_ found: [Replay.Difference], _ scope: inout WriteScope) throws {
    if found.isEmpty { return }
    let known = try ReplayNotes(scope.reader).differing
    for (index, difference) in zip(known..<max(known, Replay.mostListed), found) {
      scope.rows.buffers.scratch.truncate()
      difference.encode(into: &scope.rows.buffers.scratch)
      try MetaKey.replay(index).withBytes { try scope.rows.putScratch(scope.tables.meta, $0) }
    }
    scope.rows.buffers.scratch.truncate()
    scope.rows.buffers.scratch.uint(1, UInt64(known + found.count))
    try MetaKey.replay.withBytes { try scope.rows.putScratch(scope.tables.meta, $0) }
  }

  /// Forgets all of it, once it was told.
  static func clear(_ scope: inout WriteScope) throws {
    let known = try ReplayNotes(scope.reader).differing
    if known == 0 { return }
    for index in 0..<min(known, Replay.mostListed) {
      try MetaKey.replay(index).withBytes { key in
        _ = try scope.rows.transaction.remove(scope.tables.meta, key)
      }
    }
    try MetaKey.replay.withBytes { key in
      _ = try scope.rows.transaction.remove(scope.tables.meta, key)
    }
  }
}
