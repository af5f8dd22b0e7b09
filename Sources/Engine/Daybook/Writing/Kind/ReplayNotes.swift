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

extension Replay.Difference {
  /// Reads a row.
  init(_ row: BorrowedBytes) throws {
    var (kind, entity) = ("", PackedUUID.zero.id)
    var (position, transaction): (UInt64?, UInt64?) = (nil, nil)
    var properties: [History.PropertyChange] = []
    var failure: String?
    var reader = PayloadReader(row.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: kind = try reader.string()
      case 2: entity = try reader.uuid()
      case 3: position = try reader.uint()
      case 4: transaction = try reader.uint()
      case 5: try reader.message { properties.append(try History.PropertyChange(&$0)) }
      case 6: failure = try reader.string()
      default: break
      }
    }
    self.init(
      kind: kind, entity: entity, position: position, transaction: transaction,
      properties: properties, failure: failure)
  }

  fileprivate func encode(into writer: inout PayloadWriter) {
    writer.string(1, kind)
    writer.uuid(2, entity)
    if let position { writer.uint(3, position) }
    if let transaction { writer.uint(4, transaction) }
    for property in properties {
      writer.message(5) {
        $0.string(1, property.name)
        $0.string(2, property.old)
        $0.string(3, property.new)
      }
    }
    writer.string(6, failure)
  }
}

extension History.PropertyChange {
  fileprivate init(_ reader: inout PayloadReader) throws {
    var (name, old, new): (String, String?, String?) = ("", nil, nil)
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: old = try reader.string()
      case 3: new = try reader.string()
      default: break
      }
    }
    self.init(name: name, old: old, new: new)
  }
}
