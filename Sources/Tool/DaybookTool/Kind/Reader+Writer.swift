public import Daybook

/// Who has written a transaction: its author, else the member whose device it was. All that names a
/// writer, or looks for what somebody has written, goes by this.
extension Reader {
  /// Such as `Ada`; nil where the transaction has no author, and is of no member's device. O(1).
  public func writer(of transaction: History.Transaction) throws -> String? {
    if let author = transaction.author { return author }
    return try space()?.members[transaction.dot.replica]?.member
  }

  /// What to add where a writer of that name has nothing: the names of those who have written, and
  /// which of them may be meant. Nothing where one is called so.
  ///
  /// Those are the members on whose devices something was written, which a hub's is not, and the
  /// authors of the newest thousand transactions.
  public func lack(ofWriter name: String) throws -> String {
    let (members, written) = (try space()?.members ?? [:], try versionVector())
    var names = Set(members.values.filter { written[$0.replica] > 0 }.map(\.member))
    names.formUnion(try newestTransactions(limit: 1000).compactMap(\.author))
    if names.isEmpty || names.contains(name) { return "" }
    let known = names.sorted()
    return "; there \(known.count == 1 ? "is the author" : "are the authors") "
      + known.prefix(10).joined(separator: ", ") + Suggestion.sentence(for: name, among: known)
  }

  /// The devices of the members with a name; those of all members for nil.
  func devices(of name: String?) throws -> [ReplicaID] {
    let members = try space()?.members ?? [:]
    return members.values.filter { name == nil || $0.member == name }.map(\.replica)
  }
}
