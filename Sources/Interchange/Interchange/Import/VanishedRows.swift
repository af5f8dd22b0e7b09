internal import Daybook
internal import Synchronization

/// Rows of earlier imports that a source does not have any more.
struct VanishedRows: Sendable {
  /// Fewer rows than this say nothing.
  static let minimum = 10

  /// Identifiers of the rows whose entries are to go.
  var rows: [UUID] = []
  /// Entries of theirs that other rows are too, which are still there.
  private(set) var shared: Set<UUID> = []
  /// What the rows of each table are that the source tells now.
  private let met: [String: any Importable.Type]
  private let source: any ImportSource

  init(_ source: any ImportSource, _ met: [String: any Importable.Type]) {
    (self.source, self.met) = (source, met)
  }

  /// What the rows of a table are; nil for one of which the source tells nothing.
  func type(of table: String) -> (any Importable.Type)? { met[table] ?? source.wholeTable(table) }

  /// Looks for them, which takes another reading of the source when there are some.
  ///
  /// - Parameter known: how many rows the source has that were imported before.
  mutating func find(
    known: Int, _ repeated: RepeatedKeys, _ subjects: SubjectMap, _ report: inout ReportBuilder,
    _ reader: borrowing Reader
  ) throws {
    // What is gone and may go now is looked for too.
    var (kept, hasGone) = (0, false)
    try forEachKept(reader) { _, row in
      if row.presence == .present { kept += 1 } else { hasGone = true }
    }
    if kept == known, !hasGone { return }
    var seen: Set<UUID> = []
    var unreadable = UnreadableRows()
    var grouping = RowGrouping(source, repeated)
    try grouping.read(subjects) { item in
      switch item {
      case .skipped, .repeated: break
      case .quarantined(let row, _):
        if let id = unreadable.add(row, of: source) { seen.insert(id) }
      case .group(let group):
        let named = try group.named(by: source) { try reader.entity(ImportedRow.self, $0) }
        for row in named { seen.insert(row.id) }
      }
    }
    var (entities, gone): (Set<UUID>, [(UUID, ImportedRow)]) = ([], [])
    try forEachKept(reader) { id, row in
      if seen.contains(id) { return }
      if row.presence == .present { report.addVanished(row, row.entity ?? id) }
      if unreadable.mayBe(row) { return }
      if row.presence == .present { rows.append(id) } else { gone.append((id, row)) }
      entities.insert(row.entity ?? id)
    }
    try findShared(entities, among: rows + gone.map(\.0), reader)
    // The entry of a row that is gone stayed as a person had changed it; once that is taken back,
    // the row is as any other that has vanished.
    for (id, row) in gone {
      guard let type = type(of: row.table), try removes(row, id, type, reader) else { continue }
      report.addVanished(row, row.entity ?? id)
      rows.append(id)
    }
  }

  /// Finds entries that rows of other tables or sources are too.
  private mutating func findShared(
    _ entities: Set<UUID>, among rows: [UUID], _ reader: borrowing Reader
  ) throws {
    if entities.isEmpty { return }
    let gone = Set(rows)
    try reader.forEachEntity(of: ImportedRow.self) { row in
      let entity = row.state.entity ?? row.id.rawValue
      if row.state.presence == .present, entities.contains(entity), !gone.contains(row.id.rawValue)
      {
        shared.insert(entity)
      }
      return true
    }
  }

  /// Counts the entries that go with the rows.
  func foresee(_ report: inout ReportBuilder, _ reader: borrowing Reader) throws {
    for id in rows {
      guard let row = try reader.entity(ImportedRow.self, id), let type = type(of: row.table) else {
        continue
      }
      if try removes(row, id, type, reader) { report.addRemoved() }
    }
  }

  private func removes<State: Importable>(
    _ row: ImportedRow, _ id: UUID, _ type: State.Type, _ reader: borrowing Reader
  ) throws -> Bool {
    let verdict: RowVerdict<State> = try removal(of: row, id) {
      try reader.entity(State.self, $0)
    } isRow: {
      try reader.entity(ImportedRow.self, $0) != nil
    }
    return !verdict.events.isEmpty
  }

