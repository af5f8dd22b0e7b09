internal import LMDB

/// Runs appends on the writer thread; all that wait share one commit.
final class Writer: @unchecked Sendable {  // `session` is of who writes
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
  private let queue: WorkQueue<Job>
  /// Where threads wait for the results of their appends.
  private let finished = Monitor()
  @exclusivity(unchecked)  // as everything below, confined to the writer thread
  private var failure: StoreError?
  @exclusivity(unchecked)
  private var commits = 0
  /// Appends that were acknowledged but not yet committed; run again when the file has to grow.
  @exclusivity(unchecked)
  private var kept: [Append] = []
  /// The appends that share the next commit.
  @exclusivity(unchecked)
  private var group = UnsharedArray<Append>()
  /// How many shared the last one.
  @exclusivity(unchecked)
  private var lastCount = 1
  /// What comes after the group, from a task on.
  @exclusivity(unchecked)
  private var later: [Job] = []
  /// How many events the log had when the open transaction began.
  @exclusivity(unchecked)
  private var keptSince: UInt64 = 0
  /// After so many events a commit is due.
  private static let bulkLimit: UInt64 = 50_000

  init(
    session: WriteSession, registry: TypeRegistry, path: String, storeID: UUID,
    options: StoreOptions
  ) {
    self.session = session
    queue = WorkQueue(waiting: session.waiting)
    self.registry = registry
    self.path = path
    self.storeID = storeID
    self.options = options
    catalog = ProjectionCatalog(session)
  }

  deinit { session.dissolve() }

  func start() { queue.start { [unowned self] in run($0) } }

  func close() {
    // On its own thread it is not called again for what waits for a commit.
    if queue.isMine { commitKept() }
    queue.close()
  }

  /// Whether the calling thread writes: it would wait for itself.
  var isMine: Bool { queue.isMine }

  /// Whether somebody waited for the thread since that was asked last.
  var wasAwaited: Bool { session.waiting.wasAwaited }

  /// Hands in an append that tells its own result.
  func add(_ append: Append) {
    refuseForked()
    if !queue.add(.append(append)) { append.done?(.failure(closed)) }
  }

  /// Hands in an append and waits for its result, or runs it here when the thread has nothing to do.
  ///
  /// One that may wait for its commit is not run here: its transaction would be open in a thread that
  /// goes away.
  func result(of append: Append) throws -> History.Token {
    refuseForked()
    if append.durability != .bulk, queue.lend({ runHere(append) }) {
      return try append.result.get()
    }
    guard queue.add(.append(append)) else { throw closed }
    finished.locked {
      while !append.isDone { finished.wait() }
    }
    return try append.result.get()
  }

  private func runHere(_ append: Append) {
    group.append(append)
    // What came meanwhile may have left a transaction open, which only this thread can end.
    if runGroups() { commitKept() }
  }

  /// The thread that writes is not there in a forked child, which would wait for it.
  private func refuseForked() { session.environment.environment.refuseForked() }

  private var closed: StoreError { StoreError(.closed, "the store at \(path) is closed") }

  /// Runs `body` on the writer thread, after everything that was handed in before, and waits for it.
  func perform<R: Sendable>(_ body: @escaping @Sendable (WriteSession) throws -> R) throws -> R {
    refuseForked()
    let latch = Latch<Result<R, any Error>>()
    let added = queue.add(
      .task { [unowned self] session in
        latch.set(
          Result {
            if let failure { throw failure }
            return try body(session)
          })
      })
    guard added else { throw closed }
    return try latch.wait().get()
  }

  /// Makes everything that was handed in before durable.
  func flush(_ done: @escaping @Sendable (Result<Void, any Error>) -> Void) {
    refuseForked()
    let added = queue.add(
      .task { [unowned self] session in
        done(
          Result {
            if let failure { throw failure }
            do throws(LMDBError) { try session.environment.environment.flush() } catch {
              let environment = session.environment
              throw stop(StoreError(environment.environment.explained(error), path: path))
            }
          })
      })
    if !added { done(.failure(closed)) }
  }

