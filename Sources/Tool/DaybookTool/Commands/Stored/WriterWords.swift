import Daybook

/// Who has written a transaction: its author, else the member whose device it was.
struct WriterWords {
  private let members: [ReplicaID: Space.Member]

  init(_ reader: borrowing Reader) throws {
    members = try reader.space()?.members ?? [:]
  }

  func name(of transaction: History.Transaction) -> String {
    transaction.author ?? members[transaction.dot.replica]?.member ?? "somebody"
  }
}
