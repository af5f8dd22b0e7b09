internal import LMDB

/// One append that waits for its commit.
struct Append: Sendable {
  let author: String?
  let context: String?
  let stamp: HybridTime?
  let durability: Durability
  let body: @Sendable (inout Draft) throws -> Void
  let done: @Sendable (Result<History.Token, any Error>) -> Void
}

/// Runs appends on the writer thread; all that wait share one commit.
final class Writer: @unchecked Sendable {  // `session` belongs to the writer thread once started
  private enum Job: Sendable {
    case append(Append)
    case task(@Sendable (WriteSession) -> Void)
  }

  private let session: WriteSession
  let registry: TypeRegistry
  private let catalog: ProjectionCatalog
  private let path: String
  private let storeID: UUID
  private let options: StoreOptions
  private let queue = WorkQueue<Job>()
  private var failure: StoreError?

  init(
    session: WriteSession, registry: TypeRegistry, path: String, storeID: UUID,
    options: StoreOptions
  ) {
    self.session = session
    self.registry = registry
    self.path = path
    self.storeID = storeID
    self.options = options
    catalog = ProjectionCatalog(session.projections.map(\.opened), session.tables)
  }

  func start() { queue.start { [unowned self] in run($0) } }

  func close() { queue.close() }

  func add(_ append: Append) {
    if !queue.add(.append(append)) {
      append.done(.failure(StoreError(.closed, "the store at \(path) is closed")))
    }
  }

  /// Runs `body` on the writer thread and waits for it.
  func perform<R: Sendable>(_ body: @escaping @Sendable (WriteSession) throws -> R) throws -> R {
    let latch = Latch<Result<R, any Error>>()
    let added = queue.add(.task { session in latch.set(Result { try body(session) }) })
    guard added else { throw StoreError(.closed, "the store at \(path) is closed") }
    return try latch.wait().get()
  }

  /// A reader for the snapshot of `transaction`.
  func reader(_ transaction: BorrowedTransaction) -> Reader {
    let log = LogReader(transaction: transaction, tables: session.tables, hasRetractions: true)
    return Reader(log: log, catalog: catalog, registry: registry, storeID: storeID)
  }

  // MARK: On the writer thread

  private func run(_ jobs: [Job]) {
    var group: [Append] = []
    for job in jobs {
      switch job {
      case .append(let append): group.append(append)
      case .task(let task):
        commit(group)
        group.removeAll()
        task(session)
      }
    }
    commit(group)
  }

  private func commit(_ group: [Append]) {
    guard !group.isEmpty else { return }
    if let failure {
      for append in group { append.done(.failure(failure)) }
      return
    }
    while true {
      do {
        let results = try attempt(group)
        for (append, result) in zip(group, results) { append.done(result) }
        return
      } catch let error as LMDBError where error.code == .mapFull {
        session.abort()
        do { try session.environment.environment.growMap() } catch {
          return fail(group, StoreError(error, path: path))
        }
      } catch let error as LMDBError {
        session.abort()
        let failed = StoreError(error, path: path)
        if failed.code != .diskFull {
          failure = StoreError(
            .writerStopped, "writing to \(path) stopped after a failure; open the store anew",
            cause: failed)
        }
        return fail(group, failed)
      } catch {
        session.abort()
        return fail(group, error)
      }
    }
  }

  private func fail(_ group: [Append], _ error: any Error) {
    for append in group { append.done(.failure(error)) }
  }

  /// Runs every body and commits once.
  private func attempt(_ group: [Append]) throws -> [Result<History.Token, any Error>] {
    let isDurable = group.contains { $0.durability == .durable }
    try session.environment.environment.setFlush(isDurable ? .full : .dataOnly)
    try session.begin()
    var results: [Result<History.Token, any Error>] = []
    for append in group {
      let wall = options.now()
      let milliseconds = Int64(wall.timeIntervalSince1970 * 1000)
      do {
        try session.beginDraft(wall: milliseconds, declared: append.stamp)
        var draft = Draft(
          session: session, registry: registry, catalog: catalog, storeID: storeID)
        try append.body(&draft)
      } catch let error as LMDBError {
        throw error
      } catch {
        session.discardDraft()
        results.append(.failure(error))
        continue
      }
      let number = try session.storeDraft(
        author: append.author, context: append.context, process: options.process, wall: wall)
      let transaction = number ?? session.heads.transactions
      if number == nil { session.discardDraft() }
      results.append(.success(History.Token(store: storeID, transaction: transaction)))
    }
    try session.commit()
    return results
  }
}
