public import Daybook
internal import Nursery

/// Takes what `BabyBuddyFolder` read into a store.
public enum BabyBuddyImporter {
  /// Compares the export with the store and says what an import would do. Writes nothing.
  ///
  /// - Throws: as `run`.
  public static func plan(
    _ export: BabyBuddyExport, in store: EventStore, corrects: Bool = false
  ) throws -> ImportReport {
    try store.read { try prepare(export, $0, corrects).report }
  }

  /// Imports what is not there yet. A second run imports nothing.
  ///
  /// An entry that somebody edited since is left as edited, unless its row changed too: then only
  /// what differs from the row imported before is amended. A deleted entry stays deleted.
  ///
  /// Two imports may run at the same time, in one process or two: each row is written once, and
  /// both reports together count it once as imported.
  ///
  /// - Parameters:
  ///   - corrects: amends all the entries even when all have changed alike, because it was the
  ///     import before that was told a wrong zone or unit.
  ///   - progress: gets the number of entries written and of all to be written.
  /// - Throws: `InterchangeError`, before anything was written unless another import ran meanwhile:
  ///   `zoneDiffers` when most entries would move by one offset, `unitDiffers` when most amounts
  ///   would change by one factor, and `otherInstance` when an id has become another child, or a
  ///   child is here from another instance.
  public static func run(
    _ export: BabyBuddyExport, into store: EventStore, corrects: Bool = false,
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> ImportReport {
    try await ImportRun(store: store, context: "import babybuddy") {
      try prepare(export, $0, corrects)
    }.run(progress: progress)
  }

  private static func prepare(
    _ export: BabyBuddyExport, _ reader: borrowing Reader, _ corrects: Bool
  ) throws -> ImportPlan {
    var (report, batch, likeness) = (ImportReport(), ImportBatch(), ImportGuard())
    if !corrects {
      try ImportGuard.check(
        export.children, against: try reader.view(CurrentProfiles.self).all())
    }
    try addChildren(of: export, reader, &report, &batch)
    try addFeedings(of: export, reader, &report, &batch, &likeness)
    try addDiapers(of: export, reader, &report, &batch, &likeness)
    if !corrects { try likeness.check() }
    report.quarantined = export.quarantined
    report.rows += export.quarantined.count
    report.passedOver = export.passedOver
    report.files = export.reports.map {
      var file = ImportReport.File(name: $0.file)
      file.rows = $0.rows
      file.unknownColumns = $0.unknownColumns
      return file
    }
    return ImportPlan(report: report, batch: batch)
  }

  private static func addChildren(
    of export: BabyBuddyExport, _ reader: borrowing Reader, _ report: inout ImportReport,
    _ batch: inout ImportBatch
  ) throws {
    for child in export.children {
      let profile = child.profile(in: export)
      let outcome = try outcome(
        of: profile, child.source.entityID, in: reader, recorded: { $0.recorded },
        add: { id in batch.add(id, .imported) { try $0.append(BabyEvent.created(profile), to: id) }
        },
        amend: { id, old in
          var new = profile
          new.createdAt = old.createdAt
          let change = BabyAmendment(from: old, to: new)
          if change.isEmpty { return false }
          batch.add(id, .refined) { try $0.append(BabyEvent.amended(change), to: id) }
          return true
        })
      report.count(outcome, child.source.warnings)
    }
  }

  private static func addFeedings(
    of export: BabyBuddyExport, _ reader: borrowing Reader, _ report: inout ImportReport,
    _ batch: inout ImportBatch, _ likeness: inout ImportGuard
  ) throws {
    let babies = export.babies
    for row in export.feedings {
      let feed = row.feed(babies: babies, volume: export.volume)
      let outcome = try outcome(
        of: feed, row.source.entityID, in: reader, recorded: { $0.recorded },
        meet: { old in
          likeness.compare(old.start, feed.start)
          likeness.compare(old.amount, feed.amount)
        },
        add: { id in batch.add(id, .imported) { try $0.append(FeedEvent.recorded(feed), to: id) } },
        amend: { id, old in
          let change = FeedAmendment(from: old, to: feed)
          if change.isEmpty { return false }
          batch.add(id, .refined) { try $0.append(FeedEvent.amended(change), to: id) }
          return true
        })
      report.count(outcome, row.source.warnings)
    }
  }

  private static func addDiapers(
    of export: BabyBuddyExport, _ reader: borrowing Reader, _ report: inout ImportReport,
    _ batch: inout ImportBatch, _ likeness: inout ImportGuard
  ) throws {
    let babies = export.babies
    for row in export.diapers {
      let diaper = row.diaper(babies: babies)
      let outcome = try outcome(
        of: diaper, row.source.entityID, in: reader, recorded: { $0.recorded },
        meet: { old in likeness.compare(old.time, diaper.time) },
        add: { id in
          batch.add(id, .imported) { try $0.append(DiaperEvent.recorded(diaper), to: id) }
        },
        amend: { id, old in
          let change = DiaperAmendment(from: old, to: diaper)
          if change.isEmpty { return false }
          batch.add(id, .refined) { try $0.append(DiaperEvent.amended(change), to: id) }
          return true
        })
      report.count(outcome, row.source.warnings)
    }
  }

  /// Adds a new entity, amends one whose row changed, or does nothing.
  ///
  /// `meet` gets what an earlier import made of the row; the entry itself when it is as it should
  /// be.
  private static func outcome<E: Entity>(
    of new: E, _ id: UUID, in reader: borrowing Reader, recorded: (E.Event) -> E?,
    meet: (E) -> Void = { _ in }, add: (UUID) -> Void, amend: (UUID, E) -> Bool
  ) throws -> ImportReport.Outcome {
    let events = try reader.events(of: E.self, id)
    guard let last = events.compactMap(recorded).last else {
      // Of an entry whose older events were purged it is not known what the import said and what a
      // person changed: it stays as it is.
      if try reader.isKnown(E.self, id) { return .unchanged }
      add(id)
      return .imported
    }
    let current = last == new ? nil : try reader.entity(E.self, id)
    if last == new || current == new {
      meet(new)
      return .unchanged
    }
    meet(last)
    return amend(id, last) ? .refined : .unchanged
  }
}

extension BabyBuddyExport {
  /// The identity of each child by its id.
  fileprivate var babies: [String: UUID] {
    Dictionary(
      children.map { ($0.id, $0.source.entityID) }, uniquingKeysWith: { first, _ in first })
  }
}
