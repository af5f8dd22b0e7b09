internal import LMDB

extension EventStore {
  /// As `StoreCopy.damage`, of this store as the newest commit left it. Nobody waits meanwhile.
  package func damage() throws -> StoreCopy.Damage {
    try StoreCopy.damage(at: path) {
      try withEnvironment { environment in
        try environment.checkPages()
        return try StoreCopy.found(in: environment)
      }
    }
  }
}
