public import Daybook

/// Takes the rows of a source into a store.
///
/// ```swift
/// let work = Import(try VisitsFile(file))
/// let plan = try work.plan(in: store)      // writes nothing
/// let report = try await work.commit(plan, to: store)
/// ```
/// The laws of every import, whatever the source:
///
/// 1. The same files again change nothing and append nothing, whatever a person did in between.
/// 2. Only what has changed at the source since a row was imported last is changed here, field by
///    field. What a person has changed since stays, and is reported as a conflict.
/// 3. A row is found again by the source's identifier; where there is none, by its natural key and
///    its number among the rows that share it.
/// 4. An import is one batch: `undo(by:)` takes all of it back and `redo(by:)` brings it back; one
///    that was interrupted goes on; two at the same time write each row once. One that was taken
///    back counts as never made.
/// 5. The report accounts for every row.
/// 6. `plan` says what `commit` then does, unless somebody else writes in between.
/// 7. Memory is bounded: a plan keeps at most 50,000 rows with 16 MiB of texts and values, so that
///    they are not read twice. Of more rows some 60 bytes each are kept while an import runs.
public struct Import: Sendable {
  /// Where the rows come from.
  public let source: any ImportSource
  /// Who imports, for the history and for undo.
  public var author: String?
  /// Answers to the questions of a plan, by their identifiers.
  public var answers: [String: String]
  /// Whether to go on when all entries have changed alike, because it was the import before that
  /// was told a wrong zone or unit.
  public var corrects: Bool
  /// Whether entries go whose rows the source does not have any more, unless a person has changed
  /// them since; else they stay, and the report says which rows have vanished.
  public var removesVanished: Bool

  /// What is to be appended in the commit of the last entries, when there are any or not.
  var completion: (@Sendable (inout Draft) throws -> Void)?
  /// How many rows are written in one transaction; fewer in tests.
  package var rowsPerTransaction = RowChunk.rowLimit
  /// Whether what writes the rows reads the source once more, as it does when there are many.
  package var readsAgain = false

  /// An import from a source.
  public init(
    _ source: any ImportSource, author: String? = nil, answers: [String: String] = [:],
    corrects: Bool = false, removesVanished: Bool = false
  ) {
    self.source = source
    self.author = author
    self.answers = answers
    self.corrects = corrects
    self.removesVanished = removesVanished
  }

  /// The words in the history.
  @_spi(Tools) public var context: String { "import \(source.provider)" }

  /// Says what an import does, and what it has to ask. Writes nothing.
  ///
  /// - Throws: `InterchangeError`: `zoneDiffers` when most entries would move by one offset,
  ///   `unitDiffers` when most amounts would change by one factor, and `rowsMissing` when most
  ///   entries would go, unless it `corrects`;
  ///   `sourceChanged`; what reading the source throws; a `StoreError`.
  public func plan(in store: EventStore) throws -> ImportPlan {
    let clock = ContinuousClock()
    let start = clock.now
    var plan = try store.read { try Planner(work: self).plan($0) }
    plan.report.seconds = start.duration(to: clock.now) / .seconds(1)
    return plan
  }

