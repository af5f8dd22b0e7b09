internal import Daybook

/// Transactions that a peer lacks, as they were read from the log, before this store has signed
/// its own among them.
package struct UnsignedPage: Sendable {
  /// The replica that this store writes as.
  let replica: ReplicaID
  /// The transactions, in the order in which this store got them.
  let messages: [[UInt8]]
  /// Whether there is more that the peer lacks.
  let hasMore: Bool
  /// What this store had when the page was read.
  let held: VersionVector
  /// The store's identity then, by which it shows when something was written again since.
  let identity: UUID?
  /// The signatures that the store keeps for the page, at most one a writer.
  var heads: [SignedHead] = []
  /// The chain of this store's own transactions in the page; nil when there are none, or when
  /// `heads` has their signature.
  var ownChain: Chain?
  /// The last of this store's own transactions in the page; nil when there are none.
  var lastOwn: UInt64?
  /// How many writers have transactions in the page.
  var writers = 0
  /// The chain of each writer before its first transaction in the page, unless something that it
  /// goes through was purged.
  var starts: [ReplicaID: [UInt8]] = [:]

  /// A page of which no signature was looked for yet.
  init(
    _ page: TransactionPage, of replica: ReplicaID, held: VersionVector, identity: UUID?
  ) {
    self.replica = replica
    self.held = held
    self.identity = identity
    (messages, hasMore) = (page.messages, page.hasMore)
  }

  /// Whether the peer lacks nothing.
  var isEmpty: Bool { messages.isEmpty }
}
