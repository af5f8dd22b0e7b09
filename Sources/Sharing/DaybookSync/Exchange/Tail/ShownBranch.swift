internal import Daybook

/// What a peer shows of a writer's transactions, compared with those that are here.
struct ShownBranch {
  /// What it has shown.
  private(set) var chain: Chain
  /// The last one that is the same here.
  private(set) var common: UInt64
  /// Whether those after it are others.
  var hasParted: Bool { common < chain.sequence }

  init(chain: Chain) {
    self.chain = chain
    common = chain.sequence
  }

  /// Takes a run, if it follows and its writer has signed it; what nobody signed says nothing.
  mutating func take(
    _ page: SyncPage, of replica: ReplicaID, signedBy publicKey: [UInt8],
    stored: (Dot) throws -> [UInt8]?
  ) throws {
    var (next, same) = (chain, common)
    for message in page.messages {
      // What is none shows nothing.
      guard let arriving = try? ArrivingTransaction(message) else { return }
      guard arriving.dot.replica == replica, arriving.dot.sequence == next.sequence + 1 else {
        continue
      }
      do { try next.add(message) } catch { return }
      if same == next.sequence - 1, try stored(arriving.dot) == message { same += 1 }
    }
    let isSigned = page.heads.contains {
      $0.dot == Dot(replica: replica, sequence: next.sequence) && $0.chain == next.hash
        && $0.isSigned(by: publicKey, space: page.space)
    }
    if isSigned { (chain, common) = (next, same) }
  }
}
