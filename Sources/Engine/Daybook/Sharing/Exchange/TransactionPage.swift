/// Some transactions that a peer lacks, in the order in which this store got them.
///
/// In that order each comes after all that its writer had seen, so every beginning of a page is
/// whole.
package struct TransactionPage: Sendable {
  /// The transactions, as `Reader.message(of:)` gives them.
  package internal(set) var messages: [[UInt8]] = []
  /// Which transactions they are.
  package internal(set) var dots: [Dot] = []
  /// Whether this store has more that the peer lacks.
  package internal(set) var hasMore = false
}

/// How much goes into one page.
public struct PageLimit: Hashable, Sendable {
  /// At most so many transactions.
  public var transactions: Int
  /// At most so many bytes of messages, but always one message.
  public var bytes: Int

  /// 512 transactions and 1 MiB.
  public static let standard = PageLimit(transactions: 512, bytes: 1 << 20)

  /// A limit; a page has at least one transaction.
  public init(transactions: Int, bytes: Int) {
    self.transactions = max(transactions, 1)
    self.bytes = max(bytes, 1)
  }
}

/// What became of the transactions of a page.
public struct AbsorptionReport: Hashable, Sendable {
  /// A transaction that was refused, and with it all others of its writer.
  public struct Refusal: Hashable, Sendable {
    /// The transaction; nil for bytes that are none.
    public let dot: Dot?
    /// Why, to act on; see `EventStore.absorb(_:durability:)`.
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
  /// Transactions whose writer had another one refused: a writer's are taken in whole, or not at
  /// all.
  public internal(set) var held = 0
  /// Transactions that were refused.
  public internal(set) var refused: [Refusal] = []
}
