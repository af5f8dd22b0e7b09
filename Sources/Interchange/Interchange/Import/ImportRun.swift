internal import Daybook
internal import Synchronization

/// Writes what a plan has found: of the rows that the plan has kept, or, when there are too many,
/// by going through the source once more.
///
/// Whether a row is still what the plan says is looked at in the transaction that writes it, where
/// nobody else can write. So of two imports of the same files at the same time each row is written
/// by one, and the other finds it there.
struct ImportRun {
  /// After how many chunks their pages go to the file, so that they do not gather in memory.
  private static let chunksPerCommit = 5
  /// From so many rows on views are built once, at the end, and rows have an order of their own.
  private static let manyRows = 2_000

  private let work: Import
  private let plan: ImportPlan
  private let store: EventStore
  private let progress: (Int, Int) -> Void
  private let batch: BatchMarker
  /// What became of the rows that need no writing.
  private var report: ReportBuilder
  /// What became of the others, by chunk; a chunk may be written several times until it is on disk.
  private var written: [ChunkResult] = []
  /// Rows that were read and not looked at.
  private var read: RowChunk
  /// Rows that are to be written.
  private var chunk: RowChunk
  /// The chunk before, which waits until it is known not to be the last.
  private var held: RowChunk?
  private var rows = 0
  /// How many chunks were written.
  private var chunks = 0
  /// Whether what is written is to go to the file; the last chunk waits for its completion.
  private var endsCommit = false
  /// The views whose rows are built before the last chunk, and not with each.
  private var deferred: [String] = []

  init(
    work: Import, plan: ImportPlan, store: EventStore, progress: @escaping (Int, Int) -> Void
  ) throws {
    self.work = work
    self.plan = plan
    self.store = store
    self.progress = progress
    report = ReportBuilder(source: work.source)
    batch = try BatchMarker(work, store)
    read = RowChunk(limit: work.rowsPerTransaction)
    chunk = read
  }

  /// - Parameter checkCancellation: called before each chunk; throws when the task was cancelled.
  consuming func run(checkCancellation: () throws -> Void) throws -> ImportReport {
    try work.source.checkUnchanged()
    let store = store
    if isFirst, plan.report.counts.rows >= Self.manyRows {
      deferred = try store.deferViews(for: plan.report.counts.rows)
    }
    do { return try write(checkCancellation: checkCancellation) } catch {
      try? store.buildDeferredViews(deferred)
      throw error
    }
  }

  /// Not consuming, because `run` builds the views that are left when this throws.
  private mutating func write(checkCancellation: () throws -> Void) throws -> ImportReport {
    if !work.readsAgain, let items = ordered {
      for item in items { try take(item, checkCancellation) }
    } else {
      var grouping = RowGrouping(work.source, plan.repeated, seesRepeats: plan.hasRepeats)
      try grouping.read(plan.subjects) { try take($0, checkCancellation) }
    }
    try look()
    if chunk.rows > 0 { try hold() }
    try finish(checkCancellation)
    for result in written { report.merge(result.report.withLock { $0 }) }
    var whole = report.finished(of: work.source)
    whole.vanished = plan.report.vanished
    whole.vanishedRows = plan.report.vanishedRows
    // As the plan met them, whatever was written first.
    if whole.counts == plan.report.counts {
      whole.conflicts = plan.report.conflicts
      whole.warnings = plan.report.warnings
    }
    let order = plan.report.tables
    func place(_ table: ImportReport.Table) -> Int {
      order.firstIndex { $0.name == table.name && $0.isDerived == table.isDerived } ?? .max
    }
    whole.tables.sort { place($0) < place($1) }
    return whole
  }

  /// The rows that the plan has kept, in the order in which they are written.
  ///
  /// Many that are new are written with neighbours in the store one after the other: that is less
  /// work, and fills its pages.
  private var ordered: [RowGrouping.Item]? {
    isFirst && plan.report.counts.rows >= Self.manyRows
      ? plan.rows.sorted(after: plan.subjectTables) : plan.rows.items
  }

