internal import LMDB

/// A projection of the schema with its tables open.
///
/// Its tables exist twice, in slots 0 and 1: one is live, the other is empty or being built. A
/// rebuild fills the other slot and swaps the two in one commit.
struct OpenedProjection: Sendable {
  let projection: any Projection
  let name: String
  let fingerprint: String
  let revision: UInt64
  let slots: [[Table<LexicalOrder>]]
  /// The place of its state in `LogCounters.projections`.
  let number: Int

  /// The tables that may be read; nil before the first build has ended, or when a process with
  /// another schema has built them.
  func live(_ definition: ProjectionDefinition) -> [Table<LexicalOrder>]? {
    definition.isLive && definition.fingerprint == fingerprint ? slots[definition.slot] : nil
  }

  func slot(_ definition: ProjectionDefinition, isBuilding: Bool) -> ProjectionSlot {
    let slot = isBuilding ? 1 - definition.slot : definition.slot
    return ProjectionSlot(
      tables: slots[slot], number: number, isBuilding: isBuilding,
      owner: .projection(number: number, slot: slot))
  }
}

extension ProjectionDefinition {
  /// Writes the description of projection `number`, and lets other processes know.
  func save(as number: Int, _ scope: inout WriteScope) throws {
    encode(into: &scope.rows.buffers.scratch)
    try MetaKey.projection(number).withBytes { key in
      try scope.rows.transaction.put(scope.tables.meta, key, sealing: &scope.rows.buffers.scratch)
    }
    scope.counters.generation += 1
  }

  /// Says that there are no rows.
  mutating func dropRows() {
    isLive = false
    buildFingerprint = nil
    buildKey = []
  }
}

/// A projection as the writer has it.
final class ProjectionRuntime {
  let index: Int
  let opened: OpenedProjection
  /// The kinds that it follows.
  let kinds: [EntityKind]
  var definition: ProjectionDefinition
  /// How far its build has come.
  var reached = BuildReach()
  /// The rows that are live, when there are any for this schema.
  private(set) var live: ProjectionSlot?
  /// The rows that are being built, when they are for this schema.
  private(set) var building: ProjectionSlot?
  /// The live rows when every change is taken into them here; nil while they lack what others
  /// wrote.
  private(set) var keptLive: ProjectionSlot?
  /// The rows being built, as `keptLive`.
  private(set) var keptBuilding: ProjectionSlot?
  /// Whether the live rows hold everything that was committed, or is being written.
  var keepsLive = false { didSet { keptLive = keepsLive ? live : nil } }
  /// Whether the rows being built do, of the entities whose turn is over.
  var keepsBuilding = false { didSet { keptBuilding = keepsBuilding ? building : nil } }

  init(
    index: Int, opened: OpenedProjection, kinds: [EntityKind], definition: ProjectionDefinition
  ) {
    self.index = index
    self.opened = opened
    self.kinds = kinds
    self.definition = definition
    liveSlot = opened.slot(definition, isBuilding: false)
    buildingSlot = opened.slot(definition, isBuilding: true)
    settle()
  }

  var name: String { opened.name }
  var fingerprint: String { opened.fingerprint }
  var number: Int { opened.number }

  /// Whether rows of this schema lack what others wrote.
  var isBehind: Bool {
    live != nil && keptLive == nil || building != nil && keptBuilding == nil
  }

  /// A kind that it follows and another version of the app folds.
  var foreignKind: EntityKind? { kinds.first { $0.foreign != nil } }

  /// Both slots as the definition has them.
  private(set) var liveSlot: ProjectionSlot
  private(set) var buildingSlot: ProjectionSlot

  /// Whether a change of the entity belongs into the rows being built: its turn is over.
  func hasBuilt(_ key: EntityKey) -> Bool {
    key.withBytes { key in
      key.elementsEqual(definition.buildKey)
        || key.lexicographicallyPrecedes(definition.buildKey)
    }
  }

  /// Reads the description as it is on disk.
  func reload(_ transaction: BorrowedTransaction, _ tables: LogTables) throws {
    definition = try ProjectionDefinition.stored(number, transaction, tables)
    settle()
  }

  /// Writes the description, and lets other processes know.
  func save(_ scope: inout WriteScope) throws {
    settle()
    try definition.save(as: number, &scope)
  }

  private func settle() {
    liveSlot = opened.slot(definition, isBuilding: false)
    buildingSlot = opened.slot(definition, isBuilding: true)
    let isForeign = foreignKind != nil
    live = isForeign || opened.live(definition) == nil ? nil : liveSlot
    building = isForeign || definition.buildFingerprint != fingerprint ? nil : buildingSlot
    keptLive = keepsLive ? live : nil
    keptBuilding = keepsBuilding ? building : nil
  }
}
