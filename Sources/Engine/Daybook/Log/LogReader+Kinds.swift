internal import LMDB

extension LogReader {
  /// The kinds of which there are entities, with their numbers, in the order in which the store met
  /// them. O(k log n) for k names.
  func kinds(_ names: Names) throws -> [(name: String, number: UInt32)] {
    try names.all.enumerated().compactMap { index, name in
      guard name.sort == Names.Sort.kind.rawValue else { return nil }
      let number = UInt32(index + 1)
      var cursor = try transaction.cursor(tables.entities)
      let isThere = try withUnsafeBytes(of: number.bigEndian) { kind in
        // A damaged row behind the key says as much as a sound one.
        try cursor.seek(kind) && cursor.key.withUnsafeBytes { $0.starts(with: kind) }
      }
      return isThere ? (name.text, number) : nil
    }
  }
}
