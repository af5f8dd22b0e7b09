internal import LMDB

/// What a store was opened with, as far as it goes into what is written.
struct WriteSettings {
  static let usualBuildPages = 4_096

  /// The version of the schema; 0 for none.
  var schemaVersion: UInt64 = 0
  /// The space that messages have to come from; nil for any.
  var space: UUID?
  /// The name of this process in the history.
  var process: String?
  /// Whether what an append has derived is checked against what it has stored.
  var checksDerived = false
  /// How many threads make rows of the entities in a build.
  var buildThreads = SystemThread.processors
  /// How many pages of new rows the projections of one step of a build have, unless one alone has
  /// more.
  var buildPages = Self.usualBuildPages
  /// The indexes of the log, in the order in which they note a transaction.
  var indexes = LogIndexes.first
}
