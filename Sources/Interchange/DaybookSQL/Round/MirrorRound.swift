#if SQL
internal import Daybook
internal import GRDB

/// One round: what a store has that its mirror has not, within one transaction of SQLite.
///
/// The log is copied in short reads while much of it is missing. The last read copies the rest of
/// it, and whatever entities and views are at that moment.
struct MirrorRound {
  /// Transactions in a read that does not come to the end.
  private static let pageSize = 2048

  private let store: EventStore
  private let schema: MirroredSchema
  private let fullText: Bool
  let db: Database
  private let beforeWriting: (@Sendable (String) throws -> Void)?
  private var log: TransactionTables
  var tables: MirrorTables
  var report = StoreMirror.Report()
  /// The entities that the transactions touch which came; not told of a file that is made anew.
  private var touched: Set<EntityName> = []
  /// The commit of the first read, by which the standing of older transactions is right.
  private var firstCommit: UInt64 = 0

  init(_ mirror: StoreMirror, _ db: Database) {
    (store, schema, fullText) = (mirror.store, mirror.schema, mirror.fullText)
    (self.db, beforeWriting) = (db, mirror.beforeWriting)
    log = TransactionTables(schema.entities)
    tables = MirrorTables(schema, fullText: fullText)
  }

  /// Lets a test end the round before something is written.
  func write(_ what: String) throws { try beforeWriting?(what) }

  /// Does it.
  ///
  /// - Returns: what was written and the commit that was read; nil when what was begun with does
  ///   not hold any more, so that the round has to be done again.
  mutating func run() throws -> (report: StoreMirror.Report, commit: UInt64)? {
    try begin()
    while try copyPage() {}
    return try store.read { reader in
      let kept = try MirrorStanding(db)
      let now = try MirrorStanding(reader, schema, fullText: fullText)
      guard let kept, try now.cause(toLeave: kept, reader) == nil else { return nil }
      let quarantined = try EntityName.quarantined(db)
      report.token = now.number == 0 ? nil : try reader.token()
      report.behind = now.behind
      if now != kept || !quarantined.isEmpty || report.madeAnew != nil {
        try finish(reader, from: kept, to: now, quarantined)
      }
      return (report, reader.commit)
    }
  }

  /// Makes the file anew where it has to be.
  private mutating func begin() throws {
    let kept = try MirrorStanding(db)
    let (cause, standing) = try store.read { reader in
      firstCommit = reader.commit
      var standing = try MirrorStanding(reader, schema, fullText: fullText)
      let cause = try standing.cause(toLeave: kept, reader)
      if cause != nil { try standing.begin(reader) }
      return (cause, standing)
    }
    guard let cause else { return }
    try write("a new file")
    try MirrorFile.makeAnew(db)
    report.madeAnew = cause
    try standing.save(db)
  }

  /// Copies some of the log in a read of its own, when more than that is missing.
  private mutating func copyPage() throws -> Bool {
    try store.read { reader in
      guard var kept = try MirrorStanding(db) else { return false }
      let now = try MirrorStanding(reader, schema, fullText: fullText)
      guard now.number > kept.number + UInt64(Self.pageSize),
        try now.cause(toLeave: kept, reader) == nil
      else { return false }
      try copyLog(reader, after: &kept, limit: Self.pageSize)
      try kept.save(db)
      return true
    }
  }

  /// Copies transactions, and says anew of older ones whether they count.
  private mutating func copyLog(
    _ reader: borrowing Reader, after kept: inout MirrorStanding, limit: Int
  ) throws {
    let first = kept.number
    let transactions = try reader.transactions(after: kept.token, limit: limit)
    for transaction in transactions {
      try write("transaction")
      try log.add(transaction, reader, db)
      report.transactions += 1
      report.events += transaction.positions.count
    }
    if let last = transactions.last { kept.move(to: last) }
    // What was copied of one commit says already what it took back.
    if report.madeAnew != nil, reader.commit == firstCommit { return }
    let found = try reader.touched(after: first, through: kept.number)
    // Of some that were purged more than their events is left.
    for number in found.transactions where number <= first && number > kept.purged {
      if let transaction = try reader.transaction(number) { try log.put(transaction, db) }
    }
    if report.madeAnew == nil {
      touched.formUnion(found.entities.map { EntityName(kind: $0.kind, id: $0.id) })
    }
  }

  /// Copies the rest of the log, and what entities and views are now.
  private mutating func finish(
    _ reader: borrowing Reader, from kept: MirrorStanding, to now: MirrorStanding,
    _ quarantined: Set<EntityName>
  ) throws {
    var moved = kept
    try copyLog(reader, after: &moved, limit: .max)
    let made = try tables.bring(reader, db)
    report.hasChangedOtherwise = now != kept
    if report.madeAnew != nil {
      for kind in try reader.storedKinds() { try copyEntities(of: kind.name, reader) }
      try TransactionTables.index(db)
    } else {
      for entity in touched.union(quarantined).sorted() {
        try copy(
          entity, reader, wasQuarantined: quarantined.contains(entity),
          isTouched: touched.contains(entity))
      }
    }
    for kind in made { try tables.kinds[kind]?.index(db) }
    for view in tables.views.keys.sorted() where now.digests[view] != kept.digests[view] {
      try copyRows(of: view, reader)
    }
    try write("standing")
    try now.save(db)
  }
}
#endif
