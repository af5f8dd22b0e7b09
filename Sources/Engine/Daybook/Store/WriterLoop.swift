internal import LMDB

/// What is handed in to the writer.
enum WriterJob: Sendable {
  case append(Append)
  case task(@Sendable (inout WriterLoop) -> Void)
}

/// Runs appends; all that wait share one commit.
///
/// `WorkQueue` lends it to one thread at a time: the writer's, or the one that works in its place.
struct WriterLoop: ~Copyable {
  typealias Queue = WorkQueue<WriterJob, WriterLoop>

  /// After so many events a commit is due.
  private static let bulkLimit: UInt64 = 50_000

  var transactor: Transactor
  /// Why nothing is written any more.
  private(set) var failure: StoreError?
  private let readers: Readers
  private let path: String
  private let options: StoreOptions
  /// Appends that were acknowledged but not yet committed; run again when the file has to grow.
  private var kept: [Append] = []
  /// How many events the log had when the open transaction began.
  private var keptSince: UInt64 = 0
  /// The appends that share the next commit.
  private var group = UnsharedArray<Append>()
  /// How many shared the last one.
  private var lastCount = 1
  /// What comes after the group, from a task on.
  private var later: [WriterJob] = []
  private var commits = 0

  init(
    _ transactor: consuming Transactor, readers: Readers, path: String, options: StoreOptions
  ) {
    self.transactor = transactor
    self.readers = readers
    self.path = path
    self.options = options
  }

  private var environment: EnvironmentBox { transactor.context.environment }

  // MARK: Taking what is handed in

  /// Runs what was handed in; nothing means that acknowledged appends have waited long enough.
  ///
  /// Returns whether acknowledged appends wait for their commit.
  mutating func run(_ jobs: [WriterJob], _ queue: Queue) -> Bool {
    if jobs.isEmpty { commitKept(queue) }
    take(jobs[...])
    return runGroups(queue)
  }

  /// Runs one append in the place of the thread.
  mutating func runHere(_ append: Append, _ queue: Queue) {
    group.append(append)
    // What came meanwhile may have left a transaction open, which only this thread can end.
    if runGroups(queue) { commitKept(queue) }
  }

  /// Runs what was taken. Returns as `run`.
  private mutating func runGroups(_ queue: Queue) -> Bool {
    while !group.isEmpty || !later.isEmpty {
      takeGroup(queue)
      var rest: [WriterJob] = []
      swap(&rest, &later)
      guard case .task(let task)? = rest.first else { continue }
      commitKept(queue)
      task(&self)
      take(rest.dropFirst())
    }
    return !kept.isEmpty
  }

  /// Adds appends to the group, up to a task.
  private mutating func take(_ jobs: ArraySlice<WriterJob>) {
    for index in jobs.indices {
      guard later.isEmpty, case .append(let append) = jobs[index] else {
        later += jobs[index...]
        return
      }
      group.append(append)
    }
  }

  // MARK: Groups

  /// Runs every body, and commits unless all of them may wait for others.
  private mutating func takeGroup(_ queue: Queue) {
    guard !group.isEmpty else { return }
    do { try write(.group, queue) } catch {
      for index in group.indices { group[index].result = .failure(error) }
    }
    lastCount = group.count
    tellGroup()
  }

  /// What a transaction is for.
  private enum Work { case group, kept }

  /// How a transaction ends.
  private enum Ending {
    /// Refused or empty: the file stays as it is.
    case abort
    /// What was acknowledged may wait for others.
    case keep
    case commit(isDurable: Bool)
    /// As `commit`; then the work is done in the next transaction.
    case commitFirst
  }

  /// Does the work in the open transaction, or a new one; again when the file had to grow.
  private mutating func write(_ work: Work, _ queue: Queue) throws {
    if let failure { throw failure }
    var undone: DraftUndone?
    while true {
      do { if try attempt(work, queue, after: undone) { return } } catch var last as DraftUndone {
        // Rows of others were in the same LMDB transaction: it is dropped, and they are run again.
        if let undone, undone.catchesUp { last.catchesUp = true }
        undone = last
      } catch let error as LMDBError where error.code == .mapFull {
        do { try environment.environment.growMap() } catch {
          throw stop(StoreError(error, path: path))
        }
      } catch let error as LMDBError {
        throw stop(StoreError(error, path: path))
      } catch {
        if !kept.isEmpty { throw stop(error) }
        throw error
      }
    }
  }

