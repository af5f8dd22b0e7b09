internal import LMDB

/// Names and replicas, and the numbers that stand for them.
extension WriteScope {
  /// The number of a name. A new one is stored with the draft, so that one that is given up leaves
  /// none.
  mutating func intern(_ name: Names.Name) -> UInt32 {
    if let number = names.number(name) { return number }
    names.add(name)
    return UInt32(names.all.count)
  }

  /// The number of a text of one sort; 0 for none.
  mutating func intern(_ sort: Names.Sort, _ text: String?) -> UInt32 {
    guard let text else { return 0 }
    // Most often the same as the last time, which costs less than a search.
    if let name = names[known.recentNames[Int(sort.rawValue)]], name.sort == sort.rawValue,
      name.text.isWritten(as: text)
    {
      return known.recentNames[Int(sort.rawValue)]
    }
    let number = intern(Names.Name(sort: sort.rawValue, text: text))
    known.recentNames[Int(sort.rawValue)] = number
    return number
  }

  /// Stores the names that are not.
  mutating func storeNames() throws {
    while heads.names < names.all.count {
      let number = heads.names + 1
      Names.encode(names.all[Int(number) - 1], number: number, into: &rows.buffers.scratch)
      try rows.transaction.append(tables.names, number, rows.buffers.scratch.bytes)
      heads.names = number
    }
  }

  /// The local number of a replica. A new one is stored with the draft, as names are.
  mutating func intern(_ replica: ReplicaID) throws -> UInt32 {
    if let added = draft.replicas.first(where: { $0.record.id == replica }) { return added.number }
    if let number = try reader.number(of: replica) { return number }
    // Its space is told by its first message.
    return try addReplica(ReplicaRecord(id: replica, space: ReplicaRecord.noSpace))
  }

  /// The local number of the replica that a message comes from, whose space it tells.
  ///
  /// - Throws: `StoreError.foreignSpace` when its earlier messages came from another.
  mutating func intern(_ replica: ReplicaID, in space: UUID) throws -> UInt32 {
    guard let number = try reader.number(of: replica) else {
      return try addReplica(ReplicaRecord(id: replica, space: space))
    }
    var record = try reader.replicaRecord(number)
    if record.space == space { return number }
    guard try number != heads.replica && reader.newestSequence(number) == 0 else {
      throw StoreError(
        .foreignSpace,
        "replica \(replica) writes in space \(record.space), and now in \(space); one of its stores is a copy"
      )
    }
    record.space = space
    draft.replicas.append((number, record))
    return number
  }

  private mutating func addReplica(_ record: ReplicaRecord) throws -> UInt32 {
    let stored = UInt32(try reading.statistics(tables.replicas).rows)
    let number = max(stored, draft.replicas.map(\.number).max() ?? 0) + 1
    draft.replicas.append((number, record))
    return number
  }

  /// Stores the replicas that the draft has brought.
  mutating func storeReplicas() throws {
    for (number, record) in draft.replicas {
      record.encode(number: UInt64(number), into: &rows.buffers.scratch)
      try rows.transaction.put(tables.replicas, UInt64(number), rows.buffers.scratch.bytes)
    }
  }
}
