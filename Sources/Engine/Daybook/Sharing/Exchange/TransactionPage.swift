/// Some transactions that a peer lacks, in the order in which the sender got them.
///
/// In that order each comes after all that its writer had seen, so a page may be cut anywhere and
/// every beginning of it is whole.
public struct TransactionPage: Hashable, Sendable {
  /// The transactions, as `Reader.message(of:)` gives them.
  public var messages: [[UInt8]]
  /// Whether the sender has more that the peer lacks.
  public var hasMore: Bool

  /// A page of messages.
  public init(messages: [[UInt8]], hasMore: Bool = false) {
    self.messages = messages
    self.hasMore = hasMore
  }

  /// How much goes into one page.
  public struct Limit: Hashable, Sendable {
    /// At most so many transactions.
    public var transactions: Int
    /// At most so many bytes of messages, but always one message.
    public var bytes: Int

    /// 512 transactions and 1 MiB.
    public static let standard = Limit(transactions: 512, bytes: 1 << 20)

    /// A limit; a page has at least one transaction.
    public init(transactions: Int, bytes: Int) {
      self.transactions = max(transactions, 1)
      self.bytes = max(bytes, 1)
    }
  }
}

/// What became of a page.
public struct AbsorptionReport: Hashable, Sendable {
  /// A transaction that was not taken in, and with it those of its writer that came after it.
  public struct Refusal: Hashable, Sendable {
    /// The transaction; nil for bytes that are none.
    public let dot: Dot?
    /// Why, to act on; see `EventStore.absorb`.
    public let code: StoreError.Code
    /// Why, in one sentence.
    public let message: String
  }

  /// A report of nothing.
  public init() {}

  /// Transactions that were taken in.
  public internal(set) var absorbed = 0
  /// Transactions that were here already.
  public internal(set) var known = 0
  /// Transactions that came after a refused one of the same writer, and were not looked at.
  public internal(set) var held = 0
  /// Transactions that were refused; of each 512, what cannot be read comes first.
  public internal(set) var refused: [Refusal] = []
}
