internal import LMDB

extension LogReader {
  /// Calls `body` with every replica that was ever named.
  func forEachReplica(_ body: (UInt32, ReplicaRecord) throws -> Void) throws {
    var cursor = try transaction.cursor(tables.replicas)
    while try cursor.next() {
      let number = UInt32(truncatingIfNeeded: cursor.key)
      try body(number, try replicaRecord(number))
    }
  }

  /// The identifiers of all replicas, by local number.
  func replicaIDs() throws -> [UInt32: ReplicaID] {
    var ids: [UInt32: ReplicaID] = [:]
    try forEachReplica { ids[$0] = $1.id }
    return ids
  }
}
