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
}
