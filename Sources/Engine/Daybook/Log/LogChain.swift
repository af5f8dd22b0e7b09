internal import LMDB

/// The hash that stands for every transaction of the log up to one, in the order of arrival.
///
/// ```
/// c(0) = 32 zeros
/// c(n) = SHA-256(c(n−1) ‖ row(event 1) ‖ … ‖ row(event k) ‖ row(transaction n))
/// ```
/// A row is what is stored, with its length, four bytes from low to high, in place of its checksum.
/// Every commit keeps the newest in the counters of the log, and a mark of every 1,024th; after a
/// purge the chain begins with the mark of the last transaction that was purged. Whoever changes a
/// row, and its checksum to fit, would have to write the chain anew from there on.
struct LogChain: Equatable {
  /// Transactions from one mark to the next.
  static let step: UInt64 = 1_024
  /// Bytes of a chain.
  static let size = 32

  private(set) var hash = SIMD4<UInt64>()

  init() {}

  /// Reads a chain from its first 32 bytes.
  // Safety: the caller has checked that there are as many.
  init(_ bytes: BorrowedBytes) { hash = bytes.loadUnaligned(as: SIMD4<UInt64>.self) }

  // Safety: the caller has room for the bytes of a chain.
  func write(to bytes: UnsafeMutableRawPointer) { bytes.storeBytes(of: hash, as: SIMD4.self) }

  /// The chain of the next transaction, while its rows come.
  struct Next {
    private var running = SHA256()

    init(after chain: LogChain = LogChain()) {
      withUnsafeBytes(of: chain.hash) { running.add($0) }
    }

    /// Takes a row in.
    mutating func add(_ row: BorrowedBytes) {
      withUnsafeBytes(of: UInt32(truncatingIfNeeded: row.count).littleEndian) { running.add($0) }
      running.add(row.from(4))
    }

    /// Takes in a row that begins with its checksum, and the number under which it lies.
    mutating func add(_ row: BorrowedBytes, under number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { running.add($0) }
      add(row)
    }

    /// Takes in a row whose checksum is left out, and the key under which it lies.
    mutating func add(_ row: BorrowedBytes, under key: BorrowedBytes) {
      running.add(key)
      let size = UInt32(truncatingIfNeeded: row.count + RowSeal.size)
      withUnsafeBytes(of: size.littleEndian) { running.add($0) }
      running.add(row)
    }

    /// The chain when the transaction ends with this row.
    func ending(with row: BorrowedBytes) -> LogChain {
      var last = self
      last.add(row)
      return last.ended
    }

    /// The chain when nothing follows.
    var ended: LogChain {
      var chain = LogChain()
      withUnsafeMutableBytes(of: &chain.hash) { running.read(into: $0) }
      return chain
    }
  }
}
