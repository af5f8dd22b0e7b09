/// How far a consumer is; a row of `meta` with the key `consumer/NAME`. A peer is noted as a
/// consumer, too, so that a purge leaves what it lacks.
///
/// A payload: 1 the number of the last transaction that it is done with; of a peer also 2 the time
/// of its last word, 3 the vector that it has of this store's transactions (each writer: 1 replica,
/// 2 sequence), and 4 the same of what it was handed since without an answer.
struct ConsumerRecord {
  /// A purge waits no longer for a peer that was silent for so long; it comes back by a snapshot.
  static let patience: TimeInterval = 90 * 86_400

  var transaction: UInt64
  /// The time of a peer's last word; nil for a consumer that is no peer.
  var heard: Date?
  /// The transactions of this store that a peer has, by its last word.
  var vector = VersionVector()
  /// This store's own transactions that were handed to a peer without an answer.
  var handed = VersionVector()

  init(transaction: UInt64, heard: Date? = nil) {
    self.transaction = transaction
    self.heard = heard
  }

  /// Whether it is a peer that was silent for too long.
  func isSilent(at now: Date) -> Bool {
    heard.map { now.timeIntervalSince($0) > Self.patience } ?? false
  }

  init(_ bytes: BorrowedBytes) throws {
    transaction = 0
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: transaction = try reader.uint()
      case 2: heard = try reader.date()
      case 3: try reader.message { try vector.readEntry(from: &$0) }
      case 4: try reader.message { try handed.readEntry(from: &$0) }
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    writer.uint(1, transaction)
    if let heard { writer.date(2, heard) }
    vector.encode(3, into: &writer)
    handed.encode(4, into: &writer)
  }
}
