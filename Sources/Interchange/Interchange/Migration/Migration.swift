public import Daybook

/// The way of an app from its old store to this one, and back.
///
/// ```swift
/// let migration = Migration(of: "babydashboard", from: old, to: store)
/// switch try migration.leader {
/// case .old: try await migration.follow()      // at launch, and after each save
/// case .new: break                             // the old store is not opened any more
/// }
/// try await migration.switchOver()             // when a release is to lead with the new one
/// ```
/// While the old store leads, this one follows it: what is new or changed there is imported, and
/// what is deleted there is deleted here. `switchOver` reads the old store once more, compares, and
/// writes the flag in the commit of the last entries. `backOut` takes the flag back. The old store
/// is never written, so it is as it was.
///
/// Several tasks and processes may follow: one after another reads the old store, so that what one
/// has read earlier never comes after what another has read later. Who reads holds a lock on a file
/// in the store's folder.
public struct Migration: Sendable {
  /// Which store an app reads and writes.
  public enum Leader: String, Codable, Sendable {
    /// The one that it had before.
    case old
    /// The one that it moves to.
    case new
  }

  /// The program that the old store belongs to: `provider` of its rows.
  public let provider: String
  /// Which installation of it: `instance` of its rows.
  public let instance: String
  /// The old store.
  public let old: OldStore
  /// The new one. Its schema has to be `importing()`.
  public let store: EventStore
  /// Who writes what the migration writes, for the history; `Migration.author` unless told.
  ///
  /// No person's name: the undo of that person would take the migration back, with its phase.
  public var author: String?
  /// Answers to the questions of an import; see `Import.answers`.
  public var answers: [String: String]
  /// Whether to go on when most rows of the old store are gone or have changed alike, because
  /// somebody has looked and it is so; see `Import.corrects`.
  public var corrects = false
  /// Called before each pause while somebody else follows, for tests; nil for none.
  var pausing: (@Sendable () -> Void)?

  /// Who writes unless told otherwise: nobody whose undo an app offers.
  public static let author = "migration"

  /// The way from an old store to a new one.
  public init(
    of provider: String, instance: String = "", from old: OldStore, to store: EventStore,
    author: String? = Migration.author, answers: [String: String] = [:]
  ) {
    self.provider = provider
    self.instance = instance
    self.old = old
    self.store = store
    self.author = author
    self.answers = answers
  }

  /// How far it has come; nil before the old store was read first.
  ///
  /// - Throws: a `StoreError`.
  public var state: MigrationState? {
    get throws { try store.read { try $0.entity(MigrationState.self, id) } }
  }

  /// Which store the app is to read and write: one look-up of some microseconds.
  ///
  /// - Throws: a `StoreError`.
  public var leader: Leader {
    get throws { try state?.leader ?? .old }
  }

  /// What the state is kept under.
  var id: UUID {
    SourceIdentity.uuid(provider: provider, instance: instance, table: "", id: "migration")
  }

  // MARK: While the old store leads

  /// Brings this store to where the old one is; does nothing when that was not written since.
  ///
  /// The first time that is the import of everything. One that was interrupted goes on. The
  /// position of the old store is written in the commit of the last entries.
  ///
  /// Cost: one look at the position when nothing was written, else that of importing all rows
  /// again, most of them unchanged. Waits while somebody else follows.
  ///
  /// - Parameter progress: gets the number of rows gone through and of all.
  /// - Returns: what was imported; nil when there was nothing to read.
  /// - Throws: `InterchangeError.switched` when this store leads; as `Import.plan` and
  ///   `Import.commit`.
  @discardableResult
  public func follow(
    progress: @escaping @Sendable (_ rows: Int, _ all: Int) -> Void = { _, _ in }
  ) async throws -> ImportReport? {
    try await alone { try await followAlone(progress) }
  }

  func followAlone(
    _ progress: @escaping @Sendable (_ rows: Int, _ all: Int) -> Void
  ) async throws -> ImportReport? {
    let state = try state
    try Self.checkFollowing(state)
    // Before the rows, so that what is written while they are read is seen by the next.
    let position = try old.position()
    if state?.position == position { return nil }
    let (id, step) = (id, step(.following, position))
    return try await read(progress) { draft in
      // Another process may have switched while this one read.
      try Self.checkFollowing(try draft.entity(MigrationState.self, id))
      var step = step
      step.changed = draft.wallTime
      try draft.append(MigrationEvent.followed(step), to: id)
    }
  }

