internal import LMDB
internal import Synchronization

/// An event log with its projections, in one directory.
///
/// ```swift
/// let store = try EventStore.open(at: path, schema: schema)
/// let token = try await store.append(author: "Ada") { draft in
///   try draft.append(FeedEvent.started(…), to: feed)
/// }
/// let feed = try store.read { try $0.entity(FeedSession.self, feed) }
/// ```
/// Reads are synchronous, see the store as one commit left it, and neither block nor are blocked.
/// Appends run one at a time: on the store's writer thread or, while that is idle, on the caller's.
/// Share one `EventStore` in a process; other processes may open the same directory.
public final class EventStore: Sendable {
  /// The directory.
  public let path: String
  /// The identity of the store, which tokens bear; `mintReplica` gives it another.
  public var id: UUID { readers.storeID }
  /// The space that it writes in: what is shared, and with whom. One store holds one space.
  ///
  /// It is made with the store, see `StoreOptions.space`, and goes into each message.
  public let space: UUID
  /// What the opening found in the journal; nil when the store was closed before, or another
  /// process has it open.
  public var recovery: StoreRecovery? { StoreRecovery(environment.environment.journalOutcome) }
  let environment: EnvironmentBox
  let tables: LogTables
  let options: StoreOptions
  package let schema: Schema
  let writer: Writer
  let readers: Readers
  let pages: PageWatch
  let signal: CommitSignal
  /// Told what the app's observers want to know; nil when there are none.
  let reports: StoreReports?
  let parked = Mutex<ParkedReads>(ParkedReads())

  /// Opens the store in the directory `path`, making it when the options allow.
  ///
  /// Folders around it that are missing are made, too, for their owner alone.
  ///
  /// Projections that are new or whose fingerprint changed are built before it returns. Rows that a
  /// higher revision keeps are left to it, and reading them throws `StoreError.viewKeptByOther`.
  ///
  /// - Throws: `StoreError`: `noSuchStore`, `notAStore`, `newerFormat`, `olderFormat`, `damaged`;
  ///   after a second `alreadyOpen`, and `replaced` when a process has another file open under this
  ///   name; `foreignSpace` when `StoreOptions.space` is another than the store's;
  ///   `storedFormatChanged` when a type cannot read what is stored (`StoreOptions.readsSamples`);
  ///   `invalidSchema` when the schema contradicts itself, before anything is written.
  public static func open(
    at path: String, schema: Schema, options: StoreOptions = StoreOptions()
  ) throws -> EventStore {
    try schema.check()
    return try opened(at: path, options, new: { schema }, choosing: { _ in schema })
  }

  /// As `open`, with a schema that depends on what the store holds: nothing, when it is new.
  ///
  /// - Parameter choose: gives the schema; called before anything is written to a store that is
  ///   there, and before that also for what holds nothing when a store is made. What it throws
  ///   leaves the store as it is, or makes none.
  package static func open(
    at path: String, options: StoreOptions, choosing choose: (StoreContents) throws -> Schema
  ) throws -> EventStore {
    func checked(_ contents: StoreContents) throws -> Schema {
      let schema = try choose(contents)
      try schema.check()
      return schema
    }
    return try opened(
      at: path, options, new: { try checked(StoreContents()) },
      choosing: { environment in
        // A file of nothing but roots, as LMDB makes it under a name that was just taken away.
        if !options.createsStore, environment.tables == 0 { throw StoreOpening.nothing(at: path) }
        let read = try environment.beginRead()
        return try checked(
          StoreContents(read.borrowed, tables: environment.tables, path: path))
      })
  }

