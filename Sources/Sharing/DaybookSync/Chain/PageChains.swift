internal import Daybook

/// The chains that the messages of a page make, writer by writer.
///
/// A side that reads a folder's file hashes its messages to find out whether the file is sound. The
/// store that takes the page in would hash them again; it finds the same chains here. A chain is
/// taken over only where it goes on from the one that the store has, so a wrong beginning is worth
/// nothing.
///
/// Nothing else of that check is handed on. Who admits a page checks each head's signature itself,
/// with the key that the store knows by then: the check of a file passes over a writer whose key it
/// does not know. And a dot costs only the header of its message, which is read anyway.
struct PageChains: Hashable, Sendable {
  /// The chains of one writer's messages, which follow on one another.
  struct Run: Hashable, Sendable {
    /// The chain after the last message.
    private(set) var chain: Chain
    private let first: UInt64
    /// The chain before the first message and after each one, 32 bytes each; empty when nobody
    /// told the one before, because then the others are none.
    private var hashes: [UInt8]

    fileprivate init(from chain: Chain) {
      self.chain = chain
      first = chain.sequence
      hashes = chain.hash.count == Chain.size ? chain.hash : []
    }

    /// Adds the writer's next message.
    ///
    /// - Throws: `SyncError.malformed`.
    fileprivate mutating func add(_ message: [UInt8]) throws {
      try chain.add(message)
      if !hashes.isEmpty { hashes += chain.hash }
    }

    /// The chain after the next message, when `chain` is the one before it; nil when it is
    /// another one.
    func hash(after chain: Chain) -> [UInt8]? {
      guard first <= chain.sequence, chain.sequence < self.chain.sequence else { return nil }
      let place = Int(chain.sequence - first) * Chain.size
      guard hashes.count > place + Chain.size,
        hashes[place..<place + Chain.size].elementsEqual(chain.hash)
      else { return nil }
      return Array(hashes[place + Chain.size..<place + 2 * Chain.size])
    }
  }

  private var runs: [ReplicaID: Run] = [:]

  /// How many writers have messages in the page.
  var count: Int { runs.count }

  /// The chains of one writer; nil when the page has nothing of it.
  subscript(replica: ReplicaID) -> Run? { runs[replica] }

  /// Begins the chains of a writer with the one before its first message.
  mutating func begin(_ replica: ReplicaID, from chain: Chain) {
    runs[replica] = Run(from: chain)
  }

  /// Adds the next message of a writer whose chains have begun.
  ///
  /// - Throws: `SyncError.malformed`.
  mutating func add(_ message: [UInt8], of replica: ReplicaID) throws {
    try runs[replica]?.add(message)
  }
}
