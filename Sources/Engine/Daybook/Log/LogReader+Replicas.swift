internal import LMDB

extension LogReader {
  /// Calls `body` with every replica that was ever named.
  func forEachReplica(_ body: (UInt32, ReplicaRecord) throws -> Void) throws {
    var cursor = try transaction.cursor(tables.replicas)
    while try cursor.next() {
      let number = UInt32(truncatingIfNeeded: cursor.key)
      let record = cursor.value.withUnsafeBytes { ReplicaRecord($0, number: cursor.key) }
      guard let record else { throw Self.damagedReplica(cursor.key) }
      try body(number, record)
    }
  }

  /// The identifiers of all replicas, by local number.
  func replicaIDs() throws -> [UInt32: ReplicaID] {
    var ids: [UInt32: ReplicaID] = [:]
    try forEachReplica { ids[$0] = $1.id }
    return ids
  }
}