  /// Tries the work in one transaction, which is dropped when it throws. Returns whether it is
  /// done.
  ///
  /// - Parameter undone: why the last transaction was dropped, when a draft was given up.
  private mutating func attempt(
    _ work: Work, _ queue: Queue, after undone: DraftUndone?
  ) throws -> Bool {
    let isNew = !transactor.isOpen
    var scope = try transactor.begin()
    let ending: Ending
    do {
      let resumed = isNew ? try resume(&scope, after: undone) : nil
      ending = try resumed ?? run(work, &scope, queue)
    } catch {
      transactor.abort(scope)
      throw error
    }
    switch ending {
    case .abort: transactor.abort(scope)
    case .keep:
      transactor.keep(scope)
      kept += group.elements
    case .commit(let isDurable): try commit(scope, isDurable)
    case .commitFirst:
      try commit(scope, false)
      return false
    }
    return true
  }

  /// Does in a new transaction what an earlier one has lost. Returns how it ends when that is all.
  private mutating func resume(
    _ scope: inout WriteScope, after undone: DraftUndone?
  ) throws -> Ending? {
    try runKept(&scope)
    guard let undone else { return nil }
    // So that they are not run again for each draft that is given up.
    if !kept.isEmpty { return .commitFirst }
    if undone.catchesUp { try CatchUp.finish(&scope) }
    return nil
  }

  private mutating func run(
    _ work: Work, _ scope: inout WriteScope, _ queue: Queue
  ) throws -> Ending {
    switch work {
    case .group: try runGroup(&scope, queue)
    case .kept: .commit(isDurable: false)
    }
  }

  private mutating func runGroup(
    _ scope: inout WriteScope, _ queue: Queue
  ) throws -> Ending {
    for index in group.indices { group[index].result = try write(group[index], &scope) }
    let mayWait = group.elements.allSatisfy { $0.durability == .bulk }
    if !mayWait { try gather(&scope, queue) }
    let isDurable = group.elements.contains { $0.durability == .durable }
    if kept.isEmpty, !scope.hasChanges { return .abort }
    if mayWait, scope.counters.events - keptSince < Self.bulkLimit { return .keep }
    return .commit(isDurable: isDurable)
  }

  /// Waits for the callers that shared the last commit and append again a moment later.
  ///
  /// Without the wait the first of them would get two flushes of their own, and the others would
  /// wait for those. A lone caller never waits; several wait at most some 100 microseconds.
  private mutating func gather(_ scope: inout WriteScope, _ queue: Queue) throws {
    while group.count < lastCount, later.isEmpty {
      // Half of them at a time: the others come while these are run.
      let (known, awaited) = (group.count, (lastCount - group.count + 1) / 2)
      take(queue.more(awaited, microseconds: 100)[...])
      for index in known..<group.count { group[index].result = try write(group[index], &scope) }
      if group.count < known + awaited { return }
    }
  }

  /// Tells what came of the group.
  private mutating func tellGroup() {
    let context = transactor.context
    context.finished.locked { _ in
      for index in group.indices { group[index].isDone = true }
      context.finished.wakeAll()
    }
    for index in group.indices { group[index].done?(group[index].result) }
    group.removeAll()
  }

  // MARK: Committing

  /// Commits what was acknowledged before its commit.
  ///
  /// A failure is remembered: it reaches whoever appends or flushes next.
  private mutating func commitKept(_ queue: Queue) {
    guard !kept.isEmpty else { return }
    try? write(.kept, queue)
  }

