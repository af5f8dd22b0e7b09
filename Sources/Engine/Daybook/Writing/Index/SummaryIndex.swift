internal import LMDB

/// Says which names occur in a block of transactions, so that a search passes over the others; see
/// `Summary`.
enum SummaryIndex: LogIndex {
  typealias Order = IntegerOrder
  static let name = "summaries"
  static let format = (
    key: "level and number of a block (`MDB_INTEGERKEY`, 8 bytes)", value: "block summary"
  )

  static func note(_ record: TransactionRecord, _ scope: inout WriteScope) throws {
    try scope.summarizeDraft(author: record.author, context: record.context)
  }

  static func backfill(_ scope: inout WriteScope) throws { try scope.summarizeOldTransactions() }

  /// Every name of every transaction must be in the summaries of its blocks.
  static func check(_ scope: borrowing WriteScope) throws -> String {
    let log = scope.reader
    let retraction = scope.names.number(Control.retraction)
    var blocks = 0
    var levels: [Summary] = []
    // The types of events that were looked up in the summaries of the block.
    var seen = [Bool](repeating: false, count: scope.names.all.count + 1)
    // Positions ascend with transactions: no event is searched for.
    var events = try log.transaction.cursor(log.tables.events)
    var more = try events.next()
    for number in (scope.counters.purged + 1)..<(scope.counters.transactions + 1) {
      if levels.isEmpty || Summary.start(level: 0, of: number) == number {
        blocks += 1
        for type in seen.indices { seen[type] = false }
        levels = try Summary.shifts.indices.map { level in
          try log.summary(Summary.key(level: level, of: number)) ?? Summary()
        }
      }
      func require(_ name: UInt32) throws {
        guard levels.allSatisfy({ $0.contains(name) }) else {
          throw StoreError(.damaged, "name \(name) of transaction \(number) is in no summary")
        }
      }
      let record = try log.existing(number)
      try require(record.author == 0 ? Summary.noAuthor : record.author)
      try require(record.context == 0 ? Summary.noContext : record.context)
      try require(
        record.flags & TransactionRecord.isRemote == 0 ? Summary.local : Summary.remote)
      var retracts = false
      for position in record.positions {
        while more, events.key < position { more = try events.next() }
        guard more, events.key == position,
          let event = events.value.withUnsafeBytes({ EventRecord($0, position: position) }),
          Int(event.type) < seen.count
        else {
          throw StoreError(.damaged, "the event at position \(position) is missing or damaged")
        }
        if event.type == retraction { retracts = true }
        if seen[Int(event.type)] { continue }
        seen[Int(event.type)] = true
        try require(event.type)
        if let kind = scope.names[event.type]?.kind, kind != 0 { try require(kind) }
      }
      if retracts { for kind in try log.kinds(touchedBy: number) { try require(kind) } }
    }
    return blocks.counted("block")
  }
}

/// The summaries of the blocks that the newest transaction is in.
struct CurrentSummaries {
  /// The number of the block of level 0.
  fileprivate var block = UInt64.max
  fileprivate var small = Summary()
  fileprivate var large = Summary()
}

extension WriteScope {
  /// Reads the summaries of the newest blocks as they are on disk.
  mutating func reloadSummaries() throws {
    summaries = CurrentSummaries()
    if counters.transactions > 0 { try enterBlock(of: counters.transactions) }
  }

  private mutating func enterBlock(of transaction: UInt64) throws {
    let log = reader
    summaries.block = Summary.key(level: 0, of: transaction)
    summaries.small = try log.usableSummary(summaries.block) ?? Summary()
    summaries.large =
      try log.usableSummary(Summary.key(level: 1, of: transaction)) ?? Summary()
  }