  /// Follows whenever the old store was written, until the task is cancelled or this store leads.
  ///
  /// - Parameters:
  ///   - interval: how often the position is looked at.
  ///   - report: gets what was imported.
  /// - Throws: as `follow(progress:)`; `CancellationError`.
  public func follow(
    every interval: Duration, _ report: (ImportReport) async -> Void
  ) async throws {
    while try leader == .old {
      do {
        if let done = try await follow() { await report(done) }
      } catch let error as InterchangeError where error.code == .switched {
        // While it waited for the one that switched.
        return
      }
      try await Task.sleep(for: interval)
    }
  }

  /// Writes some rows that the app has just written to its old store, without reading that.
  ///
  /// The next `follow` finds them here, reads everything once more, and takes away what was
  /// deleted. Waits while somebody follows.
  ///
  /// - Parameter rows: as the old store's rows give them, with its own identifiers.
  /// - Throws: `InterchangeError`: `switched` when this store leads, `withoutIdentifier` for rows
  ///   with natural keys, which are told apart only among all rows; as `Import.commit`.
  @discardableResult
  public func shadow(_ rows: [ImportRow]) async throws -> ImportReport {
    try Self.checkFollowing(state)
    let source = try ShadowRows(provider: provider, instance: instance, rows: rows)
    var work = Import(source, author: author, answers: answers)
    let id = id
    work.completion = { draft in
      let state = try draft.entity(MigrationState.self, id)
      try Self.checkFollowing(state)
      // The rows may be older than what was read last, so that position tells nothing any more.
      guard var state, !state.position.isEmpty else { return }
      state.position = ""
      try draft.append(MigrationEvent.followed(state), to: id)
    }
    return try await alone { [work] in
      try Self.checkFollowing(state)
      return try await work.run(into: store)
    }
  }

  /// Runs a body while nobody else reads the old store into this one.
  ///
  /// - Throws: `InterchangeError.unwritableFile`; `CancellationError`; what `body` throws.
  func alone<R>(_ body: () async throws -> R) async throws -> R {
    try Task.checkCancellation()
    var lock = try FollowLock(store.path)
    while lock == nil {
      pausing?()
      try await Task.sleep(for: .milliseconds(10))
      lock = try FollowLock(store.path)
    }
    defer { withExtendedLifetime(lock) {} }
    return try await body()
  }

  private static func checkFollowing(_ state: MigrationState?) throws(InterchangeError) {
    if state?.leader == .new {
      throw InterchangeError(
        .switched, "The new store leads already; what is written to the old one is not followed.")
    }
  }

  /// The state that begins a phase.
  func step(_ phase: MigrationState.Phase, _ position: String) -> MigrationState {
    var step = MigrationState()
    (step.provider, step.instance, step.phase, step.position) =
      (provider, instance, phase, position)
    return step
  }

  /// Imports the old store's rows, and appends something in the commit of the last.
  func read(
    _ progress: @escaping @Sendable (Int, Int) -> Void,
    completion: @escaping @Sendable (inout Draft) throws -> Void
  ) async throws -> ImportReport {
    try await OwnThread.value { [self] in
      var work = Import(
        try source(), author: author, answers: answers, corrects: corrects, removesVanished: true)
      work.completion = completion
      return try work.commit(work.plan(in: store), to: store, progress: progress)
    }
  }

  /// The rows of the old store.
  ///
  /// - Throws: `InterchangeError.otherInstance`; what reading them throws.
  func source() throws -> any ImportSource {
    let source = try old.rows()
    guard source.provider == provider, source.instance == instance else {
      throw InterchangeError(
        .otherInstance,
        "The old store is that of \(source.provider) “\(source.instance)”, not of "
          + "\(provider) “\(instance)”.")
    }
    return source
  }
}

/// Rows that were written a moment ago, as a source.
private struct ShadowRows: ImportSource {
  let provider: String
  let instance: String
  let rows: [ImportRow]
  let files: [ImportFile]
  var hasNaturalKeys: Bool { false }

  init(provider: String, instance: String, rows: [ImportRow]) throws(InterchangeError) {
    let named = rows.allSatisfy { row in
      if case .id = row.key { true } else { false }
    }
    guard named else {
      throw InterchangeError(
        .withoutIdentifier,
        "Rows without an identifier are told apart only among all rows; follow instead.")
    }
    (self.provider, self.instance, self.rows) = (provider, instance, rows)
    let names = Set(rows.map(\.position.file)).sorted()
    files = names.map { ImportFile(name: $0, size: 0, digest: "") }
  }

  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    for row in rows { try visit(.row(row)) }
  }
}