  /// A reader for the snapshot of `transaction`, usable within `scope`, which notes in `trace` what it reads.
  // Not inlined: the optimizer of Swift 6.3 dies of it in callers that are asynchronous.
  @inline(never)
  @_lifetime(immortal)
  func reader(
    _ transaction: BorrowedTransaction, _ scope: ReadScope, _ trace: ReadTrace? = nil,
    isWriting: Bool = false
  ) -> Reader {
    // Damaged heads are told when a view is asked for; the log can still be read. A transaction that is
    // written may be dropped, and the next one has its number: what it says is not kept.
    let snapshot = try? isWriting ? catalog.make(transaction) : catalog.snapshot(transaction)
    let log = LogReader(
      transaction: transaction, tables: session.tables,
      hasRetractions: snapshot?.hasRetractions ?? true, hasBaselines: true, trace: trace)
    return Reader(
      log: log, scope: scope, catalog: catalog, snapshot: snapshot, registry: registry,
      storeID: storeID)
  }

  // MARK: On the writer thread, or in its place

  /// Returns whether acknowledged appends wait for their commit.
  private func run(_ jobs: [Job]) -> Bool {
    if jobs.isEmpty { commitKept() }
    take(jobs[...])
    return runGroups()
  }

  /// Runs what was taken. Returns as `run`.
  private func runGroups() -> Bool {
    while !group.isEmpty || !later.isEmpty {
      takeGroup()
      var rest: [Job] = []
      swap(&rest, &later)
      guard case .task(let task)? = rest.first else { continue }
      commitKept()
      task(session)
      take(rest.dropFirst())
    }
    return !kept.isEmpty
  }

  /// Adds appends to the group, up to a task.
  private func take(_ jobs: ArraySlice<Job>) {
    for index in jobs.indices {
      guard later.isEmpty, case .append(let append) = jobs[index] else {
        later += jobs[index...]
        return
      }
      group.append(append)
    }
  }

  /// Runs every body, and commits unless all of them may wait for others.
  private func takeGroup() {
    guard !group.isEmpty else { return }
    do {
      try growing {
        for index in group.indices { group[index].result = try write(group[index]) }
        let mayWait = group.elements.allSatisfy { $0.durability == .bulk }
        if !mayWait { try gather() }
        let isDurable = group.elements.contains { $0.durability == .durable }
        if kept.isEmpty, !session.hasChanges {
          session.abort()  // Refused or empty: the file stays as it is.
        } else if mayWait, session.heads.events - keptSince < Self.bulkLimit {
          kept += group.elements
        } else {
          try commit(isDurable ? (options.flushesOnce ? .once : .full) : .dataOnly)
        }
      }
    } catch {
      for index in group.indices { group[index].result = .failure(error) }
    }
    lastCount = group.count
    tellGroup()
  }

  /// Takes in those who shared the last commit and come again, one after the other, a moment later.
  ///
  /// Else the first of them would have two flushes for themselves, and the others would wait for
  /// those. One who is alone is not kept, as many as the last time are, 100 microseconds or so.
  private func gather() throws {
    while group.count < lastCount, later.isEmpty {
      // Half of them at a time: the others come while these are run.
      let (known, awaited) = (group.count, (lastCount - group.count + 1) / 2)
      take(queue.more(awaited, microseconds: 100)[...])
      for index in known..<group.count { group[index].result = try write(group[index]) }
      if group.count < known + awaited { return }
    }
  }

  /// Tells what came of the group.
  private func tellGroup() {
    finished.locked {
      for index in group.indices { group[index].isDone = true }
      finished.wakeAll()
    }
    for index in group.indices { group[index].done?(group[index].result) }
    group.removeAll()
  }

  /// Commits what was acknowledged before its commit.
  ///
  /// A failure is remembered: it reaches whoever appends or flushes next.
  private func commitKept() {
    guard !kept.isEmpty else { return }
    try? growing { try commit(.dataOnly) }
  }

  private func commit(_ flush: Environment.Flush) throws {
    if let fault = options.commitFault?() { throw LMDBError(fault) }
    try session.environment.environment.setFlush(flush)
    try session.commit()
    kept.removeAll()
    clearStaleReaders()
  }