  /// - Parameters:
  ///   - new: gives the schema of a store that is made.
  ///   - schema: gives the schema of what is there.
  private static func opened(
    at path: String, _ options: StoreOptions, new: () throws -> Schema,
    choosing schema: (borrowing Environment) throws -> Schema
  ) throws -> EventStore {
    try StorePath.check(path)
    try options.check()
    do {
      var settings = Environment.Options(createsFiles: options.createsStore)
      if let size = options.mapSize { settings.mapSize = size }
      settings.pageChecks = options.pageChecks.setting
      settings.keepsName = !options.isTemporary
      if let checkpoint = options.checkpoint {
        settings.journal.area = checkpoint.area
        settings.journal.freed = checkpoint.freed
        settings.journal.idle = checkpoint.idle
      }
      if let watch = options.creationStep { settings.creationStep = { watch($0.rawValue) } }
      let isThere = FileManager.default.fileExists(atPath: path + "/data.mdb")
      let first = try options.createsStore && !isThere ? new() : nil
      let environment = try withoutActuallyEscaping(new) { new in
        // What was there a moment ago may be gone.
        EnvironmentBox(
          try Environment(path: path, options: settings) {
            try StoreOpening.fill($0, first ?? new(), options)
          })
      }
      return try EventStore(
        path: path, environment: environment, schema: schema(environment.environment),
        options: options)
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }

  init(
    path: String, environment: EnvironmentBox, schema: Schema, options: StoreOptions
  ) throws {
    self.path = path
    self.environment = environment
    self.options = options
    self.schema = schema
    let reports = StoreReports(
      options.observers, slowRead: options.slowReadThreshold, onQuarantine: options.onQuarantine)
    self.reports = reports
    let watch = PageWatch(
      environment, isSkipped: options.pageChecks == .none, now: options.now)
    pages = watch
    let opening: StoreOpening
    do {
      opening = try watch.watching {
        try StoreOpening.open(
          environment, watch, path: path, schema: schema, options: options, reports: reports)
      }
    } catch {
      reports?.close()
      throw error
    }
    readers = opening.readers
    space = opening.space
    tables = readers.tables
    signal = opening.transactor.context.signal
    writer = Writer(opening.transactor, readers: readers, path: path, options: options)
    writer.start()
    // Takes a reader slot, by which others see that this process has the store open too.
    _ = try? attemptRead(nil) { _ in }
  }

  deinit {
    writer.close()
    pages.close()
    signal.close()
    reports?.close()
    parked.withLock { $0 = ParkedReads() }  // before the environment goes
    // What there is of it: the files of its attachments.
    if options.isTemporary { try? FileManager.default.removeItem(atPath: path) }
    // Its threads may use the file a moment longer: it is closed when the last of them has let go.
  }

  // MARK: Appending

  /// Writes one transaction and waits until it is as durable as asked.
  ///
  /// `body` runs on the store's thread and may run again (when the file has to grow), so it must
  /// only read and append. A body that appends nothing writes nothing and returns the newest token.
  ///
  /// - Parameters:
  ///   - author: who writes, for the history.
  ///   - context: why or by what means, for the history.
  ///   - stamp: an earlier time for the events' place in the canonical order, for old records.
  ///   - durability: what is to be on disk when it returns.
  ///   - body: appends the events to the draft.
  /// - Throws: what `body` throws, with nothing written; or a `StoreError`.
  @discardableResult
  public func append(
    author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) async throws -> History.Token {
    // Unchecked: the writer tells each append its result once, and a check costs an allocation.
    try await withUnsafeThrowingContinuation { continuation in
      writer.add(
        Append(author: author, context: context, stamp: stamp, durability: durability, body: body) {
          continuation.resume(with: $0)
        })
    }
  }

  /// The blocking twin of the asynchronous `append`, for scripts, tests and termination.
  ///
  /// Do not call it on a thread of the concurrency pool. Within a `read` or an append of the same
  /// store it would wait for itself, so that ends the process: append to the draft, or after the
  /// `read`.
  @available(*, noasync)
  @discardableResult
  public func append(
    author: String? = nil, context: String? = nil, stamp: HybridTime? = nil,
    durability: Durability = .durable,
    _ body: @escaping @Sendable (inout Draft) throws -> Void
  ) throws -> History.Token {
    checkMayWait(in: "append")
    return try writer.result(
      of: Append(author: author, context: context, stamp: stamp, durability: durability, body: body)
    )
  }

  /// Makes everything that was appended before durable, and waits for it.
  ///
  /// - Throws: `StoreError.writerStopped` when something acknowledged before could not be written.
  public func flush() async throws {
    try await withCheckedThrowingContinuation { continuation in
      writer.flush { continuation.resume(with: $0) }
    }
  }

  /// The blocking twin of the asynchronous `flush`.
  @available(*, noasync)
  public func flush() throws {
    checkMayWait(in: "flush")
    let latch = Latch<Result<Void, any Error>>()
    writer.flush { latch.set($0) }
    try latch.wait().get()
  }

  // MARK: Reading

  /// Calls `body` with a reader of the store as the newest commit left it.
  ///
  /// Keep it short: pages that a read sees are not reused meanwhile. No `await` within. It may
  /// run again when another process, whose schema lacks a projection, has left that projection
  /// behind.
  ///
  /// - Parameters:
  ///   - file: where it is called, for `StoreObserver.didReadSlowly`.
  ///   - line: the line there.
  ///   - body: reads, and returns what it found.
  public func read<R>(
    file: String = #fileID, line: Int = #line, _ body: (borrowing Reader) throws -> R
  ) throws -> R {
    if reports != nil { return try timedRead(nil, file, line, body) }
    return try read(nil, body)
  }

  /// As `read`, and notes in `trace` what is read.
  func read<R>(_ trace: ReadTrace?, _ body: (borrowing Reader) throws -> R) throws -> R {
    do {
      while true {
        do { return try attemptRead(trace, body) } catch is ProjectionBehind {
          if isWithinScope {
            throw StoreError(
              .projectionNotReady,
              "another process has left a projection behind, and it is brought up to date by a read that is not within another read or an append"
            )
          }
          try catchUp()
        }
      }
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }

  private func attemptRead<R>(
    _ trace: ReadTrace?, _ body: (borrowing Reader) throws -> R
  ) throws -> R {
    guard var place = parked.withLock({ $0.take() }) else { throw closed }
    let slot = place.slot
    let transaction: ReadTransaction
    do {
      if let parked = place.parked.take() {
        transaction = try environment.environment.resume(parked)
      } else {
        transaction = try environment.environment.beginRead()
      }
    } catch {
      parked.withLock { $0.add(nil, slot) }
      throw error
    }
    let result: R
    do {
      result = try body(readers.reader(transaction.borrowed, slot.begin(), trace))
    } catch {
      park(transaction, slot)
      throw error
    }
    park(transaction, slot)
    return result
  }

  private func park(_ transaction: consuming ReadTransaction, _ slot: ReadSlot) {
    slot.end()
    var read: ParkedRead? = transaction.park()
    parked.withLock { $0.add(read.take(), slot) }
  }
}