  /// Imports what a plan says.
  ///
  /// A task that is cancelled leaves a batch that the next import goes on with.
  ///
  /// - Parameters:
  ///   - plan: made by this import a short while ago.
  ///   - progress: gets the number of rows gone through and of all.
  /// - Throws: `InterchangeError`: `unanswered` when the plan has questions; `nothingRead` as
  ///   `ImportPlan.checkReadable`; `sourceChanged` when the files are not those of the plan;
  ///   `CancellationError`; a `StoreError`.
  public func commit(
    _ plan: ImportPlan, to store: EventStore,
    progress: @escaping @Sendable (_ rows: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws -> ImportReport {
    try plan.checkReady()
    return try await OwnThread.value { try write(plan, to: store, progress, checkCancellation: $0) }
  }

  func write(
    _ plan: ImportPlan, to store: EventStore, _ progress: @escaping (Int, Int) -> Void,
    checkCancellation: () throws -> Void
  ) throws -> ImportReport {
    let clock = ContinuousClock()
    let start = clock.now
    var report = try ImportRun(work: self, plan: plan, store: store, progress: progress)
      .run(checkCancellation: checkCancellation)
    report.seconds = start.duration(to: clock.now) / .seconds(1)
    return report
  }

  /// The blocking twin of the asynchronous `commit`.
  @available(*, noasync)
  public func commit(
    _ plan: ImportPlan, to store: EventStore,
    progress: @escaping (_ rows: Int, _ all: Int) -> Void = { _, _ in }
  ) throws -> ImportReport {
    try plan.checkReady()
    return try write(plan, to: store, progress) {}
  }

  /// Plans and imports at once.
  ///
  /// - Throws: as `plan` and `commit`.
  public func run(
    into store: EventStore,
    progress: @escaping @Sendable (_ rows: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws -> ImportReport {
    try await commit(plan(in: store), to: store, progress: progress)
  }
}

/// What an import is going to do.
public struct ImportPlan: Sendable {
  /// What the report will say if nobody else writes.
  public var report: ImportReport
  /// What has to be answered first; see `Import.answers`.
  public var questions: [ImportQuestion] = []
  /// Which entity each subject is.
  var subjects = SubjectMap()
  /// Rows that are entities which were there before.
  var adopted: [UUID: UUID] = [:]
  /// How often natural keys occur that occur more than once.
  var repeated: RepeatedKeys
  /// Whether rows have the identifier of an earlier one.
  var hasRepeats: Bool
  /// The rows, unless there are too many.
  var rows: PlannedRows
  /// Rows whose entries are to go.
  var vanished: VanishedRows
  /// Tables of what rows belong to, such as children.
  var subjectTables: Set<String> = []
  /// Tables of what says nothing without others, such as tags.
  var sideTables: Set<String> = []

  /// Makes sure that some row could be read, when there are any beside those that others belong to.
  ///
  /// - Throws: `InterchangeError.nothingRead`, with the first row and what is wrong with it.
  public func checkReadable() throws(InterchangeError) {
    let read = report.tables.reduce(0) { sum, table in
      let isLeftOut =
        table.isDerived || subjectTables.contains(table.name) || sideTables.contains(table.name)
      return isLeftOut ? sum : sum + table.counts.rows - table.counts.quarantined
    }
    guard read == 0, let first = report.quarantined.first else { return }
    let rows = report.counts.quarantined
    let reason = first.reasonAlone
    throw InterchangeError(
      .nothingRead, file: first.position.file,
      (rows == 1 ? "The only row cannot" : "None of \(rows) rows can")
        + " be read, the first on line \(first.position.line) of \(first.position.file): "
        + "\(reason)\(reason.hasSuffix(".") ? "" : ".") Nothing was imported.")
  }

  /// - Throws: `InterchangeError`: `unanswered`, `nothingRead`.
  fileprivate func checkReady() throws(InterchangeError) {
    if let question = questions.first { throw InterchangeError(.unanswered, question.text) }
    try checkReadable()
  }
}

/// What an import cannot know.
public struct ImportQuestion: Hashable, Codable, Sendable {
  /// Names it in `Import.answers`.
  public let id: String
  /// The question, in one sentence.
  public let text: String
  /// What can be answered, and what each means; any text when there is none.
  public let choices: [Choice]
  /// What the question takes to be another one than the last import was told, `zone` or `unit`; nil
  /// for any other question.
  ///
  /// If last time's was wrong, an import that `corrects` needs no answer.
  public let toldLastTime: String?

  /// One answer.
  public struct Choice: Hashable, Codable, Sendable {
    /// What to answer.
    public let answer: String
    /// What it means.
    public let meaning: String

    /// Names an answer.
    public init(answer: String, meaning: String) {
      self.answer = answer
      self.meaning = meaning
    }
  }

  /// Asks something.
  public init(
    id: String, text: String, choices: [Choice] = [], toldLastTime: String? = nil
  ) {
    self.id = id
    self.text = text
    self.choices = choices
    self.toldLastTime = toldLastTime
  }
}
