public import Daybook

/// The result of an exchange.
public struct ExchangeReport: Hashable, Sendable {
  /// Transactions that were taken in.
  public internal(set) var absorbed = 0
  /// Whether this side began with a snapshot, because the peer has purged what this side lacked.
  public internal(set) var hasBootstrapped = false
  /// Transactions that were sent, without those that the peer refused.
  public internal(set) var sent = 0
  /// Files of attachments that the peer lacked and was given. Only a folder, and a store of this
  /// process, exchange them.
  public internal(set) var attachmentsSent = 0
  /// Files of attachments that were brought. One that the peer lacks, too, comes with a later
  /// exchange: `StoreAttachments.state(of:)` says whether it is here.
  public internal(set) var attachmentsReceived = 0
  /// Transactions that this store has written again as another replica, because the peer has
  /// others under their dots or takes their times for impossible. An owner has to enrol the store
  /// anew.
  public internal(set) var rewritten = 0
  /// What this device's clock showed when it wrote the first of them, where the reason is that it
  /// was more than a day ahead; nil else.
  public internal(set) var clockAhead: Date?
  /// Why such transactions were not written again, and stay on this store; nil when none do.
  public internal(set) var unsent: SyncError?
  /// The refusals of this side.
  public internal(set) var refused: [SyncError] = []
  /// The refusals of the peer, one for each writer: nothing from that transaction on reaches the
  /// peer from here. With `clockAhead` the peer's clock is more than a day behind this device's, or
  /// this one is ahead. The next exchange tries again.
  public internal(set) var refusedByPeer: [SyncError] = []
  /// Transactions that this store lacks, although members have told the peer that they have them.
  public internal(set) var missing: [MissingTransactions] = []
  /// The parts of the peer that could not be read, and why; see `SyncPeer.problems`.
  public internal(set) var problems: [String: String] = [:]
  /// What the peer has now; nil when it did not answer.
  public internal(set) var peer: VersionVector?
  /// Why it ended early; what was exchanged by then stays.
  public internal(set) var failure: SyncError?
}
