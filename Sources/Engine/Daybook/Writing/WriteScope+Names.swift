internal import LMDB

/// Names and replicas, and the numbers that stand for them.
extension WriteScope {
  /// The number of a name. A new one is stored with the draft, so that one that is given up leaves
  /// none.
  mutating func intern(_ name: Names.Name) -> UInt32 {
    if let number = names.number(name) { return number }
    names.add(name)
    if names.all.count > Limits.namesOfReplica, draft.failure == nil { noteTooManyNames() }
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

  /// Gives up a draft that is written here and brings too many names.
  @inline(never)
  private mutating func noteTooManyNames() {
    // A message was looked at before; what an app declares, it may.
    if draft.origin != nil || draft.number == 0 { return }
    do { try Limits.checkNames(names.all.count, brought: ownNames(among: names.all.count)) } catch {
      draft.failure = error
    }
  }

  /// How many of some names came with no other replica's transactions.
  private func ownNames(among count: Int) throws -> Int {
    var others = 0
    try reader.forEachReplica { others += $1.names }
    return max(count - others, 0)
  }

  /// Refuses a message that would bring too many names, before any is brought.
  ///
  /// Most stores have far fewer names, which is seen without counting those of the message.
  ///
  /// - Throws: `StoreError.tooLarge`.
  func checkNames(of arriving: ArrivingTransaction, from replica: UInt32) throws {
    let events = arriving.message.events
    if names.all.count + 2 * events.count + 4 <= Limits.namesOfReplica { return }
    let new = newNames(of: arriving)
    if new == 0 { return }
    let row = draft.replicas.first { $0.number == replica }?.record
    let brought = try row?.names ?? reader.replicaRecord(replica).names
    do { try Limits.checkNames(names.all.count + new, brought: brought + new) } catch {
      throw StoreError(.tooLarge, "transaction \(arriving.dot): \(error)")
    }
  }

  /// How many names of a message are new here.
  private func newNames(of arriving: ArrivingTransaction) -> Int {
    var new: Set<Names.Name> = []
    func number(_ name: Names.Name) -> UInt32? {
      if let number = names.number(name) { return number }
      new.insert(name)
      return nil
    }
    // A type of a kind that is new is told from others by the kind, which has no number yet.
    var types: Set<[String]> = []
    for event in arriving.message.events {
      var kind: UInt32 = 0
      if let text = event.kind {
        guard let known = number(Names.Name(sort: Names.Sort.kind.rawValue, text: text)) else {
          types.insert([text, event.name, "\(event.version)"])
          continue
        }
        kind = known
      }
      _ = number(
        Names.Name(
          sort: Names.Sort.eventType.rawValue, text: event.name, version: event.version, kind: kind)
      )
    }
    let header = arriving.header
    for (sort, text) in [
      (Names.Sort.author, header.author), (.context, header.context), (.process, header.process),
      (.author, header.undoAuthor.flatMap { $0.isEmpty ? nil : $0 }),
    ] {
      if let text { _ = number(Names.Name(sort: sort.rawValue, text: text)) }
    }
    return new.count + types.count
  }

  /// Notes how many names the transaction of another replica brings that is being stored.
  mutating func noteNames(broughtBy replica: UInt32) throws {
    let count = names.all.count - Int(counters.names)
    if count == 0 { return }
    let place = draft.replicas.firstIndex { $0.number == replica }
    if let place {
      draft.replicas[place].record.names += count
    } else {
      var record = try reader.replicaRecord(replica)
      record.names += count
      draft.replicas.append((replica, record))
    }
  }

  /// Stores the names that are not.
  mutating func storeNames() throws {
    guard counters.names < names.all.count else { return }
    var chain = try reader.namesChain()
    while counters.names < names.all.count {
      let number = counters.names + 1
      invariant(
        names.all[Int(number) - 1].kind < number, "a type of event is named before its kind")
      Names.encode(names.all[Int(number) - 1], number: number, into: &rows.buffers.scratch)
      try rows.transaction.append(tables.names, number, rows.buffers.scratch.bytes)
      chain = LogChain.Next(after: chain).ending(with: rows.buffers.scratch.bytes)
      counters.names = number
    }
    try put(chain, .names)
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
    guard try number != counters.replica && reader.newestSequence(number) == 0 else {
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
    for (number, record) in draft.replicas { try store(record, number) }
  }

  /// Stores a replica in place of the one with its number.
  mutating func store(_ record: ReplicaRecord, _ number: UInt32) throws {
    invariant(number > 0, "a replica has no number")
    record.encode(number: UInt64(number), into: &rows.buffers.scratch)
    try rows.transaction.put(tables.replicas, UInt64(number), rows.buffers.scratch.bytes)
  }
}
