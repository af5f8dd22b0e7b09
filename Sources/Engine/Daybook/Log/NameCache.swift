internal import Synchronization

/// The committed names of a store, for readers: each is read once, because numbers never change.
final class NameCache: Sendable {
  private let names = Mutex(Names())

  /// The names that a commit has, and perhaps newer ones.
  func names(_ log: LogReader) throws -> Names {
    try names.withLock { names in
      try names.load(log.transaction, log.tables.names)
      return names
    }
  }
}
