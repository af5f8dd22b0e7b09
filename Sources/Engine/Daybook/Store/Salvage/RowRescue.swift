internal import LMDB

/// Takes the rows of a damaged file that its log needs into a sound one, page by page, so that LMDB
/// reads only the latter.
final class RowRescue {
  /// Rows that are put in one transaction.
  private static let batch = 20_000

  let tables: LogTables
  private let environment: EnvironmentBox
  private let pages: PageRescue
  private let journal: JournalRescue
  private let integers: [String: Table<IntegerOrder>]
  private let texts: [String: Table<LexicalOrder>]
  /// There is one until `run` ends.
  private var transaction: WriteTransaction?
  private var count = 0

  /// - Parameters:
  ///   - pages: those of the damaged store.
  ///   - journal: what is beside it.
  ///   - environment: an empty one.
  init(
    _ pages: PageRescue, _ journal: JournalRescue, into environment: EnvironmentBox
  ) throws {
    self.environment = environment
    (self.pages, self.journal) = (pages, journal)
    var opening = try environment.environment.beginWrite()
    tables = try LogTables(&opening)
    try environment.environment.commit(opening, isDurable: false)
    integers = [
      "events": tables.events, "transactions": tables.transactions, "names": tables.names,
      "replicas": tables.replicas,
    ]
    texts = [
      "": tables.main, "meta": tables.meta, "dots": tables.dots, "retractions": tables.retractions,
      "inbox": tables.inbox,
    ]
  }

  /// Copies what can be read. Returns what could not, of the log's own tables.
  func run() throws -> [String] {
    try begin()
    // Where not all of it can be read, the newest root of the file is of a later commit.
    if journal.problem != nil { try takeJournal() }
    // Safety: LMDB copies key and value before the next page is read; a number has its 8 bytes.
    try pages.rows(where: isKnown) { name, key, value in
      guard let name else { return }
      if let table = integers[name], key.count == 8 {
        try transaction?.put(table, key.load(0, as: UInt64.self), value)
      } else if let table = texts[name], Self.mayBe(key, of: name) {
        try transaction?.put(table, key, value)
      } else {
        return
      }
      try next()
    }
    if journal.problem == nil { try takeJournal() }
    if !pages.damages.isEmpty { try takeStrays() }
    try commit()
    let log = Set(integers.keys).union(texts.keys)
    let notes = pages.damages.filter { $0.table.map(log.contains) ?? true }.map { damage in
      "\(damage.table.map { "a page of table \($0)" } ?? "the file") is damaged: \(damage.text)"
    }
    let problem = journal.problem.map { "not all that the journal holds is taken in: \($0)" }
    return notes + (problem.map { [$0] } ?? [])
  }

  /// The commits since the last checkpoint, of which pages may not have come to the disk.
  private func takeJournal() throws {
    let integers = Dictionary(uniqueKeysWithValues: integers.values.map { ($0.seed, $0) })
    let texts = Dictionary(uniqueKeysWithValues: texts.map { ($1.seed, (name: $0, table: $1)) })
    for change in journal.changes {
      // Safety: the change keeps both until they are copied; a number has its 8 bytes.
      try change.key.withUnsafeBytes { key in
        try (change.value ?? []).withUnsafeBytes { value in
          if let table = integers[change.table], key.count == 8 {
            let number = key.loadUnaligned(as: UInt64.self)
            if change.value == nil {
              _ = try transaction?.remove(table, number)
            } else {
              try transaction?.put(table, number, value)
            }
          } else if let (name, table) = texts[change.table], Self.mayBe(key, of: name) {
            if change.value == nil {
              _ = try transaction?.remove(table, key)
            } else {
              try transaction?.put(table, key, value)
            }
          } else {
            return
          }
        }
      }
      try next()
    }
  }

  /// Whether a table may be one of a store: one of the log, of what is derived from it, or of a
  /// projection.
  private func isKnown(_ name: String) -> Bool {
    integers[name] != nil || texts[name] != nil || name.contains("/")
      || ["entities", "baselines", "quarantine"].contains(name)
      || (LogIndexes.first + LogIndexes.added).contains { $0.name == name }
  }

  /// Whether a key may be one of a table; beside the tables there is one row only, and a table that
  /// is taken for a row must not be put there.
  // Safety: the caller keeps the key until this returns.
  private static func mayBe(_ key: UnsafeRawBufferPointer, of table: String) -> Bool {
    table.isEmpty ? MetaKey.counters.withBytes(key.equals) : !key.isEmpty
  }

  private func begin() throws {
    transaction = try environment.environment.beginWrite()
  }

  private func commit() throws {
    guard let ended = transaction.take() else { return }
    try environment.environment.commit(ended, isDurable: false)
  }

  private func next() throws {
    count += 1
    guard count % Self.batch == 0 else { return }
    try commit()
    try begin()
  }

  // MARK: Rows to which no tree leads

  /// First what the others are recognised by.
  private func takeStrays() throws {
    guard let reading = transaction?.borrowed else { return }
    let bounds = try StrayBounds(reading, tables, pages)
    for sort in StrayRow.Sort.allCases {
      // Safety: as in `run`; `isOf` has found that a number has its 8 bytes.
      try pages.strays { _, key, value in
        guard let reading = transaction?.borrowed else { return }
        let log = LogReader(
          transaction: reading, tables: tables, hasRetractions: false, hasBaselines: false)
        guard try StrayRow(key, value, bounds, log).isOf(sort) else { return }
        if let table = integers[sort.rawValue] {
          try transaction?.put(table, key.load(0, as: UInt64.self), value)
        } else if let table = texts[sort.rawValue] {
          _ = try transaction?.insert(table, key, value)
        }
        try next()
      }
    }
  }
}
