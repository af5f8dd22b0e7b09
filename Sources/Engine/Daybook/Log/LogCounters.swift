internal import LMDB

/// What every commit moves, in the row `heads` of LMDB's own table, whose page every commit writes
/// anyway.
///
/// Four spare bytes, the number of the store's own replica (0 for the first), then eight-byte
/// integers: transactions, events, time of the hybrid logical clock, the store's own sequence,
/// names, retractions, generation, quarantined events, the last transaction and the last position
/// that were purged, number of projections; the chain of the log (see `LogChain`); then for each
/// projection eight integers as in `ProjectionState`.
struct LogCounters: Equatable {
  /// The store's own replica, by its number in `replicas`; 0 is written for the first.
  var replica: UInt32 = 1
  var transactions: UInt64 = 0
  var events: UInt64 = 0
  var time = HybridTime.distantPast
  var sequence: UInt64 = 0
  var names: UInt64 = 0
  var retractions: UInt64 = 0
  /// Goes up whenever a kind or a projection is described anew, so that other processes look again.
  var generation: UInt64 = 0
  /// Events that folds left out because they threw.
  var quarantined: UInt64 = 0
  /// The last transaction that was purged; 0 when none was.
  var purged: UInt64 = 0
  /// The position of its last event.
  var purgedPosition: UInt64 = 0
  /// The chain through the last transaction.
  var chain = LogChain()
  var projections: [ProjectionState] = []

  private static let size = 128

  init() {}

  init(_ bytes: BorrowedBytes) throws {
    guard bytes.count >= Self.size,
      case let count = (bytes.count - Self.size) / ProjectionState.size,
      bytes.count == Self.size + count * ProjectionState.size,
      bytes.load(88, as: UInt64.self) == UInt64(count)
    else { throw StoreError.damaged("the counters of the log are damaged") }
    let number: UInt32 = bytes.load(4)
    replica = number == 0 ? 1 : number
    transactions = bytes.load(8)
    events = bytes.load(16)
    time = HybridTime(rawValue: bytes.load(24))
    sequence = bytes.load(32)
    names = bytes.load(40)
    retractions = bytes.load(48)
    generation = bytes.load(56)
    quarantined = bytes.load(64)
    purged = bytes.load(72)
    purgedPosition = bytes.load(80)
    chain = LogChain(bytes.from(96))
    projections = (0..<count).map {
      ProjectionState(bytes.from(Self.size + $0 * ProjectionState.size))
    }
  }

  /// The counters of a commit.
  ///
  /// - Throws: `StoreError.damaged`, also when there are none: a store has them from the beginning.
  init(_ transaction: BorrowedTransaction, _ tables: LogTables) throws {
    self = try MetaKey.counters.withBytes { key in
      let stored = try transaction.value(tables.main, key)?.withUnsafeBytes { $0 }
      // Not `row`: the rows beside it are tables, which have no checksum.
      guard let row = stored.flatMap({ tables.main.opened($0, key) }) else {
        throw StoreError.damaged("the counters of the log are missing or damaged")
      }
      return try LogCounters(row)
    }
  }

  /// Checks that what was purged is part of what was written, and that no rows hold more than the
  /// log: every reader trusts these numbers.
  func _checkInvariants() {
    invariant(replica > 0, "the own replica has no number")
    invariant(
      transactions <= events, "\(transactions) transactions have only \(events) events")
    invariant(
      purged <= transactions && purgedPosition <= events,
      "transaction \(purged) at \(purgedPosition) is purged of \(transactions) at \(events)")
    invariant(
      purged <= purgedPosition, "\(purged) transactions with \(purgedPosition) events are purged")
    invariant(
      projections.allSatisfy {
        [$0.live, $0.building].allSatisfy { $0.transaction <= transactions || $0.mustBeBuiltAnew }
      }, "rows hold a transaction after the last one, \(transactions)")
  }

  /// Checks that these can follow `earlier` ones: nothing that was counted is gone. The clock may
  /// have been wrong and be set back.
  func _checkInvariants(after earlier: LogCounters) {
    invariant(
      transactions >= earlier.transactions && events >= earlier.events && names >= earlier.names
        && purged >= earlier.purged && generation >= earlier.generation
        && projections.count >= earlier.projections.count,
      "the counters of the log go back")
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    let fixed = writer.space(Self.size)
    fixed.store(UInt32(0), 0)
    fixed.store(replica == 1 ? 0 : replica, 4)
    fixed.store(transactions, 8)
    fixed.store(events, 16)
    fixed.store(time.rawValue, 24)
    fixed.store(sequence, 32)
    fixed.store(names, 40)
    fixed.store(retractions, 48)
    fixed.store(generation, 56)
    fixed.store(quarantined, 64)
    fixed.store(purged, 72)
    fixed.store(purgedPosition, 80)
    fixed.store(UInt64(projections.count), 88)
    chain.write(to: fixed + 96)
    for projection in projections {
      projection.write(to: writer.space(ProjectionState.size))
    }
  }
}

/// How far one projection is, and what its rows come to.
struct ProjectionState: Equatable {
  static let size = 2 * SlotState.size

  /// The live slot, then the slot that is being built.
  var live = SlotState()
  var building = SlotState()

  init() {}

  init(_ bytes: BorrowedBytes) {
    live = SlotState(bytes)
    building = SlotState(bytes.from(SlotState.size))
  }

  // Safety: the caller has room for the bytes of a row.
  func write(to bytes: UnsafeMutableRawPointer) {
    live.write(to: bytes)
    building.write(to: bytes + SlotState.size)
  }
}

/// What the rows of one slot come to.
struct SlotState: Equatable {
  static let size = 32

  /// The last transaction that is in the rows; only processes that keep them move it.
  var transaction: UInt64 = 0
  /// Whether states have changed since without a transaction, so that the version of the app that
  /// keeps the rows has to build them anew.
  var mustBeBuiltAnew: Bool { transaction == .max }
  var digest = Digest()
  /// Entities that are not in the rows because the projection's update threw.
  var quarantined: UInt64 = 0

  init() {}

  init(_ bytes: BorrowedBytes) {
    transaction = bytes.load(0)
    digest = Digest(rows: bytes.load(8), sum: bytes.load(16))
    quarantined = bytes.load(24)
  }

  // Safety: the caller has room for the bytes of a row.
  func write(to bytes: UnsafeMutableRawPointer) {
    bytes.store(transaction, 0)
    bytes.store(digest.rows, 8)
    bytes.store(digest.sum, 16)
    bytes.store(quarantined, 24)
  }
}