  private mutating func commit(_ scope: consuming WriteScope, _ isDurable: Bool) throws {
    if let fault = options.commitFault?() {
      transactor.abort(scope)
      throw LMDBError(fault)
    }
    if let reports = transactor.context.reports, reports.tellsCommits,
      let report = CommitReport(scope)
    {
      try transactor.commit(scope, isDurable: isDurable)
      reports.tell(.commit(report.ended()))
    } else {
      try transactor.commit(scope, isDurable: isDurable)
    }
    kept.removeAll()
    options.didCommit?(isDurable ? .durable : .relaxed)
    clearStaleReaders()
  }

  /// Runs what was acknowledged again, after the file had to grow or a projection refused an
  /// append.
  ///
  /// - Throws: `StoreError.writerStopped` when another process has written meanwhile: the tokens
  ///   that were given out would be those of its transactions.
  private mutating func runKept(_ scope: inout WriteScope) throws {
    if kept.isEmpty { keptSince = scope.counters.events }
    guard keptSince == scope.counters.events else {
      throw StoreError(
        .writerStopped,
        "another process wrote while appends were run again; append the last \(kept.count) in bulk again"
      )
    }
    for append in kept { _ = try write(append, &scope) }
  }

  /// Waits until what was committed is on the disk.
  mutating func flush() throws {
    if let failure { throw failure }
    do throws(LMDBError) { try environment.environment.flush() } catch {
      throw stop(StoreError(error, path: path))
    }
  }

  /// Lets nothing more be written when acknowledged appends are lost or the disk failed.
  ///
  /// A disk that was full before anything was flushed has not failed: `diskFull` is that and
  /// nothing else.
  private mutating func stop(_ error: any Error) -> any Error {
    if (error as? StoreError)?.code == .diskFull, kept.isEmpty { return error }
    kept.removeAll()
    failure = StoreError(
      .writerStopped, "writing to \(path) stopped after a failure (\(error)); open the store anew",
      cause: error)
    return error
  }

  /// Now and then frees the slots of readers that were killed, whose reads hold pages.
  private mutating func clearStaleReaders() {
    commits += 1
    guard commits % 64 == 0 else { return }
    // The group is committed: what fails here is tried again and refuses nothing.
    _ = try? environment.environment.clearStaleReaders()
  }

  // MARK: One append

  /// Runs one body; what it throws is its own result.
  ///
  /// One that reads rows which lack what other processes wrote is run again when they do not.
  private func write(
    _ append: Append, _ scope: inout WriteScope, again: Bool = false
  ) throws -> Result<History.Token, any Error> {
    if let refusal = append.refusal { return .failure(refusal) }
    let wall = options.now()
    do {
      try scope.beginDraft(wall: wall.clockMilliseconds, declared: append.stamp)
      // Safety: the draft ends within this call, and the scope stays where it is.
      try withUnsafeMutablePointer(to: &scope) { scope in
        var draft = Draft(
          scope, readers: readers, append: append, process: options.process, wall: wall)
        try append.body(&draft)
      }
      if let failure = scope.draft.failure { throw failure }
      try scope.checkLimits(
        author: append.author, context: append.context, process: options.process, wall: wall)
    } catch let error as LMDBError {
      throw error
    } catch is ProjectionBehind where scope.draft.isShown {
      throw DraftUndone(catchesUp: true)
    } catch is ProjectionBehind where !again {
      scope.discardDraft()
      try CatchUp.finish(&scope)
      return try write(append, &scope, again: true)
    } catch {
      if scope.draft.isShown {
        append.refusal = error
        throw DraftUndone()
      }
      scope.discardDraft()
      return .failure(error)
    }
    let number: UInt64?
    do {
      number = try scope.finishDraft(
        author: append.author, context: append.context, process: options.process, wall: wall)
    } catch let refused as DraftRefused {
      append.refusal = refused.error
      throw DraftUndone()
    }
    try scope.storeConsumed()
    try scope.storeSigned()
    let known = scope.draft.known
    if number == nil { scope.discardDraft() }
    let transaction = number ?? known ?? scope.counters.transactions
    return .success(History.Token(store: readers.storeID, transaction: transaction))
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
