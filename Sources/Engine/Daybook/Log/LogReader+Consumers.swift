extension LogReader {
  /// How far a consumer is; nil when it was never run.
  func consumer(_ name: String) throws -> ConsumerRecord? {
    try MetaKey.consumer(name).withBytes { key in
      try transaction.row(tables.meta, key).map { try ConsumerRecord($0) }
    }
  }

  /// Every consumer that was run and not removed, in the order of their names.
  func consumers() throws -> [(name: String, record: ConsumerRecord)] {
    var found: [(name: String, record: ConsumerRecord)] = []
    try MetaKey.consumer("").withBytes { prefix in
      try RowScan.forward(transaction, tables.meta, prefix: prefix) { key, row in
        found.append(
          (String(decoding: key.from(prefix.count), as: UTF8.self), try ConsumerRecord(row)))
        return true
      }
    }
    return found
  }

  /// The peers that have some of a replica's transactions after one, or may have it: it was handed
  /// to them, and they have not answered. As consumers of the history.
  func holders(of replica: ReplicaID, beyond sequence: UInt64) throws -> [String] {
    guard let number = try self.number(of: replica),
      let first = try self.number(replica: number, sequence: sequence + 1)
    else { return [] }
    return try consumers().filter { _, record in
      if record.handed[replica] > sequence { return true }
      return record.heard != nil
        && (record.transaction >= first || record.vector[replica] > sequence)
    }.map(\.name)
  }
}
