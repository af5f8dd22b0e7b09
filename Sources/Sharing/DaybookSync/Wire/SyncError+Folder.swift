internal import DaybookSnapshot

extension SyncError {
  /// Runs `body`. An error of a folder's files is thrown as `peer`, with the same words.
  package static func asPeer<R>(_ body: () throws -> R) throws -> R {
    do { return try body() } catch let error as SnapshotError {
      throw SyncError(.peer, error.message)
    }
  }
}
