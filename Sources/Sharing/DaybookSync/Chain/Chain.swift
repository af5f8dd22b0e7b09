internal import Crypto
package import Daybook

// In the file that the compiler reads first, above the import that fails without the trait.
#if !Sync
#error(
  "DaybookSync signs with swift-crypto: embed Daybook with the trait Sync, which is on unless told otherwise"
)
#endif

/// The hash that stands for all transactions of one writer up to one.
///
/// ```
/// e(i) = SHA-256(event i, as in field 3 of the message)
/// c(0) = SHA-256(0 ‖ space ‖ replica)
/// c(n) = SHA-256(2 ‖ c(n−1) ‖ k, four bytes, the highest first ‖ e(1) ‖ … ‖ e(k) ‖ header)
/// ```
/// It is made of the bytes that travel, which hold nothing of it. So a log that was written before
/// it was shared can be chained later, and an append pays nothing. If an event were erased, its 32
/// bytes would be enough for the chain.
package struct Chain: Hashable, Sendable {
  /// Bytes of a hash.
  static let size = 32

  /// The sequence of the last transaction that it stands for.
  package private(set) var sequence: UInt64
  /// Thirty-two bytes.
  package private(set) var hash: [UInt8]
  /// The bytes to hash next; kept to reuse their memory, and no part of what is compared.
  private var input: [UInt8] = []

  /// The chain of no transactions.
  package init(space: UUID, replica: ReplicaID) {
    sequence = 0
    hash = Array(SHA256.hash(data: [0] + Self.bytes(space) + Self.bytes(replica.uuid)))
  }

  /// The chain of a head.
  init(_ head: SignedHead, space: UUID) {
    self.init(through: head.dot, hash: head.chain, space: space)
  }

  /// The chain up to a transaction, as a peer or a file claims it.
  package init(through dot: Dot, hash: [UInt8], space: UUID) {
    self.init(space: space, replica: dot.replica)
    (sequence, self.hash) = (dot.sequence, hash)
  }

  /// Adds the next transaction.
  ///
  /// - Throws: `SyncError.malformed`.
  package mutating func add(_ message: [UInt8]) throws {
    var events: UInt32 = 0
    // In one piece: a hash of several costs much more.
    input.removeAll(keepingCapacity: true)
    input.append(2)
    input += hash
    let count = input.count..<input.count + MemoryLayout.size(ofValue: events)
    for _ in count { input.append(0) }
    let header = try MessageParts.read(message.span.bytes) { event in
      Self.addHash(of: event, to: &input)
      events += 1
    }
    header.withUnsafeBytes { input.append(contentsOf: $0) }
    for place in count.reversed() {
      input[place] = UInt8(truncatingIfNeeded: events)
      events >>= 8
    }
    hash.removeAll(keepingCapacity: true)
    input.withUnsafeBytes { Self.addHash(of: $0.bytes, to: &hash) }
    sequence += 1
  }

  /// Adds the next transaction, whose hash `made` has if it was made from this chain.
  ///
  /// - Throws: `SyncError.malformed`.
  mutating func add(_ message: [UInt8], made: PageChains.Run?) throws {
    guard let next = made?.hash(after: self) else { return try add(message) }
    (sequence, hash) = (sequence + 1, next)
  }

  package static func == (a: Chain, b: Chain) -> Bool {
    a.sequence == b.sequence && a.hash == b.hash
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(sequence)
    hasher.combine(hash)
  }

  private static func addHash(of span: RawSpan, to bytes: inout [UInt8]) {
    var hash = SHA256()
    span.withUnsafeBytes { hash.update(bufferPointer: $0) }
    hash.finalize().withUnsafeBytes { bytes.append(contentsOf: $0) }
  }

  static func bytes(_ id: UUID) -> [UInt8] { withUnsafeBytes(of: id.uuid) { Array($0) } }
}

extension SignedHead {
  /// Signs a chain: 3 ‖ "daybook head 1" ‖ space ‖ replica ‖ n, eight bytes, the highest first ‖
  /// c(n).
  package init(_ chain: Chain, _ replica: ReplicaID, space: UUID, _ key: ReplicaKey) throws {
    let dot = Dot(replica: replica, sequence: chain.sequence)
    let signature = try key.signature(of: Self.signed(dot, chain.hash, space))
    self.init(dot: dot, chain: chain.hash, signature: signature)
  }

  /// Whether the holder of a key has signed it.
  func isSigned(by publicKey: [UInt8], space: UUID) -> Bool {
    ReplicaKey.isSignature(signature, of: Self.signed(dot, chain, space), by: publicKey)
  }

  /// The bytes that are signed.
  static func signed(_ dot: Dot, _ chain: [UInt8], _ space: UUID) -> [UInt8] {
    [3] + Array("daybook head 1".utf8) + Chain.bytes(space) + Chain.bytes(dot.replica.uuid)
      + withUnsafeBytes(of: dot.sequence.bigEndian) { Array($0) } + chain
  }
}
