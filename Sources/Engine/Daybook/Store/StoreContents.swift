internal import LMDB

/// What a store holds, whoever wrote it: read without a schema.
package struct StoreContents: Sendable {
  /// The kinds of which there are entities.
  package var kinds: [String] = []
  /// The projections that the store remembers, also those whose rows were dropped.
  package var projections: [StoredProjection] = []

  package struct StoredProjection: Sendable {
    package let name: String
    /// Whether rows are there, or on their way.
    package let hasRows: Bool
    /// What the rows were built with, are being built with, or were before they were dropped; nil
    /// when it never had any.
    package let parameters: String?
  }

  /// The parameters of a projection's rows; nil when it never had any.
  package func parameters(ofProjection name: String) -> String? {
    projections.first { $0.name == name }?.parameters
  }
}

extension StoreContents {
  /// Nothing of a file that holds nothing, as one whose making was interrupted.
  ///
  /// O((k + p) log n) for k names and p projections.
  ///
  /// - Throws: `StoreError`: `notAStore`, `newerFormat`, `olderFormat`, `damaged`.
  init(_ read: BorrowedTransaction, tables: Int, path: String) throws {
    guard let meta = try read.table("meta", LexicalOrder.self) else {
      guard tables == 0 else { throw StoreFormat.foreign(path) }
      self.init()
      return
    }
    try StoreFormat.check(read, meta, path: path, knowing: LogIndexes.features)
    try self.init(read, LogTables(existing: read))
  }

  init(_ read: BorrowedTransaction, _ tables: LogTables) throws {
    var names = Names()
    try names.load(read, tables.names)
    let log = LogReader(
      transaction: read, tables: tables, hasRetractions: false, hasBaselines: false)
    kinds = try log.kinds(names).map(\.name)
    projections = try ProjectionDefinition.all(LogCounters(read, tables), read, tables).map {
      StoredProjection(
        name: $0.name, hasRows: $0.isLive || $0.buildFingerprint != nil,
        parameters: $0.lastParameters)
    }
  }
}
