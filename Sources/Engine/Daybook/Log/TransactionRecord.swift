internal import LMDB

/// One row of the table `transactions`; its key is the local number of the transaction.
///
/// | offset | bytes | content |
/// |---|---|---|
/// | 0 | 4 | CRC-32C of the number and of everything after these four bytes |
/// | 4 | 4 | number of the replica in `replicas` |
/// | 8 | 8 | position of the first event |
/// | 16 | 4 | number of events |
/// | 20 | 4 | flags: 1 it came from another replica, 2 the header has a field 11 |
/// | 24 | 8 | the replica's number for it (the dot's sequence) |
/// | 32 | 8 | time by the hybrid logical clock |
/// | 40 | 8 | time of its stamps, which is no later |
/// | 48 | 4, 4, 4 | numbers of author, context and process in `names`, 0 for none |
/// | 60 | … | the header that travels: a payload, kept as it was written |
///
/// Fields of the header: 1 sequence, 2 time, 3 wall time (seconds since 2001), 4 author, 5 context,
/// 6 process, 7 declared time of the stamps when it is earlier, 8 version of the writer's schema
/// when it has one, 9 and 10 replica and sequence of the transaction that began the undo group when
/// it is another one, 11 whose undo takes it back when that is not the author's.
struct TransactionRecord {
  static let headerSize = 60
  /// The flag of a transaction that came from another replica.
  static let isRemote: UInt32 = 1
  /// The flag of one that somebody else's undo takes back than the author's.
  static let hasUndoAuthor: UInt32 = 2

  var replica: UInt32
  var firstPosition: UInt64
  var eventCount: UInt32
  var flags: UInt32
  var sequence: UInt64
  var time: HybridTime
  var stampTime: HybridTime
  var author: UInt32
  var context: UInt32
  var process: UInt32

  var positions: Range<UInt64> { firstPosition..<firstPosition + UInt64(eventCount) }

  init(
    replica: UInt32, firstPosition: UInt64, eventCount: UInt32, flags: UInt32, sequence: UInt64,
    time: HybridTime, stampTime: HybridTime, author: UInt32, context: UInt32, process: UInt32
  ) {
    self.replica = replica
    self.firstPosition = firstPosition
    self.eventCount = eventCount
    self.flags = flags
    self.sequence = sequence
    self.time = time
    self.stampTime = stampTime
    self.author = author
    self.context = context
    self.process = process
  }

  /// Reads a row; nil when the checksum does not fit.
  init?(_ bytes: BorrowedBytes, number: UInt64) {
    guard bytes.count >= Self.headerSize,
      Checksum.crc32c(number, bytes.from(4)) == bytes.load(0, as: UInt32.self)
    else { return nil }
    replica = bytes.load(4)
    firstPosition = bytes.load(8)
    eventCount = bytes.load(16)
    flags = bytes.load(20)
    sequence = bytes.load(24)
    time = HybridTime(rawValue: bytes.load(32))
    stampTime = HybridTime(rawValue: bytes.load(40))
    author = bytes.load(48)
    context = bytes.load(52)
    process = bytes.load(56)
    if firstPosition.addingReportingOverflow(UInt64(eventCount)).overflow { return nil }
  }

  /// Whether a record is that of the next transaction of the same replica.
  func isFollowed(by next: TransactionRecord) -> Bool {
    next.replica == replica && next.sequence == sequence &+ 1
  }

  /// Writes the row to `page`, which has room for it.
  // Safety: the caller has room for the record and the header.
  func write(to page: UnsafeMutableRawPointer, header: BorrowedBytes, number: UInt64) {
    page.store(replica, 4)
    page.store(firstPosition, 8)
    page.store(eventCount, 16)
    page.store(flags, 20)
    page.store(sequence, 24)
    page.store(time.rawValue, 32)
    page.store(stampTime.rawValue, 40)
    page.store(author, 48)
    page.store(context, 52)
    page.store(process, 56)
    if let source = header.baseAddress {
      (page + Self.headerSize).copyMemory(from: source, byteCount: header.count)
    }
    let rest = UnsafeRawBufferPointer(start: page + 4, count: Self.headerSize - 4 + header.count)
    page.store(Checksum.crc32c(number, rest), 0)
  }
}
