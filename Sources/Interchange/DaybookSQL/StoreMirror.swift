#if SQL
public import Daybook
internal import Foundation
internal import GRDB
@_spi(Tools) internal import Interchange

/// A copy of what a store holds, in a file of SQLite, for questions that no view answers.
///
/// ```swift
/// let mirror = try StoreMirror(at: "pantry.sqlite", of: store)
/// try await mirror.update()
/// ```
/// The file has a table for each kind of entity and for each table of a view, `transactions`,
/// `events` with their payloads as JSON, and `daybook_tables`, which says what is in which. A field
/// is a column of its name, or `field_4` where the schema has no name for it.
///
/// Times are texts of ISO 8601 in UTC with three digits of a second, in columns that are declared
/// as `DATETIME`; identifiers are texts; lists and values with fields of their own are texts of
/// JSON. Entities are those that are stored: what counts as deleted or was merged into another one
/// is not there, also where merges lead in a circle; what relations make of others is not seen.
///
/// A round is one transaction of SQLite, and holds the place in the history up to which it went. So
/// the file is the store's at one moment whenever the process ends, and a reader of it never sees
/// half of one. The file is derived: what is written into it by others is lost with the next change
/// of the schema, and it may be deleted at any time.
///
/// Several mirrors of one store may follow it, each into a file of its own. Appends cost nothing
/// more for it: a mirror only reads the store.
public struct StoreMirror: Sendable {
  let store: EventStore
  let file: String
  let fullText: Bool
  let schema: MirroredSchema
  private let queue: DatabaseQueue
  /// Called before each write, with what is written; for tests.
  var beforeWriting: (@Sendable (String) throws -> Void)?

  /// Opens a mirror, or makes an empty file for it.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - store: what is mirrored.
  ///   - fullText: whether the texts of entities can be searched: each kind has a table `fts_KIND`
  ///     of FTS5 then, over a column of all its texts.
  /// - Throws: `InterchangeError.notAMirror` for a file that is something else, which is left as it
  ///   is; `unwritableFile` in the folder of a store or of a shared space, whose files it could
  ///   replace; `unreadableFile`.
  public init(at path: String, of store: EventStore, fullText: Bool = false) throws {
    try StoreFiles.refuse(URL(fileURLWithPath: path))
    (self.store, file, self.fullText) = (store, path, fullText)
    schema = MirroredSchema(store.schema)
    queue = try InterchangeError.mirroring(path) {
      var configuration = Configuration()
      // Readers of the file hold it for as long as they ask.
      configuration.busyMode = .timeout(30)
      configuration.foreignKeysEnabled = false
      // What indexes are sorted with beyond this goes to a temporary file: else it would be all
      // of an index at once in memory, some hundred bytes for each event.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA cache_size = -65536") }
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try MirrorFile.check($0, path) }
      return queue
    }
  }

  /// Lets the file be what the store is now.
  ///
  /// O(n) the first time, and whenever the file is made anew (``Report/madeAnew``). Else what is
  /// read of the log, of entities and of texts is what the new transactions touched; of a view that
  /// has changed each row is read, and each some 200 neighbours are written of which one has
  /// changed. Holds one read of the store meanwhile; appends go on.
  ///
  /// - Throws: `StoreError`; `InterchangeError` when the file cannot be written, as when another
  ///   program has held it for half a minute. Then it is as it was before.
  @discardableResult
  @concurrent
  public func update() async throws -> Report { try round().report }

  /// Updates the file now and after each commit of the store, by any process, until the task is
  /// cancelled, which ends it without an error.
  ///
  /// Commits that come while a round is under way are in the next one together.
  ///
  /// - Parameter body: called with each round that has changed something, and with the first.
  /// - Throws: as ``update()``; what `body` throws.
  public func follow(
    _ body: nonisolated(nonsending) (Report) async throws -> Void = { _ in }
  ) async throws {
    var isFirst = true
    while !Task.isCancelled {
      let (report, commit) = try await next()
      if isFirst || report.hasChanged { try await body(report) }
      isFirst = false
      do { try await store.commit(after: commit) } catch is CancellationError { return }
    }
  }

  @concurrent
  private func next() async throws -> (report: Report, commit: UInt64) { try round() }

  /// One round, and the commit of the store that it has read.
  private func round() throws -> (report: Report, commit: UInt64) {
    try InterchangeError.mirroring(file) {
      var result: (report: Report, commit: UInt64)?
      while result == nil {
        try queue.inTransaction(.immediate) { db in
          try MirrorFile.check(db, file)
          var round = MirrorRound(self, db)
          result = try round.run()
          // The log was purged meanwhile, or another version of the app has come.
          return result == nil ? .rollback : .commit
        }
      }
      return result ?? (Report(), 0)
    }
  }
}
#endif
