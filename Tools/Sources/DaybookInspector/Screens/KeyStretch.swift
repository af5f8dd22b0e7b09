import Daybook

/// Which keys of a table a page is about.
enum KeyStretch {
  case beginning(with: [UInt8])
  case from([UInt8], before: [UInt8])

  /// The rows of those keys, at most `limit`, in the order of reading.
  ///
  /// - Parameter last: leaves out the rows up to this key.
  func rows(
    of table: ShownTable, after last: [UInt8]?, limit: Int, reversed: Bool,
    _ reader: borrowing Reader
  ) throws -> [UntypedRow] {
    let (view, name) = (table.view.name, table.table.name)
    switch self {
    case .beginning(let prefix):
      return try reader.rows(
        ofView: view, table: name, prefix: prefix, after: last, limit: limit, reversed: reversed)
    case .from(let first, let end):
      let found = try reader.rows(
        ofView: view, table: name, after: last ?? (reversed ? end : Self.before(first)),
        limit: limit, reversed: reversed)
      let within = found.prefix { row in
        reversed
          ? !row.key.lexicographicallyPrecedes(first) : row.key.lexicographicallyPrecedes(end)
      }
      return Array(within)
    }
  }

  /// The greatest bytes of that length that are less; nil when there are none. Reading goes on
  /// behind all keys that begin so.
  private static func before(_ bytes: [UInt8]) -> [UInt8]? {
    guard let place = bytes.lastIndex(where: { $0 > 0 }) else { return nil }
    let rest = bytes.count - place - 1
    return bytes[..<place] + [bytes[place] - 1] + Array(repeating: 0xFF, count: rest)
  }
}
