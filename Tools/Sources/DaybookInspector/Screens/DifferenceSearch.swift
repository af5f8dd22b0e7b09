import Daybook

/// The rows of a table that differ between two stores, looked for until enough are found or a
/// while is over.
struct DifferenceSearch {
  let found: [RowDifference]
  /// The key after which it goes on; nil at the end of the table.
  let next: [UInt8]?

  /// How many rows of each side are looked at in one go.
  private static let stretch = 1000

  /// - Parameters:
  ///   - last: the key after which it begins; nil for the first row.
  ///   - limit: how many rows are enough.
  ///   - end: when the while is over.
  init(
    _ view: String, _ table: String, in here: EventStore, _ there: EventStore,
    after last: [UInt8]? = nil, limit: Int, until end: ContinuousClock.Instant
  ) throws {
    var (found, place, isAtEnd) = ([RowDifference](), last, false)
    while !isAtEnd, found.count < limit, ContinuousClock.now < end {
      let (rows, next) = RowDifference.merge(
        try Self.stretch(of: view, table, place, here),
        try Self.stretch(of: view, table, place, there), limit: Self.stretch)
      for row in rows where !row.isSame && found.count < limit { found.append(row) }
      // Of a full page the rest is looked at again.
      place = found.count == limit ? found.last?.key : next
      isAtEnd = next == nil && found.count < limit
    }
    self.found = found
    self.next = isAtEnd ? nil : place ?? []
  }

  private static func stretch(
    of view: String, _ table: String, _ after: [UInt8]?, _ store: EventStore
  ) throws -> [UntypedRow] {
    try store.read { reader in
      try reader.rows(ofView: view, table: table, after: after, limit: stretch)
    }
  }
}