  private mutating func take(
    _ item: RowGrouping.Item, _ checkCancellation: () throws -> Void
  ) throws {
    switch item {
    case .quarantined(let row, let isDerived): report.add(row, isDerived: isDerived)
    case .skipped(let row): report.add(row)
    case .repeated(let group): report.addRepeated(group)
    case .group(let group):
      read.add(group)
      if read.isFull {
        try checkCancellation()
        try look()
      }
    }
  }

  /// Counts the rows that need no writing, and keeps the others.
  private mutating func look() throws {
    let groups = read.groups
    rows += read.rows
    read = RowChunk(limit: work.rowsPerTransaction)
    // Of a first import all are needed, and the writer looks at each.
    for group in isFirst ? groups : try changing(groups) {
      chunk.add(group)
      if chunk.isFull { try hold() }
    }
    progress(rows, plan.report.counts.rows)
  }

  /// Whether no row was imported before.
  private var isFirst: Bool {
    let counts = plan.report.counts
    return counts.unchanged + counts.changed + counts.conflicts == 0
  }

  /// The groups with a row that changes anything; the others are counted.
  private mutating func changing(_ groups: [RowGroup]) throws -> [RowGroup] {
    var found: [RowGroup] = []
    try store.read { reader in
      for group in groups {
        let named = try group.named(by: work.source) { try reader.entity(ImportedRow.self, $0) }
        if try named.contains(where: { try needsWriting($0, $0.member.row.state, reader) }) {
          found.append(group)
        } else {
          for row in named { report.addUnchanged(row.member.row) }
        }
      }
    }
    return found
  }

  /// Whether a row changes anything; one that does not is as it was.
  private func needsWriting<State: Importable>(
    _ row: RowGroup.Named, _ state: State, _ reader: borrowing Reader
  ) throws -> Bool {
    let verdict = try RowRule(row, work.source, corrects: work.corrects).verdict(
      row.id, state, before: row.before, adopted: plan.adopted[row.id]
    ) { try reader.state(State.self, $0) }
    return verdict.isEffective
  }

  /// Writes the chunk before, now that it is not the last.
  private mutating func hold() throws {
    if let held { try write(held.groups, isLast: false) }
    held = chunk
    chunk = RowChunk(limit: work.rowsPerTransaction)
  }

  /// Writes the last chunks, the very last with the mark that the import is complete.
  private mutating func finish(_ checkCancellation: () throws -> Void) throws {
    var gone = plan.vanished.rows[...]
    // What comes after the build goes into pages that are full, so that is the mark alone.
    let marksAlone =
      held == nil ? batch.isResumed || work.completion != nil : !deferred.isEmpty
    if let held { try write(held.groups, isLast: gone.isEmpty && !marksAlone) }
    if gone.isEmpty, marksAlone { try write([], isLast: true) }
    while !gone.isEmpty {
      try checkCancellation()
      let rows = gone.prefix(work.rowsPerTransaction)
      gone = gone.dropFirst(rows.count)
      try remove(rows, isLast: gone.isEmpty)
    }
    try buildDeferred()
  }

  private mutating func buildDeferred() throws {
    if deferred.isEmpty { return }
    try store.buildDeferredViews(deferred)
    deferred = []
  }

  /// Takes the entries of rows away that have vanished.
  private mutating func remove(_ rows: ArraySlice<UUID>, isLast: Bool) throws {
    let vanished = plan.vanished
    try append(isEarly: false, isLast: isLast) { chunk, draft, result, counts in
      try chunk.remove(rows, of: vanished, from: &draft, result, completing: counts)
    }
  }

  /// Appends the rows that are new at the earliest time, because what a person wrote, whenever,
  /// comes after what a file says; then the changes, at the time of now.
  private mutating func write(_ groups: [RowGroup], isLast: Bool) throws {
    chunks += 1
    // Before the last, so that whoever is told of that one finds the views complete.
    if isLast { try buildDeferred() }
    endsCommit = !isLast && chunks.isMultiple(of: Self.chunksPerCommit)
    var rest = groups.map { PendingGroup(group: $0) }
    // What is appended on completion is of now, so that it comes after all that was there.
    let completesLate = isLast && work.completion != nil
    rest = try append(rest, isEarly: true, isLast: isLast && !completesLate)
    if !rest.isEmpty || completesLate { _ = try append(rest, isEarly: false, isLast: isLast) }
  }

