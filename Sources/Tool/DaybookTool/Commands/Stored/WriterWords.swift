public import Daybook

/// Who has written a transaction: its author, else the member whose device it was.
public struct WriterWords: Sendable {
  private let members: [ReplicaID: Space.Member]

  /// The names by which a store knows its members.
  ///
  /// - Throws: `StoreError.damaged`.
  public init(_ reader: borrowing Reader) throws {
    members = try reader.space()?.members ?? [:]
  }

  /// Such as `Ada`; `somebody` where neither is known.
  public func name(of transaction: History.Transaction) -> String {
    transaction.author ?? members[transaction.dot.replica]?.member ?? "somebody"
  }
}
