internal import LMDB

/// How far a consumer is; a row of `meta` with the key `consumer/NAME`.
///
/// A payload: 1 the number of the last transaction that it is done with; of a peer 2 when it said
/// so last, 3 what it has of what is here, each writer: 1 replica, 2 sequence, and 4 the same of
/// what it may have got since, because no answer came.
struct ConsumerRecord {
  /// After so long without a word a peer is waited for no more: it comes back by a snapshot.
  static let patience: TimeInterval = 90 * 86_400

  var transaction: UInt64
  /// When a peer said so; nil for what is no peer.
  var heard: Date?
  /// What a peer has of what is here, by what it said last.
  var vector = VersionVector()
  /// What of this store's own was handed to a peer, whatever it said.
  var handed = VersionVector()

  init(transaction: UInt64, heard: Date? = nil) {
    self.transaction = transaction
    self.heard = heard
  }

  /// Whether it is a peer that nobody has heard of for too long.
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
