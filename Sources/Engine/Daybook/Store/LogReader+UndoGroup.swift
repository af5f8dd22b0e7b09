extension LogReader {
  /// The identity of the transaction that began the undo group of a transaction: its own for most.
  func group(of number: UInt64) throws -> Dot {
    let known = try withTransaction(number) { record, header in
      (record, try TravellingHeader(header, of: number).group)
    }
    guard let (record, group) = known else { return try dot(existing(number)) }
    return try group ?? dot(record)
  }

  /// The transactions of an undo group, ascending; nil when its first is not here any more, so that
  /// it can not be taken back as a whole.
  func undoGroup(of number: UInt64, newest: UInt64) throws -> [UInt64]? {
    let group = try group(of: number)
    guard let replica = try self.number(of: group.replica),
      let first = try self.number(replica: replica, sequence: group.sequence),
      try record(first) != nil
    else { return nil }
    return try (first...newest).filter { try self.group(of: $0) == group }
  }

  private func dot(_ record: TransactionRecord) throws -> Dot {
    Dot(replica: try replica(record.replica), sequence: record.sequence)
  }
}
