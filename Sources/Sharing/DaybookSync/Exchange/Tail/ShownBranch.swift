internal import Daybook

/// The transactions of one writer that a peer has shown, compared with those here.
struct ShownBranch {
  /// The chain of what the peer has shown.
  private(set) var chain: Chain
  /// The last transaction that is the same here.
  private(set) var common: UInt64
  /// When the first transaction was written that is another one here; nil while none is.
  private(set) var parting: HybridTime?
  /// Whether the peer has shown other transactions after the common ones.
  var hasParted: Bool { common < chain.sequence }

  init(chain: Chain) {
    self.chain = chain
    common = chain.sequence
  }

  /// Extends the branch by the writer's run in a page, when it follows on and its writer has signed
  /// it. A run that nobody has signed proves nothing.
  mutating func extend(
    by page: SyncPage, of replica: ReplicaID, signedBy publicKey: [UInt8],
    stored: (Dot) throws -> [UInt8]?
  ) throws {
    var (next, same, other) = (chain, common, parting)
    for message in page.messages {
      // Bytes that are no transaction prove nothing.
      guard let arriving = try? ArrivingTransaction(message) else { return }
      guard arriving.dot.replica == replica, arriving.dot.sequence == next.sequence + 1 else {
        continue
      }
      do { try next.add(message) } catch { return }
      if same == next.sequence - 1, try stored(arriving.dot) == message {
        same += 1
      } else if other == nil {
        other = arriving.time
      }
    }
    let isSigned = page.heads.contains {
      $0.dot == Dot(replica: replica, sequence: next.sequence) && $0.chain == next.hash
        && $0.isSigned(by: publicKey, space: page.space)
    }
    if isSigned { (chain, common, parting) = (next, same, other) }
  }
}
