public import Daybook
internal import Nursery

/// Takes what `BabyBuddyFolder` read into a store.
public enum BabyBuddyImporter {
  /// Compares the export with the store and says what an import would do. Writes nothing.
  public static func plan(_ export: BabyBuddyExport, in store: EventStore) throws -> ImportReport {
    try prepare(export, store).report
  }

  /// Imports what is not there yet. A second run imports nothing.
  ///
  /// An entry that somebody edited since is left as edited, unless its row changed too: then only what
  /// differs from the row imported before is amended. A deleted entry stays deleted.
  ///
  /// `progress` gets the number of entries written and of all to be written.
  public static func run(
    _ export: BabyBuddyExport, into store: EventStore,
    progress: @Sendable (Int, Int) -> Void = { _, _ in }
  ) async throws -> ImportReport {
    let (report, batch) = try prepare(export, store)
    try await batch.commit(to: store, context: "import babybuddy", progress: progress)
    return report
  }

  private static func prepare(
    _ export: BabyBuddyExport, _ store: EventStore
  ) throws -> (report: ImportReport, batch: ImportBatch) {
    var report = ImportReport()
    var batch = ImportBatch()
    let babies = Dictionary(
      export.children.map { ($0.id, $0.source.entityID) }, uniquingKeysWith: { first, _ in first })
    try store.read { reader in
      for child in export.children {
        let profile = child.profile(in: export)
        let outcome = try outcome(
          of: profile, child.source.entityID, in: reader, recorded: { $0.recorded },
          add: { id in batch.add { try $0.append(BabyEvent.created(profile), to: id) } },
          amend: { id, old in
            var new = profile
            new.createdAt = old.createdAt
            let change = BabyAmendment(from: old, to: new)
            if change.isEmpty { return false }
            batch.add { try $0.append(BabyEvent.amended(change), to: id) }
            return true
          })
        report.count(outcome, child.source.warnings)
      }
      for row in export.feedings {
        let feed = row.feed(babies: babies, volume: export.volume)
        let outcome = try outcome(
          of: feed, row.source.entityID, in: reader, recorded: { $0.recorded },
          add: { id in batch.add { try $0.append(FeedEvent.recorded(feed), to: id) } },
          amend: { id, old in
            let change = FeedAmendment(from: old, to: feed)
            if change.isEmpty { return false }
            batch.add { try $0.append(FeedEvent.amended(change), to: id) }
            return true
          })
        report.count(outcome, row.source.warnings)
      }
      for row in export.diapers {
        let diaper = row.diaper(babies: babies)
        let outcome = try outcome(
          of: diaper, row.source.entityID, in: reader, recorded: { $0.recorded },
          add: { id in batch.add { try $0.append(DiaperEvent.recorded(diaper), to: id) } },
          amend: { id, old in
            let change = DiaperAmendment(from: old, to: diaper)
            if change.isEmpty { return false }
            batch.add { try $0.append(DiaperEvent.amended(change), to: id) }
            return true
          })
        report.count(outcome, row.source.warnings)
      }
    }
    report.quarantined = export.quarantined
    report.rows += export.quarantined.count
    report.files = export.reports.map {
      var file = ImportReport.File(name: $0.file)
      file.rows = $0.rows
      file.unknownColumns = $0.unknownColumns
      return file
    }
    return (report, batch)
  }

  /// Adds a new entity, amends one whose row changed, or does nothing.
  private static func outcome<E: Entity>(
    of new: E, _ id: UUID, in reader: borrowing Reader, recorded: (E.Event) -> E?,
    add: (UUID) -> Void, amend: (UUID, E) -> Bool
  ) throws -> ImportReport.Outcome {
    let events = try reader.events(of: E.self, id)
    guard let last = events.compactMap(recorded).last else {
      add(id)
      return .imported
    }
    if last == new { return .unchanged }
    if let current = try reader.entity(E.self, id), current == new { return .unchanged }
    return amend(id, last) ? .refined : .unchanged
  }
}
