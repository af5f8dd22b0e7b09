/// The hash that stands for a writer's transactions up to one, made from what is stored.
///
/// The chain that writers sign: the page on the stored format has its formula, and `Chain` of
/// `DaybookSync` makes it from messages.
struct WriterChain {
  private(set) var sequence: UInt64
  private(set) var hash: [UInt8]

  /// The chain of no transactions.
  init(space: UUID, replica: ReplicaID) {
    sequence = 0
    var first = SHA256Hash()
    Self.add([0], to: &first)
    withUnsafeBytes(of: space.uuid) { first.add($0) }
    withUnsafeBytes(of: replica.uuid.uuid) { first.add($0) }
    hash = first.digest
  }

  /// The chain that a head says.
  init(_ head: SignedHead) { (sequence, hash) = (head.dot.sequence, head.chain) }

  /// Takes in the next transaction of the writer.
  ///
  /// - Throws: `StoreError.damaged`.
  mutating func add(_ number: UInt64, _ record: TransactionRecord, _ log: LogReader) throws {
    var next = SHA256Hash()
    Self.add([2] + hash, to: &next)
    withUnsafeBytes(of: record.eventCount.bigEndian) { next.add($0) }
    var writer = PayloadWriter()
    for position in record.positions {
      writer.truncate()
      try TransactionMessage.writeEvent(position, log, into: &writer)
      var event = SHA256Hash()
      event.add(writer.bytes)
      Self.add(event.digest, to: &next)
    }
    _ = try log.withTransaction(number) { _, header in next.add(header) }
    hash = next.digest
    sequence = record.sequence
  }

  private static func add(_ bytes: [UInt8], to hash: inout SHA256Hash) {
    bytes.withUnsafeBytes { hash.add($0) }
  }
}
