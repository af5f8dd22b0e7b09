/// What the engine's history is made of.
public enum History {
  /// A place in the history of one store: after a transaction.
  ///
  /// Opaque, storable, and comparable within one store. Every append returns the token of its
  /// transaction.
  public struct Token: Codable, Hashable, Sendable, Comparable, CustomStringConvertible {
    let store: UUID
    let transaction: UInt64

    init(store: UUID, transaction: UInt64) {
      self.store = store
      self.transaction = transaction
    }

    /// Reads the text form, as `description` gives it; nil for other text.
    public init?(_ text: String) {
      let parts = text.split(separator: ":")
      guard parts.count == 2, let store = UUID(uuidString: String(parts[0])),
        let transaction = UInt64(parts[1])
      else { return nil }
      self.init(store: store, transaction: transaction)
    }

    /// The local number of the transaction, from 1; 0 is before the first.
    public var number: UInt64 { transaction }

    public var description: String { "\(store.uuidString):\(transaction)" }

    public static func < (a: Token, b: Token) -> Bool { a.transaction < b.transaction }
  }
}
