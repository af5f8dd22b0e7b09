internal import LMDB
internal import Synchronization

/// Makes readers, without the writer.
@usableFromInline
final class Readers: Sendable {
  let tables: LogTables
  let catalog: ProjectionCatalog
  @usableFromInline let registry: TypeRegistry
  /// The version of the schema; 0 for none.
  let schemaVersion: UInt64
  /// The identity of the store, which tokens bear.
  var storeID: UUID { identity.withLock { $0 } }
  private let identity: Mutex<UUID>
  let names = NameCache()

  init(
    tables: LogTables, catalog: ProjectionCatalog, registry: TypeRegistry, schemaVersion: UInt64,
    storeID: UUID
  ) {
    self.tables = tables
    self.catalog = catalog
    self.registry = registry
    self.schemaVersion = schemaVersion
    identity = Mutex(storeID)
  }

  /// Takes over another identity of the store.
  func identify(_ id: UUID) { identity.withLock { $0 = id } }

  /// A reader of the commit that a read transaction sees, usable within `scope`, which notes in
  /// `trace` what it reads.
  // Not inlined: the optimizer of Swift 6.3 dies of it in callers that are asynchronous.
  @inline(never)
  @_lifetime(immortal)
  func reader(
    _ transaction: BorrowedTransaction, _ scope: ReadScope, _ trace: ReadTrace? = nil
  ) -> Reader {
    // Damaged counters are told when a view is asked for; the log can still be read.
    let state = try? catalog.state(transaction)
    let log = LogReader(
      transaction: transaction, tables: tables,
      hasRetractions: state?.hasRetractions ?? true, hasBaselines: true,
      trace: trace, rules: state?.lentRules)
    return Reader(log: log, scope: scope, state: state, readers: self)
  }

  /// A reader of a transaction that is being written, as it stands.
  ///
  /// The transaction may be dropped, and the next one has its number: what it says is not kept.
  @inline(never)
  @_lifetime(immortal)
  func reader(writing log: LogReader, _ scope: ReadScope) -> Reader {
    Reader(log: log, scope: scope, state: nil, readers: self)
  }
}
