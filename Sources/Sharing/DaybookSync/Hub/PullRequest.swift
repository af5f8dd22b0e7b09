package import Daybook

/// Asks for the next transactions that a side lacks.
package struct PullRequest: HubMessage, Hashable, Sendable {
  package static let noun = "request for a page"

  /// What the side has.
  package let vector: VersionVector
  /// How much it wants.
  package let limit: PageLimit

  package init(_ vector: VersionVector, limit: PageLimit) {
    (self.vector, self.limit) = (vector, limit)
  }

  /// The bytes that travel: a payload of 1 the vector (each writer: 1 replica, 2 sequence), 2 how
  /// many transactions, 3 how many bytes.
  package var bytes: [UInt8] {
    var writer = PayloadWriter(capacity: 32 + 32 * vector.sequences.count)
    vector.encode(1, into: &writer)
    writer.uint(2, UInt64(max(limit.transactions, 1)))
    writer.uint(3, UInt64(max(limit.bytes, 1)))
    return writer.array
  }

  package init(reading reader: inout PayloadReader) throws {
    var (vector, transactions, bytes): (VersionVector, UInt64, UInt64) = (VersionVector(), 1, 1)
    while let field = try reader.next() {
      switch field {
      case 1: try reader.message { try vector.readEntry(from: &$0) }
      case 2: transactions = try reader.uint()
      case 3: bytes = try reader.uint()
      default: break
      }
    }
    let most = PageLimit.standard
    self.init(
      vector,
      limit: PageLimit(
        transactions: min(max(Int(clamping: transactions), 1), most.transactions),
        bytes: min(max(Int(clamping: bytes), 1), most.bytes)))
  }
}
