internal import Daybook

extension Replication {
  /// The keys that this store knows, and its own.
  func signers() throws -> Signers {
    Signers(try Signers(store), adding: try replica(), key.publicKey)
  }
}