  /// Notes what the draft brings into the summaries of its blocks; most often nothing is new.
  fileprivate mutating func summarizeDraft(author: UInt32, context: UInt32) throws {
    if summaries.block != Summary.key(level: 0, of: draft.number) {
      try enterBlock(of: draft.number)
    }
    var isNew = summaries.small.insert(author == 0 ? Summary.noAuthor : author)
    isNew = summaries.small.insert(context == 0 ? Summary.noContext : context) || isNew
    let origin = draft.isRemote ? Summary.remote : Summary.local
    isNew = summaries.small.insert(origin) || isNew
    for index in draft.events.indices {
      let type = draft.events[index].type
      guard summaries.small.insert(type) else { continue }
      isNew = true
      if let kind = names[type]?.kind, kind != 0 { summaries.small.insert(kind) }
    }
    if draft.hasStatements { isNew = summaries.small.insert(Summary.anything) || isNew }
    if !draft.retractions.isEmpty {
      for key in try retractedEntities() {
        isNew = summaries.small.insert(key.kind) || isNew
      }
    }
    if isNew { try storeSummaries(of: draft.number) }
    if draft.isAwaited { try summarizeWaitingRetractions() }
  }

  /// Notes of a transaction that came back from a peer that it is this store's own.
  mutating func summarizeAsLocal(_ transaction: UInt64) throws {
    if summaries.block != Summary.key(level: 0, of: transaction) {
      try enterBlock(of: transaction)
    }
    if summaries.small.insert(Summary.local) { try storeSummaries(of: transaction) }
  }

  /// Notes what retractions touch that have come before their target, which is the draft.
  private mutating func summarizeWaitingRetractions() throws {
    let waiting = try reader.chain(ofRetractions: [draft.number]).subtracting([draft.number])
    guard !waiting.isEmpty else { return }
    let kinds = try reader.kinds(touchedBy: draft.number)
    if kinds.isEmpty { return }
    for retraction in waiting.sorted() {
      if summaries.block != Summary.key(level: 0, of: retraction) {
        try enterBlock(of: retraction)
      }
      var isNew = false
      for kind in kinds { isNew = summaries.small.insert(kind) || isNew }
      if isNew { try storeSummaries(of: retraction) }
    }
    if summaries.block != Summary.key(level: 0, of: draft.number) {
      try enterBlock(of: draft.number)
    }
  }

  /// The entities of what the draft takes back, as far as that is here; one may come more than
  /// once.
  func retractedEntities() throws -> [EntityKey] {
    var keys: [EntityKey] = []
    var walk = TouchWalk(reader)
    for retraction in draft.retractions {
      // One that came before its target touches nothing yet.
      let target = try reader.number(
        replica: retraction.replica, sequence: retraction.dot.sequence)
      if let target { try walk.visit(target) { keys.append($0) } }
    }
    return keys
  }

  private mutating func storeSummaries(of transaction: UInt64) throws {
    try store(summaries.small, Summary.key(level: 0, of: transaction))
    var isNew = false
    for number in summaries.small.numbers { isNew = summaries.large.insert(number) || isNew }
    if isNew { try store(summaries.large, Summary.key(level: 1, of: transaction)) }
  }

  private mutating func store(_ summary: Summary, _ key: UInt64) throws {
    summary.encode(key: key, into: &rows.buffers.scratch)
    try rows.transaction.put(tables.summaries, key, rows.buffers.scratch.bytes)
  }

  /// Writes the summaries of a log that was written without them.
  fileprivate mutating func summarizeOldTransactions() throws {
    guard counters.transactions > 0, try reading.statistics(tables.summaries).rows == 0 else {
      return
    }
    for number in counters.purged..<counters.transactions {
      let number = number + 1
      if summaries.block != Summary.key(level: 0, of: number) { try enterBlock(of: number) }
      var isNew = false
      try reader.eachSummaryNumber(of: number, { names[$0] }) { found in
        isNew = summaries.small.insert(found) || isNew
        return true
      }
      if isNew { try storeSummaries(of: number) }
    }
  }
}

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

  /// The summary of a block for a search: one that is damaged leaves nothing out, and `verify`
  /// tells.
  func usableSummary(_ key: UInt64) throws -> Summary? {
    do {
      return try summary(key)
    } catch let error as StoreError where error.code == .damaged {
      return .unknown
    }
  }

  /// Calls `body` with the numbers that a transaction brings into its summaries, until it says
  /// false.
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
    var retracts = false
    for position in record.positions {
      let type = try event(position).type
      guard try body(type), let found = try name(type) else { return }
      if found.kind != 0, try !body(found.kind) { return }
      if Control.isRetraction(found) { retracts = true }
    }
    if !retracts { return }
    for kind in try kinds(touchedBy: number) {
      if try !body(kind) { return }
    }
  }
}
