public import Daybook

/// What an exchange came to.
public struct ExchangeReport: Hashable, Sendable {
  /// Transactions that were taken in.
  public internal(set) var absorbed = 0
  /// Whether this side began with a snapshot, because the peer has purged what lacked.
  public internal(set) var hasBootstrapped = false
  /// Transactions that were sent.
  public internal(set) var sent = 0
  /// Transactions of this store that it has written again as another replica, because the peer
  /// has others under their names or takes their times for impossible. An owner enrols the store
  /// anew.
  public internal(set) var rewritten = 0
  /// Why such transactions were not written again, and stay on this store; nil when none do.
  public internal(set) var unsent: SyncError?
  /// What was not taken in here, and why.
  public internal(set) var refused: [SyncError] = []
  /// What the peer did not take in, and why.
  public internal(set) var refusedByPeer: [SyncError] = []
  /// Transactions that members have told the peer that they have, and this store lacks.
  public internal(set) var missing: [MissingTransactions] = []
  /// What of the peer could not be read, and why; see `SyncPeer.problems`.
  public internal(set) var problems: [String: String] = [:]
  /// What the peer has now; nil when it did not answer.
  public internal(set) var peer: VersionVector?
  /// Why it ended early; what was exchanged by then stays.
  public internal(set) var failure: SyncError?
}
