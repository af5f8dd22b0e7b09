/// A key of the table `meta`, or of the row beside the tables.
struct MetaKey {
  static let format = MetaKey("format")
  static let store = MetaKey("store")
  static let counters = MetaKey("heads")
  static let names = MetaKey("names")
  /// The hash of what purges have left.
  static let remains = MetaKey("remains")
  static let space = MetaKey("space")
  /// How many entities a replay has put right and has told nobody of.
  static let replay = MetaKey("replay")
  /// One of the first of them.
  static func replay(_ index: Int) -> MetaKey {
    MetaKey("replay/\(UInt64(index).padded(8, radix: 16))")
  }
  static func kind(_ number: Int) -> MetaKey { MetaKey("kind/\(number)") }
  static func projection(_ number: Int) -> MetaKey { MetaKey("projection/\(number)") }

  static func consumer(_ name: String) -> MetaKey { MetaKey("consumer/\(name)") }

  /// The beginning of the keys of all marks of the log's chain.
  static let chainPrefix = Array("chain/".utf8)

  /// In the order of the transactions.
  static func chain(_ transaction: UInt64) -> MetaKey {
    MetaKey("chain/\(transaction.padded(16, radix: 16))")
  }

  /// The beginning of the keys of all heads.
  static let headPrefix = "head/"

  /// In the order of the replicas' local numbers, then of the sequences.
  static func head(_ replica: UInt32, _ sequence: UInt64) -> MetaKey {
    MetaKey("\(heads(of: replica))\(sequence.padded(16, radix: 16))")
  }

  /// The beginning of the keys of a replica's heads.
  static func heads(of replica: UInt32) -> String {
    "\(headPrefix)\(replica.padded(8, radix: 16))/"
  }

  private let text: [UInt8]

  private init(_ text: String) { self.text = Array(text.utf8) }

  func withBytes<R>(_ body: (BorrowedBytes) throws -> R) rethrows -> R {
    try text.withUnsafeBytes(body)
  }
}