  /// What becomes of a row: its entity stays where a person made it, or another row is it too.
  ///
  /// - Parameters:
  ///   - stored: reads an entity as it is.
  ///   - isRow: whether an imported row has an identifier; another one that made the entity has
  ///     that of the entity.
  fileprivate func removal<State: Importable>(
    of row: ImportedRow, _ id: UUID, stored: (UUID) throws -> State?,
    isRow: (UUID) throws -> Bool
  ) throws -> RowVerdict<State> {
    let entity = row.entity ?? id
    let isOthers =
      try shared.contains(entity)
      || row.memory.origin == .found && (row.entity == nil || !isRow(entity))
    return try RowRule.removal(of: row, entity, own: stored(entity), isOthers: isOthers)
  }

  /// Goes through the rows that an import has not removed.
  private func forEachKept(
    _ reader: borrowing Reader, _ body: (UUID, ImportedRow) throws -> Void
  ) throws {
    try reader.forEachEntity(of: ImportedRow.self) { row in
      let state = row.state
      if state.provider == source.provider, state.instance == source.instance,
        state.presence != .removed, type(of: state.table) != nil
      {
        try body(row.id.rawValue, state)
      }
      return true
    }
  }

  /// Refuses to remove the entries of most rows: then it is the file that is wrong.
  func check(known: Int) throws(InterchangeError) {
    guard rows.count >= Self.minimum, rows.count > known else { return }
    throw InterchangeError(
      .rowsMissing,
      "\(rows.count) of \(rows.count + known) rows of earlier imports are not in the files any "
        + "more, so most entries would go: these are not all files, or not those.")
  }
}

/// Rows that the source has and that cannot be read, so that they have not vanished.
private struct UnreadableRows {
  private var tables: Set<String> = []
  private var isAny = false

  /// Takes one in; returns its identifier when that is known.
  mutating func add(_ row: QuarantinedRow, of source: any ImportSource) -> UUID? {
    guard let table = row.table else {
      isAny = true
      return nil
    }
    guard let id = row.id else {
      tables.insert(table)
      return nil
    }
    return SourceIdentity.row(of: source, table, .id(id), 1)
  }

  /// Whether a row that was not seen may be one of them.
  func mayBe(_ row: ImportedRow) -> Bool { isAny || tables.contains(row.table) }
}

extension ChunkWriter {
  /// Deletes the entries of rows that have vanished, and notes that the rows are gone.
  func remove(
    _ rows: ArraySlice<UUID>, of vanished: VanishedRows, from draft: inout Draft,
    _ result: ChunkResult, completing counts: ImportReport.Counts?
  ) throws {
    var report = ReportBuilder(source: source)
    for id in rows {
      // Another import may have been faster.
      guard let row = try draft.entity(ImportedRow.self, id), row.presence != .removed,
        let type = vanished.type(of: row.table)
      else { continue }
      try remove(row, id, type, vanished, from: &draft, &report)
    }
    if draft.token != nil { try batch.join(&draft) }
    if let counts { try complete(counts, &draft) }
    result.report.withLock { [report] in $0 = report }
  }

  private func remove<State: Importable>(
    _ row: ImportedRow, _ id: UUID, _ type: State.Type, _ vanished: VanishedRows,
    from draft: inout Draft, _ report: inout ReportBuilder
  ) throws {
    let verdict: RowVerdict<State> = try vanished.removal(of: row, id) {
      try draft.entity(State.self, $0)
    } isRow: {
      try draft.entity(ImportedRow.self, $0) != nil
    }
    for event in verdict.events {
      try draft.append(event, to: verdict.entity)
      report.addRemoved()
    }
    if let reading = verdict.reading(nil) { try draft.append(reading, to: id) }
  }
}
