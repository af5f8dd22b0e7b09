internal import LMDB

/// Finds the transactions that take one back, which may come before it.
enum RetractionIndex: LogIndex {
  static let name = "retractions"
  static let format = (
    key:
      "replica number (4), sequence (8) of the target, number of the retracting transaction (8), all big-endian",
    value: "nothing but the CRC"
  )

  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    let table = scope.context.tables.retractions
    for retraction in scope.draft.retractions.dropFirst(scope.draft.storedRetractions) {
      try DotKey.withBytes(retraction.replica, retraction.dot.sequence, scope.draft.number) { key in
        // A message may name one target twice: one row says all.
        guard try scope.reading.row(table, key) == nil else { return }
        scope.rows.buffers.scratch.truncate()
        try scope.rows.putScratch(table, key)
        scope.counters.retractions += 1
      }
    }
    scope.draft.storedRetractions = scope.draft.retractions.count
  }

  static func forget(event position: UInt64, _ scope: inout WriteScope) throws {
    if scope.counters.retractions == 0 { return }
    let log = scope.reader
    let event = try log.event(position)
    guard let name = scope.names[event.type], Control.isRetraction(name) else { return }
    let target = try Control.target(try log.payload(position).bytes)
    guard let replica = try log.number(of: target.replica) else { return }
    try DotKey.withBytes(replica, target.sequence, event.transaction) { key in
      if try scope.rows.transaction.remove(scope.context.tables.retractions, key) {
        scope.counters.retractions -= 1
      }
    }
  }

  /// There is a row for each retraction in the log, and for nothing else.
  static func check(_ scope: borrowing WriteScope) throws -> String {
    let log = scope.reader
    var rest = try keys(in: log, scope)
    let count = rest.count
    try log.everyRow(of: log.tables.retractions) { key, row in
      guard row.isEmpty, rest.remove([UInt8](key)) != nil else {
        throw StoreError(
          .damaged, "a row of the table retractions is of no retraction in the log")
      }
    }
    guard rest.isEmpty else {
      throw StoreError(
        .damaged,
        "\(rest.count.counted("retraction of the log has", "retractions of the log have")) no row in the table retractions"
      )
    }
    return count.counted("retraction")
  }

  /// The keys that the retractions in the log have in their table.
  private static func keys(
    in log: LogReader, _ scope: borrowing WriteScope
  ) throws -> Set<[UInt8]> {
    var keys: Set<[UInt8]> = []
    guard let type = scope.names.number(Control.retraction) else { return keys }
    var cursor = try log.transaction.cursor(log.tables.events)
    while try cursor.next() {
      let position = cursor.key
      let event = try log.event(position)
      guard event.type == type else { continue }
      let target = try Control.target(try log.payload(position).bytes)
      guard let replica = try log.number(of: target.replica) else {
        throw StoreError(
          .damaged, "the retraction at position \(position) names a replica that is not there")
      }
      DotKey.withBytes(replica, target.sequence, event.transaction) { _ = keys.insert([UInt8]($0)) }
    }
    return keys
  }
}
