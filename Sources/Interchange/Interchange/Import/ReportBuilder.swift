internal import Daybook

/// Counts rows while they are gone through.
struct ReportBuilder: Sendable {
  private var report: ImportReport
  private var files: [String: Int] = [:]
  private var tables: [TableKey: Int] = [:]
  private var lastTable = 0
  private var lastFile: Int?
  /// Warnings of files as a whole.
  private var fileWarnings: [ImportWarning: Int] = [:]
  private var rowWarnings: [ImportWarning: ImportReport.Warning] = [:]

  /// Rows of a table, and those that were put together for the same one.
  private struct TableKey: Hashable {
    let name: String
    let isDerived: Bool
  }

  init(source: any ImportSource) {
    report = ImportReport(provider: source.provider, instance: source.instance)
    report.passedOver = source.passedOver
    for file in source.files {
      files[file.name] = report.files.count
      report.files.append(.init(name: file.name))
      for code in file.warnings { fileWarnings[code, default: 0] += 1 }
    }
  }

  /// What became of the rows so far.
  var counts: ImportReport.Counts { report.counts }

  /// The report, after all rows of a source were read.
  func finished(of source: any ImportSource) -> ImportReport {
    var report = report
    var warnings = rowWarnings
    var fileWarnings = fileWarnings
    for (index, file) in source.files.enumerated() {
      guard let cells = file.cells else { continue }
      report.files[index].unknownColumns = cells.unreadColumns
      report.files[index].absentColumns = cells.absentColumns
      report.cells += cells.remarks
      fileWarnings[.unknownColumn, default: 0] += cells.unreadColumns.count
      fileWarnings[.absentColumn, default: 0] += cells.absentColumns.count
    }
    for (code, count) in fileWarnings where count > 0 {
      warnings[code, default: .init(code: code)].count += count
    }
    report.warnings = warnings.values.sorted { $0.code < $1.code }
    return report
  }

  /// Counts a row and what became of it.
  mutating func add<State: Importable>(
    _ row: ImportRow, _ type: State.Type, _ verdict: RowVerdict<State>
  ) {
    let counts: ImportReport.Counts =
      switch verdict.outcome {
      case .imported: .init(imported: 1)
      case .changed: .init(changed: 1)
      case .unchanged: .init(unchanged: 1)
      case .conflict: .init(conflicts: 1)
      }
    count(row, State.kind, counts)
    if verdict.outcome == .conflict, report.conflicts.count < ImportReport.sampleLimit {
      func names(_ numbers: [Int]) -> [String] {
        numbers.map { State.propertyNames[$0] ?? "field \($0)" }
      }
      let kept = names(verdict.kept)
      report.conflicts.append(
        .init(
          position: row.position, entity: verdict.entity, kind: State.kind, kept: kept,
          values: kept.map { property in
            .init(
              property: property, here: verdict.own?.importWords(for: property),
              told: row.state.importWords(for: property))
          },
          isDeleted: verdict.own == nil, applied: names(verdict.applied)))
    }
  }

  /// Counts a row that is as it was.
  mutating func addUnchanged(_ row: ImportRow) {
    count(row, type(of: row.state).kind, .init(unchanged: 1))
  }

  private mutating func count(
    _ row: ImportRow, _ kind: String, _ counts: ImportReport.Counts
  ) {
    count(row.position, row.table, kind, isDerived: row.isDerived, counts)
    // What is odd about a row that is as it was has been told when it came.
    if counts.unchanged > 0 { return }
    for code in row.warnings { add(.init(code: code, count: 1, samples: [row.position])) }
    for code in row.state.importWarnings where !row.warnings.contains(code) {
      add(.init(code: code, count: 1, samples: [row.position]))
    }
    if row.isRepeat, !row.isDerived, !row.warnings.contains(.duplicateRow) {
      add(.init(code: .duplicateRow, count: 1, samples: [row.position]))
    }
  }