  /// Runs `body` in the open transaction, or a new one; again when the file had to grow.
  ///
  /// `body` changes `kept` last, after all that can throw, so that it need not be copied (tens of
  /// thousands of appends, each time).
  private func growing(_ body: () throws -> Void) throws {
    if let failure { throw failure }
    var (isUndone, catchesUp) = (false, false)
    while true {
      do {
        if session.transaction == nil {
          try session.begin()
          try runKept()
          if isUndone, !kept.isEmpty {
            // So that they are not run again for each draft that is given up.
            try commit(.dataOnly)
            continue
          }
          if catchesUp { try CatchUp.finish(session) }
        }
        return try body()
      } catch let undone as DraftUndone {
        // Rows of others are in the same LMDB transaction: it is dropped, and they are run again.
        session.abort()
        isUndone = true
        catchesUp = catchesUp || undone.catchesUp
      } catch let error as LMDBError where error.code == .mapFull {
        session.abort()
        do { try session.environment.environment.growMap() } catch {
          throw stop(StoreError(error, path: path))
        }
      } catch let error as LMDBError {
        session.abort()
        throw stop(StoreError(session.environment.environment.explained(error), path: path))
      } catch {
        session.abort()
        if !kept.isEmpty { throw stop(error) }
        throw error
      }
    }
  }

  /// Runs what was acknowledged again, after the file had to grow or a projection refused an append.
  ///
  /// - Throws: `StoreError.writerStopped` when another process has written meanwhile: the tokens that
  ///   were given out would be those of its transactions.
  private func runKept() throws {
    if kept.isEmpty { keptSince = session.heads.events }
    guard keptSince == session.heads.events else {
      throw StoreError(
        .writerStopped,
        "another process wrote while appends were run again; append the last \(kept.count) in bulk again"
      )
    }
    for append in kept { _ = try write(append) }
  }

  /// Lets nothing more be written when acknowledged appends are lost or the disk failed.
  ///
  /// A disk that was full before anything was flushed has not failed: `diskFull` is that and nothing else.
  private func stop(_ error: any Error) -> any Error {
    if (error as? StoreError)?.code == .diskFull, kept.isEmpty { return error }
    kept.removeAll()
    failure = StoreError(
      .writerStopped, "writing to \(path) stopped after a failure (\(error)); open the store anew",
      cause: error)
    return error
  }

  /// Runs one body; what it throws is its own result.
  ///
  /// One that reads rows which lack what other processes wrote is run again when they do not.
  private func write(
    _ append: Append, again: Bool = false
  ) throws -> Result<History.Token, any Error> {
    if let refusal = append.refusal { return .failure(refusal) }
    let wall = options.now()
    do {
      try session.beginDraft(wall: wall.clockMilliseconds, declared: append.stamp)
      var draft = Draft(
        session: session, registry: registry, catalog: catalog, storeID: storeID, append: append,
        process: options.process, wall: wall)
      try append.body(&draft)
      if let failure = session.draft.failure { throw failure }
      try session.checkLimits(
        author: append.author, context: append.context, process: options.process, wall: wall)
    } catch let error as LMDBError {
      throw error
    } catch is ProjectionBehind where session.draft.isShown {
      throw DraftUndone(catchesUp: true)
    } catch is ProjectionBehind where !again {
      session.discardDraft()
      try CatchUp.finish(session)
      return try write(append, again: true)
    } catch {
      if session.draft.isShown {
        append.refusal = error
        throw DraftUndone()
      }
      session.discardDraft()
      return .failure(error)
    }
    let number: UInt64?
    do {
      number = try session.storeDraft(
        author: append.author, context: append.context, process: options.process, wall: wall)
    } catch let refused as DraftRefused {
      append.refusal = refused.error
      throw DraftUndone()
    }
    try session.storeConsumed()
    let known = session.draft.known
    if number == nil { session.discardDraft() }
    let transaction = number ?? known ?? session.heads.transactions
    return .success(History.Token(store: storeID, transaction: transaction))
  }

  /// Now and then frees the slots of readers that were killed, whose snapshots hold pages.
  private func clearStaleReaders() {
    commits += 1
    guard commits % 64 == 0 else { return }
    // The group is committed: what fails here is tried again and refuses nothing.
    _ = try? session.environment.environment.clearStaleReaders()
  }
}

extension LMDBError {
  fileprivate init(_ fault: CommitFault) {
    let code: Code =
      switch fault {
      case .diskFull, .diskFullInFlush: .noSpace
      case .diskFailure: .inputOutput
      case .growth: .mapFull
      }
    self.init(
      code: code, call: "mdb_txn_commit",
      mayHaveFlushed: fault == .diskFullInFlush || fault == .diskFailure)
  }
}
