internal import Daybook
internal import Foundation
internal import Synchronization

/// The mark of an import in the log, and the undo group of its transactions.
final class BatchMarker: Sendable {
  private let id: UUID
  private let batch: ImportBatch
  /// Whether it goes on with an import that was interrupted.
  let isResumed: Bool
  /// The number of its first transaction.
  private let first: Mutex<UInt64?>

  /// Goes on with an import that was not completed, or begins one.
  init(_ work: Import, _ store: EventStore) throws {
    var batch = ImportBatch()
    batch.provider = work.source.provider
    batch.instance = work.source.instance
    batch.began = Date()
    batch.files = work.source.files.map { "\($0.name) \($0.size) sha256:\($0.digest)" }
    batch.schemaVersion = ImportBatch.currentSchemaVersion
    let open = try store.read { try Self.open(work, $0) }
    self.batch = batch
    id = open?.id ?? UUID.timeOrdered()
    isResumed = open != nil
    first = Mutex(open?.first)
  }

  private static func open(
    _ work: Import, _ reader: borrowing Reader
  ) throws -> (id: UUID, first: UInt64?)? {
    let open = try reader.entities(of: ImportBatch.self).last { batch in
      batch.state.provider == work.source.provider && batch.state.instance == work.source.instance
        && !batch.state.isComplete
    }
    guard let open else { return nil }
    let began = try reader.events(
      of: ImportBatch.self, named: "import.batch.began", order: .newestFirst)
    return (open.id, began.first { $0.entity == open.id }?.transaction)
  }

  /// Makes a transaction, to which something was appended, part of the import.
  func join(_ draft: inout Draft) throws {
    guard let own = draft.token?.number else { return }
    let known = try draft.entity(ImportBatch.self, id) == nil ? nil : first.withLock { $0 }
    if known == own { return }
    do {
      if let known { return try draft.joinUndoGroup(of: known) }
    } catch let error as StoreError where error.code == .noSuchTransaction {
      // The beginning was purged, so that only the rest can be taken back.
    }
    try draft.append(ImportBatchEvent.began(batch), to: id)
    first.withLock { $0 = own }
  }

  /// Marks the import as complete, unless it has written nothing.
  func complete(_ counts: ImportReport.Counts, _ draft: inout Draft) throws {
    guard try draft.entity(ImportBatch.self, id) != nil else { return }
    var run = batch
    run.imported = UInt64(counts.imported)
    run.changed = UInt64(counts.changed)
    run.conflicts = UInt64(counts.conflicts)
    try draft.append(ImportBatchEvent.completed(run), to: id)
    try join(&draft)
  }
}
