internal import Daybook
internal import Synchronization

/// Writes the rows of a chunk in one transaction.
struct ChunkWriter: Sendable {
  let source: any ImportSource
  let adopted: [UUID: UUID]
  let batch: BatchMarker
  /// What is appended when the import is complete.
  let completion: (@Sendable (inout Draft) throws -> Void)?
  /// Whether the transaction has the earliest time, for what is new.
  let isEarly: Bool
  /// As `Import.corrects`.
  let corrects: Bool
  /// How many entries the plan says are still to be changed. When there are more, somebody else
  /// has imported the same rows since.
  let changesLeft: Int

  /// Appends what is new, or what has changed, and leaves the other.
  ///
  /// May run again; `result` has what the last run came to.
  func write(
    _ groups: [PendingGroup], to draft: inout Draft, _ result: ChunkResult,
    completing counts: ImportReport.Counts?
  ) throws {
    var report = ReportBuilder(source: source)
    var rest: [PendingGroup] = []
    var (room, likeness, hasChanges) = (TransactionRoom(), ImportGuard(), false)
    for pending in groups {
      if room.isUsedUp {
        rest.append(pending)
        continue
      }
      var left = PendingGroup(group: pending.group, written: pending.written)
      let named = try pending.group.named(by: source) { try draft.entity(ImportedRow.self, $0) }
      for row in named where !pending.written.contains(row.id) {
        if isEarly, try !isNew(row, row.member.row.state, draft) {
          if try changes(row, row.member.row.state, draft) {
            (left.isNeeded, hasChanges) = (true, true)
          } else {
            report.addUnchanged(row.member.row)
            left.written.insert(row.id)
          }
          continue
        }
        guard room.take(row.member) else {
          left.isNeeded = true
          break
        }
        try write(row, row.member.row.state, to: &draft, &report, &likeness)
        left.written.insert(row.id)
      }
      if left.isNeeded { rest.append(left) }
    }
    let done = report.counts
    if done.changed + done.conflicts > changesLeft { try likeness.check() }
    if hasChanges { try batch.begin(&draft) }
    if draft.token != nil { try batch.join(&draft) }
    if var counts, rest.isEmpty {
      counts.add(done)
      try complete(counts, &draft)
    }
    result.report.withLock { [report] in $0 = report }
    result.rest.withLock { [rest] in $0 = rest }
    result.isCut.withLock { [room] in $0 = room.isUsedUp }
  }

  /// Marks the import as complete.
  func complete(_ counts: ImportReport.Counts, _ draft: inout Draft) throws {
    try batch.complete(counts, &draft)
    try completion?(&draft)
  }

  /// Whether a row and its entity were never written.
  private func isNew<State: Importable>(
    _ row: RowGroup.Named, _ state: State, _ draft: borrowing Draft
  ) throws -> Bool {
    guard row.before == nil, adopted[row.id] == nil else { return false }
    return try draft.entity(State.self, row.member.row.entity ?? row.id) == nil
  }

  /// Whether a row changes anything; another import may have written it meanwhile.
  private func changes<State: Importable>(
    _ row: RowGroup.Named, _ state: State, _ draft: borrowing Draft
  ) throws -> Bool {
    try RowRule(row, source, corrects: corrects).verdict(
      row.id, state, before: row.before, adopted: adopted[row.id]
    ) { try draft.state(State.self, $0) }.isEffective
  }

  private func write<State: Importable>(
    _ row: RowGroup.Named, _ state: State, to draft: inout Draft, _ report: inout ReportBuilder,
    _ likeness: inout ImportGuard
  ) throws {
    if let before = row.before {
      likeness.compare(
        before, row.member.values, state, isLocal: !row.member.row.times.isEmpty)
    }
    let verdict = try RowRule(row, source, corrects: corrects).verdict(
      row.id, state, before: row.before, adopted: adopted[row.id]
    ) { try draft.state(State.self, $0) }
    report.add(row.member.row, State.self, verdict)
    guard verdict.isEffective else { return }
    for event in verdict.events { try draft.append(event, to: verdict.entity) }
    if let reading = verdict.reading(row.member.row.rawText) {
      try draft.append(reading, to: row.id)
    }
  }
}
