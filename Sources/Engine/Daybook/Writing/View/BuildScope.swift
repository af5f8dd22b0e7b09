internal import LMDB

/// What a thread needs that makes rows of stored entities without writing: a snapshot, and
/// collectors for the rows.
@usableFromInline
struct BuildScope: ~Copyable {
  /// Of the snapshot: LMDB refuses what they would write.
  @usableFromInline var rows: Rows
  /// One for each of the projections that are built.
  let collectors: [RowCollector]
  private let tables: LogTables
  /// What is known of references in the snapshot.
  private let standings = Standings()
  /// What is done with the entities of each kind.
  private let shares: [UInt32: BuildPlan.Share]
  // Safety: `collectors` keeps them. At the places of the projections; nil for those that are not
  // built.
  private let places: UnsharedArray<Unmanaged<RowCollector>?>

  /// - Parameter isFresh: whether what the tables hold is not looked at.
  init(
    _ transaction: consuming WriteTransaction, _ buffers: consuming RowBuffers, _ plan: BuildPlan,
    isFresh: Bool
  ) throws {
    let reading: BorrowedTransaction = transaction.borrowed
    let collectors = try plan.slots.map {
      try RowCollector(
        $0.tables, of: plan.tables.entities, reading, isFresh: isFresh, limit: plan.limit)
    }
    var places = UnsharedArray<Unmanaged<RowCollector>?>()
    for place in 0..<plan.projectionCount {
      let index = plan.indices.firstIndex(of: place)
      places.append(index.map { Unmanaged.passUnretained(collectors[$0]) })
    }
    rows = Rows(transaction, buffers, isObserved: false)
    self.collectors = collectors
    self.places = places
    tables = plan.tables
    shares = plan.shares
  }

  /// The stored entities of the snapshot.
  @usableFromInline
  var log: LogReader {
    LogReader(
      transaction: rows.transaction.borrowed, tables: tables, hasRetractions: false,
      hasBaselines: false, standings: standings)
  }

  /// Hands the entities after a key to the projections for as long as `goesOn` says so, which is
  /// asked before each with how many there were.
  mutating func walk(
    after start: [UInt8], goesOn: (Int) throws -> Bool
  ) throws -> EntityWalk {
    var kind: UInt32?
    var share: BuildPlan.Share = { _, _, _ in }
    let reading: BorrowedTransaction = rows.transaction.borrowed
    return try EntityWalk.take(reading, tables, after: start, while: goesOn) { key, stored in
      // Entities of one kind are neighbours.
      if kind != key.kind {
        kind = key.kind
        share = shares[key.kind] ?? { _, _, _ in }
      }
      try share(&self, key.id, stored)
    }
  }

  /// Lets `rows` collect for the projection; false when it is not built here.
  @usableFromInline
  mutating func beginCollecting(_ index: Int) -> Bool {
    guard let collector = places[index] else { return false }
    rows.begin(collector)
    return true
  }
}

/// Which projections a thread builds, for handing over to it.
struct BuildPlan {
  /// Hands a stored entity to the projections that collect its rows.
  typealias Share = WriteOperations.Share

  /// The projections, by their places in the schema.
  let indices: [Int]
  /// Where their rows belong.
  let slots: [ProjectionSlot]
  let projectionCount: Int
  let tables: LogTables
  /// By the numbers of the kinds; made for this plan, because each has memory of its own.
  let shares: [UInt32: Share]
  /// Bytes that are collected for each projection.
  let limit: Int

  init(_ projections: [ProjectionRuntime], _ scope: inout WriteScope, limit: Int) {
    self.limit = limit
    indices = projections.map(\.index)
    slots = projections.map(\.buildingSlot)
    projectionCount = scope.projections.count
    tables = scope.tables
    var shares: [UInt32: Share] = [:]
    for kind in scope.kinds where projections.contains(where: { $0.follows(kind) }) {
      shares[kind.number] = kind.operations.makeShare()
    }
    self.shares = shares
  }
}
