import DaybookTool
import Interchange

/// What a step of a migration came to, in one shape for all steps.
struct MigrationDocument {
  let step: MigrationStep
  let provider: String
  let instance: String
  /// Transactions that only this store has, of `back-out`.
  var transactions: Int?
  private var report: ImportReport?
  private var comparison: MigrationComparison?
  private var rehearsal: Rehearsal?

  init(_ step: MigrationStep, _ migration: Migration) {
    (self.step, provider, instance) = (step, migration.provider, migration.instance)
  }

  init(_ rehearsal: Rehearsal) {
    (step, provider, instance) = (.rehearse, rehearsal.provider, rehearsal.instance)
    self.rehearsal = rehearsal
  }

  mutating func take(_ report: ImportReport?) { self.report = report }
  mutating func take(_ comparison: MigrationComparison) { self.comparison = comparison }

  /// Prints it with where the migration stands.
  func print(_ migration: Migration?, _ arguments: StoreArguments) throws {
    let leader = try migration?.leader ?? .old
    if arguments.printsJSON { return try arguments.print(json: json(leader)) }
    lines(leader)
    if leader == .new, step != .finish {
      Terminal.line(
        "To give the lead back: " + arguments.command("migrate back-out \(provider)"))
    }
  }

  // MARK: JSON

  private func json(_ leader: Migration.Leader) -> JSON.Value {
    let counts = report?.counts
    return [
      "step": .text(step.rawValue), "provider": .text(provider), "instance": .text(instance),
      "leader": .text(leader.rawValue), "imported": JSON.Value(counts?.imported),
      "changed": JSON.Value(counts?.changed), "unchanged": JSON.Value(counts?.unchanged),
      "inConflict": JSON.Value(counts?.conflicts), "removed": JSON.Value(report?.removed),
      "quarantined": JSON.Value(unreadable),
      "lacksNothing": JSON.Value(comparison?.lacksNothing ?? rehearsal?.lacksNothing),
      "compared": .list(tables.map(Self.json)),
      "differences": .list((comparison?.differences ?? []).map(Self.json)),
      "onlyHere": .object((comparison?.onlyHere ?? [:]).mapValues { .int($0) }),
      "transactions": JSON.Value(transactions), "failure": JSON.Value(rehearsal?.failure),
    ]
  }

  /// How many rows cannot be read.
  private var unreadable: Int? {
    report?.counts.quarantined ?? comparison?.unreadable ?? rehearsal?.quarantined
  }

  private var tables: [MigrationComparison.Table] {
    comparison?.tables ?? rehearsal?.comparison ?? []
  }

  private static func json(_ table: MigrationComparison.Table) -> JSON.Value {
    [
      "name": .text(table.name), "kind": .text(table.kind), "rows": .int(table.rows),
      "equal": .int(table.equal), "differing": .int(table.differing),
      "missing": .int(table.missing),
    ]
  }

  private static func json(_ difference: MigrationComparison.Difference) -> JSON.Value {
    [
      "file": .text(difference.position.file), "line": .int(difference.position.line),
      "entity": JSON.Value(difference.entity), "kind": .text(difference.kind),
      "properties": JSON.Value(difference.properties),
    ]
  }

  // MARK: Words

  private func lines(_ leader: Migration.Leader) {
    if let report {
      let counts = report.counts
      Terminal.line(
        "\(counts.imported) imported, \(counts.changed) changed, \(report.removed) deleted, "
          + "\(counts.unchanged) unchanged, \(counts.conflicts) in conflict")
    } else if step == .follow {
      Terminal.line("The old store was not written since.")
    }
    if let report {
      ImportPrinter.quarantine(report)
    } else if let unreadable, unreadable > 0 {
      Terminal.line(
        "  \(Measures.count(unreadable, "row")) cannot be read; `import \(provider)` with --plan "
          + "says why")
    }
    for table in tables where table.rows > 0 {
      Terminal.line(
        "  \(table.name): \(table.equal) of \(table.rows) equal, \(table.differing) differing, "
          + "\(table.missing) missing")
    }
    for difference in comparison?.differences ?? [] {
      let what = difference.properties.joined(separator: ", ")
      Terminal.line(
        "  \(ImportPrinter.place(difference.position)): "
          + (what.isEmpty ? "is not here" : "differs in \(what)"))
    }
    for (kind, count) in (comparison?.onlyHere ?? [:]).sorted(by: { $0.key < $1.key }) {
      Terminal.line("  only here: \(count) of \(kind)")
    }
    if let transactions {
      Terminal.line(
        "Only here: \(Measures.count(transactions, "transaction")) since the switch.")
    }
    if let rehearsal { return lines(rehearsal) }
    Terminal.line("The \(leader.rawValue) store leads.")
  }

  private func lines(_ rehearsal: Rehearsal) {
    if let failure = rehearsal.failure {
      return Terminal.line("A migration would fail: \(failure). Nothing was written.")
    }
    let end =
      rehearsal.lacksNothing
      ? "nothing would be missing" : "not all of the old store would be there"
    Terminal.line("Nothing was written; \(end).")
  }
}
