internal import LMDB

/// What every commit moves, in one row of the table `meta` (key `heads`).
///
/// A CRC-32C, four spare bytes, then eight-byte integers: transactions, events, time of the hybrid
/// logical clock, the store's own sequence, names, retractions, number of projections; then for each
/// projection five of them as in `ProjectionState`.
struct Heads: Equatable {
  var transactions: UInt64 = 0
  var events: UInt64 = 0
  var time = HybridTime.distantPast
  var sequence: UInt64 = 0
  var names: UInt64 = 0
  var retractions: UInt64 = 0
  var projections: [ProjectionState] = []

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) throws {
    guard bytes.count >= 64, Checksum.crc32c(0, bytes.from(4)) == bytes.load(0, as: UInt32.self),
      case let count = Int(bytes.load(56, as: UInt64.self)), bytes.count == 64 + count * 40
    else { throw StoreError(.damaged, "the heads of the log are damaged") }
    transactions = bytes.load(8)
    events = bytes.load(16)
    time = HybridTime(rawValue: bytes.load(24))
    sequence = bytes.load(32)
    names = bytes.load(40)
    retractions = bytes.load(48)
    projections = (0..<count).map { ProjectionState(bytes.from(64 + $0 * 40)) }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    writer.raw(UInt64(0))
    writer.raw(transactions)
    writer.raw(events)
    writer.raw(time.rawValue)
    writer.raw(sequence)
    writer.raw(names)
    writer.raw(retractions)
    writer.raw(UInt64(projections.count))
    for projection in projections { projection.encode(into: &writer) }
    writer.seal(number: 0)
  }
}

/// How far one projection is, and the digest of its rows.
struct ProjectionState: Equatable {
  /// The last transaction that is in the live rows.
  var transaction: UInt64 = 0
  /// Rows and digest of the live slot, then of the slot that is being built.
  var live = Digest()
  var building = Digest()

  init() {}

  init(_ bytes: UnsafeRawBufferPointer) {
    transaction = bytes.load(0)
    live = Digest(rows: bytes.load(8), sum: bytes.load(16))
    building = Digest(rows: bytes.load(24), sum: bytes.load(32))
  }

  func encode(into writer: inout PayloadWriter) {
    writer.raw(transaction)
    writer.raw(live.rows)
    writer.raw(live.sum)
    writer.raw(building.rows)
    writer.raw(building.sum)
  }
}
