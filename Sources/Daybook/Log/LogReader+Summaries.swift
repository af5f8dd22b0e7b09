internal import LMDB

extension LogReader {
  /// The summary of a block; nil when there is none, which says nothing.
  func summary(_ key: UInt64) throws -> Summary? {
    guard let span = try transaction.value(tables.summaries, key) else { return nil }
    return try span.withUnsafeBytes { bytes in
      guard let summary = Summary(bytes, key: key) else {
        throw StoreError(.damaged, "the summary of block \(key) of the log is damaged")
      }
      return summary
    }
  }

  /// The summary of a block for a search: one that is damaged leaves nothing out, and `verify` tells.
  func usableSummary(_ key: UInt64) throws -> Summary? {
    do {
      return try summary(key)
    } catch let error as StoreError where error.code == .damaged {
      return .unknown
    }
  }

  /// Calls `body` with the numbers that a transaction brings into its summaries, until it says false.
  ///
  /// Some may come twice. The events are read only when the numbers of the record were not enough.
  func eachSummaryNumber(
    of number: UInt64, _ name: (UInt32) throws -> Names.Name?, _ body: (UInt32) throws -> Bool
  ) throws {
    let record = try existing(number)
    guard try body(record.author == 0 ? Summary.noAuthor : record.author),
      try body(record.context == 0 ? Summary.noContext : record.context),
      try body(record.flags & TransactionRecord.isRemote == 0 ? Summary.local : Summary.remote)
    else { return }
    for position in record.positions {
      let type = try event(position).type
      guard try body(type), let found = try name(type) else { return }
      if found.kind != 0 {
        if try !body(found.kind) { return }
      } else if found.text == Control.retracted {
        for key in try affected(number, name) where key.kind != 0 {
          if try !body(UInt32(key.kind)) { return }
        }
      }
    }
  }

  /// The entities that a transaction touches, those of what it retracts included.
  func affected(_ number: UInt64, _ name: (UInt32) throws -> Names.Name?) throws -> [EntityKey] {
    var found: [EntityKey] = []
    for position in try existing(number).positions {
      let event = try event(position)
      guard let type = try name(event.type) else { continue }
      if type.text == Control.retracted, type.kind == 0 {
        let target = try withPayload(position) { _, payload in try Control.target(payload) }
        if let replica = try self.number(of: target.replica),
          let number = try self.number(replica: replica, sequence: target.sequence)
        {
          found += try affected(number, name)
        }
      } else {
        found.append(EntityKey(kind: UInt16(type.kind), id: event.entity))
      }
    }
    return found
  }

  /// The local number of a replica; nil when nothing came from it yet.
  func number(of replica: ReplicaID) throws -> UInt32? {
    var cursor = try transaction.cursor(tables.replicas)
    while try cursor.next() {
      let id = cursor.value.withUnsafeBytes { $0.loadUUID(4) }
      if id == replica.uuid { return UInt32(cursor.key) }
    }
    return nil
  }
}
