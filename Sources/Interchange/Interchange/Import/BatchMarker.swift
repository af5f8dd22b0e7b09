internal import Daybook
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
    batch.files = work.source.files.map { "\($0.name) \($0.size) sha256:\($0.digest)" }
    batch.schemaVersion = ImportBatch.currentSchemaVersion
    let (open, token) = try store.read { (try Self.open(work, $0), try $0.token()) }
    self.batch = batch
    // Two that begin at the same moment are one.
    id = open?.id ?? UUID(name: "import.batch \(token)", in: SourceIdentity.namespace)
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
    return (open.id.rawValue, began.first { $0.entity == open.id }?.transaction)
  }

  /// Begins the import in a transaction of the earliest time, unless it has begun.
  ///
  /// So whatever comes later, its completion too, comes after the beginning in the canonical order.
  func begin(_ draft: inout Draft) throws {
    if try draft.entity(ImportBatch.self, id) != nil { return }
    first.withLock { $0 = nil }
    try mark(&draft)
  }

  /// Makes a transaction, to which something was appended, part of the import.
  func join(_ draft: inout Draft) throws {
    try begin(&draft)
    let known = first.withLock { $0 }
    if known == draft.token?.number { return }
    do {
      if let known { return try draft.joinUndoGroup(of: known) }
    } catch let error as StoreError where error.code == .noSuchTransaction {
      // The beginning was purged, so that only the rest can be taken back.
    }
    try mark(&draft)
  }

  /// Writes that an undo group begins here.
  private func mark(_ draft: inout Draft) throws {
    var batch = batch
    batch.began = draft.wallTime
    try draft.append(ImportBatchEvent.began(batch), to: id)
    let number = draft.token?.number
    first.withLock { $0 = number }
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