  /// Writes in as many transactions as it takes; returns what this left out on purpose.
  private mutating func append(
    _ groups: [PendingGroup], isEarly: Bool, isLast: Bool
  ) throws -> [PendingGroup] {
    var rest = groups
    var isCut = true
    while isCut {
      let result = try append(isEarly: isEarly, isLast: isLast) {
        [rest] chunk, draft, result, counts in
        try chunk.write(rest, to: &draft, result, completing: counts)
      }
      (rest, isCut) = (result.rest.withLock { $0 }, result.isCut.withLock { $0 })
    }
    return rest
  }

  /// Writes one transaction.
  ///
  /// - Parameter body: gets, for the last one, what was counted before.
  @discardableResult
  private mutating func append(
    isEarly: Bool, isLast: Bool,
    _ body:
      @escaping @Sendable (ChunkWriter, inout Draft, ChunkResult, ImportReport.Counts?) throws
      -> Void
  ) throws -> ChunkResult {
    let before = written.reduce(into: ImportReport.Counts()) { counts, result in
      counts.add(result.report.withLock { $0.counts })
    }
    let result = ChunkResult(work.source)
    written.append(result)
    let planned = plan.report.counts
    let chunk = ChunkWriter(
      source: work.source, adopted: plan.adopted, batch: batch, completion: work.completion,
      isEarly: isEarly, corrects: work.corrects,
      changesLeft: work.corrects
        ? .max : planned.changed + planned.conflicts - before.changed - before.conflicts)
    let counts = isLast ? before : nil
    try store.append(
      author: work.author, context: work.context, stamp: isEarly ? .distantPast : nil,
      durability: isLast ? .durable : endsCommit ? .relaxed : .bulk
    ) { draft in try body(chunk, &draft, result, counts) }
    return result
  }
}

/// Some rows that are looked at together, and written in one transaction if it has room for them.
struct RowChunk {
  static let rowLimit = 500
  /// Of values and texts.
  static let byteLimit = 400_000

  private(set) var groups: [RowGroup] = []
  private(set) var rows = 0
  private var bytes = 0
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  var isFull: Bool { rows >= limit || bytes >= Self.byteLimit }

  mutating func add(_ group: RowGroup) {
    groups.append(group)
    rows += group.members.count
    for member in group.members {
      bytes += 2 * member.values.count + member.row.rawText.utf8.count
    }
  }
}

/// How much of what a transaction may have is used.
struct TransactionRoom {
  /// Each row is up to two events, of 4,096 that a transaction may have.
  private static let rowLimit = 2_000
  /// Of 1 MiB that a transaction may have.
  private static let byteLimit = 900_000
  /// What a row takes beside its values and its text: identifiers, provider, table and key.
  private static let overhead = 300

  private var rows = 0
  private var bytes = 0
  /// Whether a row was refused.
  private(set) var isUsedUp = false

  /// Makes room for a row; always for the first.
  mutating func take(_ row: RowGroup.Member) -> Bool {
    if isUsedUp { return false }
    let size = 2 * row.values.count + row.row.rawText.utf8.count + Self.overhead
    isUsedUp = rows > 0 && (rows == Self.rowLimit || bytes + size > Self.byteLimit)
    if isUsedUp { return false }
    rows += 1
    bytes += size
    return true
  }
}

/// Rows that share a key, and those of them that are written already.
struct PendingGroup: Sendable {
  let group: RowGroup
  var written: Set<UUID> = []
  /// Whether some of them are left to be written.
  var isNeeded = false
}

/// What became of a chunk when it was written last.
final class ChunkResult: Sendable {
  let report: Mutex<ReportBuilder>
  /// The rows that this transaction leaves to another.
  let rest = Mutex<[PendingGroup]>([])
  /// Whether it leaves some because it has no room for more.
  let isCut = Mutex(false)

  init(_ source: any ImportSource) { report = Mutex(ReportBuilder(source: source)) }
}
