internal import LMDB

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
    if heads.transactions > 0 { try enterBlock(of: heads.transactions) }
  }

  private mutating func enterBlock(of transaction: UInt64) throws {
    let log = reader
    summaries.block = Summary.key(level: 0, of: transaction)
    summaries.small = try log.usableSummary(summaries.block) ?? Summary()
    summaries.large =
      try log.usableSummary(Summary.key(level: 1, of: transaction)) ?? Summary()
  }

  /// Notes what the draft brings into the summaries of its blocks; most often nothing is new.
  mutating func summarizeDraft(author: UInt32, context: UInt32) throws {
    if summaries.block != Summary.key(level: 0, of: draft.number) {
      try enterBlock(of: draft.number)
    }
    var isNew = summaries.small.insert(author == 0 ? Summary.noAuthor : author)
    isNew = summaries.small.insert(context == 0 ? Summary.noContext : context) || isNew
    let origin = draft.origin == nil ? Summary.local : Summary.remote
    isNew = summaries.small.insert(origin) || isNew
    for index in draft.events.indices {
      let type = draft.events[index].type
      guard summaries.small.insert(type) else { continue }
      isNew = true
      if let kind = names[type]?.kind, kind != 0 { summaries.small.insert(kind) }
    }
    if !draft.retractions.isEmpty {
      for key in try retractedEntities() {
        isNew = summaries.small.insert(key.kind) || isNew
      }
    }
    if isNew { try storeSummaries(of: draft.number) }
    if draft.origin != nil { try summarizeWaitingRetractions() }
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

  /// The entities of what the draft takes back, as far as that is here; one may come more than once.
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
  mutating func summarizeOldTransactions() throws {
    guard heads.transactions > 0, try reading.statistics(tables.summaries).rows == 0 else { return }
    for number in heads.purged..<heads.transactions {
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
