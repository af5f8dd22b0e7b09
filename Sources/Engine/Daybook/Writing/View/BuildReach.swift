internal import LMDB

/// How many entities a build has taken up to a key.
///
/// The key alone is stored, so a build that another process or an earlier one began is counted
/// once.
struct BuildReach {
  var key: [UInt8] = []
  var count = 0

  /// The number of entities up to a key. O(1) for the key that it knows, else O(n).
  func count(through end: [UInt8], _ scope: borrowing WriteScope) throws -> Int {
    if end == key || end.isEmpty { return end.isEmpty ? 0 : count }
    var cursor = try scope.reading.cursor(scope.tables.entities)
    var found = 0
    var more = try cursor.first()
    while more, cursor.key.withUnsafeBytes({ !end.lexicographicallyPrecedes($0) }) {
      found += 1
      more = try cursor.next()
    }
    return found
  }
}

/// What one transaction of a rebuild did, for those who are not within it.
struct RebuildTaken: Sendable {
  let names: [String]
  let entities: Int
  let done: Int
  let total: Int
  let hasEnded: Bool
}
