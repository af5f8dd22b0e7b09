public import Daybook

/// Who has written a transaction: its author, else the member whose device it was. All that names a
/// writer, or looks for what somebody has written, goes by this.
extension Reader {
  /// Such as `Ada`; nil where the transaction has no author, and is of no member's device. O(1).
  public func writer(of transaction: History.Transaction) throws -> String? {
    if let author = transaction.author { return author }
    return try space()?.members[transaction.dot.replica]?.member
  }

  /// The devices of the members with a name; those of all members for nil.
  func devices(of name: String?) throws -> [ReplicaID] {
    let members = try space()?.members ?? [:]
    return members.values.filter { name == nil || $0.member == name }.map(\.replica)
  }
}
