internal import LMDB

extension StoreCheck {
  /// There is a row for each retraction in the log, and for nothing else.
  static let retractions = StoreCheck("retractions") { scope in
    let log = scope.reader
    var rest = try Self.retractions(in: log, scope)
    let count = rest.count
    try everyRow(of: log.tables.retractions, scope) { key, row in
      guard row.isEmpty, rest.remove([UInt8](key)) != nil else {
        throw StoreError(
          .damaged, "a row of the table retractions is of no retraction in the log")
      }
    }
    guard rest.isEmpty else {
      throw StoreError(
        .damaged, "\(rest.count) retractions of the log have no row in the table retractions")
    }
    return "\(count) retractions"
  }

  /// The keys that the retractions in the log have in their table.
  private static func retractions(
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
