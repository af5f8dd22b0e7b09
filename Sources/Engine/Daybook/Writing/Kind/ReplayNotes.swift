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

  /// Those of replays that have not ended. A row of the list that cannot be read is counted, and
  /// not in ``differences``.
  ///
  /// - Throws: `StoreError.damaged` for the count.
  init(_ log: LogReader) throws {
    try MetaKey.replay.withBytes { key in
      let row = try log.transaction.row(log.tables.meta, key)
      differing = try row.map { try Self.count($0) } ?? 0
    }
    for index in 0..<min(differing, Replay.mostListed) {
      if let difference = try Self.listed(index, log) { differences.append(difference) }
    }
  }

  /// A row of the list; nil for one that is not there or cannot be read.
  private static func listed(_ index: Int, _ log: LogReader) throws -> Replay.Difference? {
    do {
      return try MetaKey.replay(index).withBytes { key -> Replay.Difference? in
        guard let row = try log.transaction.row(log.tables.meta, key) else { return nil }
        return try Replay.Difference(row)
      }
    } catch is PayloadError {
      return nil
    } catch let error as StoreError where error.code == .damaged {
      return nil
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
      try put(difference, at: index, &scope)
    }
    try put(count: known + found.count, &scope)
  }

  /// Forgets what a replay has told. What another one has noted meanwhile stays for the next.
  static func clear(_ told: Replay, _ scope: inout WriteScope) throws {
    var notes = try ReplayNotes(scope.reader)
    if notes.differing == 0 { return }
    let listed = min(notes.differing, Replay.mostListed)
    notes.forget(told)
    for (index, difference) in notes.differences.enumerated() {
      try put(difference, at: index, &scope)
    }
    for index in notes.differences.count..<listed {
      try MetaKey.replay(index).withBytes { key in
        _ = try scope.rows.transaction.remove(scope.tables.meta, key)
      }
    }
    try put(count: notes.differing, &scope)
  }

  private mutating func forget(_ told: Replay) {
    var rest = told.differences
    differences.removeAll { noted in
      guard let place = rest.firstIndex(of: noted) else { return false }
      rest.remove(at: place)
      return true
    }
    // Of two replays that both knew a note, the second subtracts it again.
    differing = max(differing - told.differing, differences.count)
  }

  private static func put(
    _ difference: Replay.Difference, at index: Int, _ scope: inout WriteScope
  ) throws {
    scope.rows.buffers.scratch.truncate()
    difference.encode(into: &scope.rows.buffers.scratch)
    try MetaKey.replay(index).withBytes { try scope.rows.putScratch(scope.tables.meta, $0) }
  }

  /// Writes how many there are; no row where there are none.
  private static func put(count: Int, _ scope: inout WriteScope) throws {
    if count == 0 {
      try MetaKey.replay.withBytes { key in
        _ = try scope.rows.transaction.remove(scope.tables.meta, key)
      }
      return
    }
    scope.rows.buffers.scratch.truncate()
    scope.rows.buffers.scratch.uint(1, UInt64(count))
    try MetaKey.replay.withBytes { try scope.rows.putScratch(scope.tables.meta, $0) }
  }
}
