public import Daybook

/// Some transactions that a peer lacks, in the order in which the sender got them, with the heads
/// that their writers have signed.
///
/// The run of each writer ends with a head, so a page is checked with one signature a writer.
public struct SyncPage: Hashable, Sendable {
  /// The space that all of it belongs to.
  public let space: UUID
  /// The transactions, as `Reader.message(of:)` gives them.
  public let messages: [[UInt8]]
  /// Whether the sender has more that the peer lacks.
  public let hasMore: Bool
  package let heads: [SignedHead]
  /// What the sender had when it read the page; does not travel.
  let held: VersionVector
  /// The chain of each writer before its first transaction in the page, without those that the
  /// sender cannot make; does not travel.
  let starts: [ReplicaID: [UInt8]]
  /// The sender's voucher where it cannot make such a chain; does not travel.
  var voucher: PageVoucher?
  /// The chains of the messages, when the page was read from a file; does not travel.
  let chains: PageChains?

  package init(
    space: UUID, messages: [[UInt8]], heads: [SignedHead], hasMore: Bool,
    held: VersionVector = VersionVector(), starts: [ReplicaID: [UInt8]] = [:]
  ) {
    self.init(
      space: space, messages: messages, heads: heads, hasMore: hasMore, held: held,
      starts: starts, chains: nil)
  }

  /// The page of a sound file; an empty page when there is no file.
  init(of segment: Segment?, space: UUID, hasMore: Bool) {
    self.init(
      space: space, messages: segment?.page.messages ?? [], heads: segment?.page.heads ?? [],
      hasMore: hasMore, held: VersionVector(), starts: [:], chains: segment?.chains)
  }

  private init(
    space: UUID, messages: [[UInt8]], heads: [SignedHead], hasMore: Bool, held: VersionVector,
    starts: [ReplicaID: [UInt8]], chains: PageChains?
  ) {
    self.space = space
    self.messages = messages
    self.heads = heads
    self.hasMore = hasMore
    self.held = held
    self.starts = starts
    self.chains = chains
  }

  /// Whether there is nothing in it.
  public var isEmpty: Bool { messages.isEmpty }

  /// The bytes that travel: a payload of 1 the space, 2 each message, 3 each head (1 replica,
  /// 2 sequence, 3 chain, 4 signature), 4 whether there is more.
  public var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: messages.reduce(256) { $0 + $1.count + 8 })
    writer.uuid(1, space)
    for message in messages { message.withUnsafeBytes { writer.bytes(2, $0) } }
    for head in heads { head.encode(3, into: &writer) }
    writer.bool(4, hasMore)
    return writer.array
  }

  /// Reads what travelled; fields of a newer version are passed over.
  ///
  /// - Throws: `SyncError.malformed`.
  public init(bytes: [UInt8]) throws {
    do {
      try self.init(reading: bytes)
    } catch let error as PayloadError {
      throw SyncError(.malformed, "these \(bytes.count) bytes are no page: \(error)")
    }
  }

  private init(reading bytes: [UInt8]) throws {
    var reader = PayloadReader(bytes.span.bytes)
    var (space, messages, heads, hasMore): (UUID?, [[UInt8]], [SignedHead], Bool) =
      (nil, [], [], false)
    while let field = try reader.next() {
      switch field {
      case 1: space = try reader.uuid()
      case 2: messages.append(try reader.bytes())
      case 3: heads.append(try reader.message { try SignedHead(travelling: &$0) })
      case 4: hasMore = try reader.bool()
      default: break
      }
    }
    guard let space else { throw PayloadError.missing(1) }
    self.init(space: space, messages: messages, heads: heads, hasMore: hasMore)
  }
}

/// The peer's answer to a page that was pushed.
public struct PushReply: Hashable, Sendable {
  /// What the peer has now.
  public let vector: VersionVector
  /// The refusals.
  public let refused: [SyncError]

  /// A reply.
  public init(vector: VersionVector, refused: [SyncError]) {
    self.vector = vector
    self.refused = refused
  }
}