  /// Adds what another one counted of the same source.
  mutating func merge(_ other: ReportBuilder) {
    report.counts.add(other.report.counts)
    for index in report.files.indices {
      report.files[index].counts.add(other.report.files[index].counts)
    }
    for table in other.report.tables {
      let own = index(of: table.name, table.kind, isDerived: table.isDerived)
      report.tables[own].counts.add(table.counts)
    }
    for warning in other.rowWarnings.values { add(warning) }
    report.removed += other.report.removed
    report.conflicts += other.report.conflicts
      .prefix(ImportReport.sampleLimit - report.conflicts.count)
  }

  private mutating func add(_ warning: ImportReport.Warning) {
    var own = rowWarnings[warning.code, default: .init(code: warning.code)]
    own.count += warning.count
    own.samples += warning.samples.prefix(ImportReport.sampleLimit - own.samples.count)
    rowWarnings[warning.code] = own
  }

  private mutating func index(of table: String, _ kind: String, isDerived: Bool) -> Int {
    // Most rows are of the table of the row before.
    if lastTable < report.tables.count, report.tables[lastTable].name == table,
      report.tables[lastTable].isDerived == isDerived, !report.tables[lastTable].kind.isEmpty
    {
      return lastTable
    }
    lastTable = findIndex(of: table, kind, isDerived: isDerived)
    return lastTable
  }

  private mutating func findIndex(of table: String, _ kind: String, isDerived: Bool) -> Int {
    let key = TableKey(name: table, isDerived: isDerived)
    if let index = tables[key] {
      if report.tables[index].kind.isEmpty { report.tables[index].kind = kind }
      return index
    }
    report.tables.append(.init(name: table, kind: kind, isDerived: isDerived))
    tables[key] = report.tables.count - 1
    return report.tables.count - 1
  }

  /// Counts a row that could not be read.
  mutating func add(_ row: QuarantinedRow, isDerived: Bool) {
    count(row.position, row.table ?? "", "", isDerived: isDerived, .init(quarantined: 1))
    if report.quarantined.count < ImportReport.quarantineLimit { report.quarantined.append(row) }
  }

  /// Counts a row that was left out.
  mutating func add(_ row: SkippedRow, kind: String = "", isDerived: Bool = false) {
    count(row.position, row.table ?? "", kind, isDerived: isDerived, .init(skipped: 1))
    if isDerived { return }
    if report.skipped.count < ImportReport.sampleLimit { report.skipped.append(row) }
  }

  /// Counts rows with the identifier of an earlier one.
  mutating func addRepeated(_ group: RowGroup) {
    for row in group.members.map(\.row) {
      add(
        SkippedRow(
          position: row.position, reason: group.repetition, table: row.table),
        kind: type(of: row.state).kind, isDerived: row.isDerived)
    }
  }

  /// Counts a row that the source does not have any more.
  mutating func addVanished(_ row: ImportedRow, _ entity: UUID) {
    report.vanished += 1
    if report.vanishedRows.count < ImportReport.sampleLimit {
      report.vanishedRows.append(.init(table: row.table, key: row.key, entity: entity))
    }
  }

  /// Counts an entry that was deleted because its row has vanished.
  mutating func addRemoved() { report.removed += 1 }

  private mutating func count(
    _ position: SourcePosition, _ table: String, _ kind: String, isDerived: Bool,
    _ counts: ImportReport.Counts
  ) {
    report.tables[index(of: table, kind, isDerived: isDerived)].counts.add(counts)
    if isDerived { return }
    report.counts.add(counts)
    if let file = file(of: position.file) { report.files[file].counts.add(counts) }
  }

  private mutating func file(of name: String) -> Int? {
    // Most rows are of the file of the row before.
    if let lastFile, report.files[lastFile].name == name { return lastFile }
    guard let file = files[name] else { return nil }
    lastFile = file
    return file
  }
}
