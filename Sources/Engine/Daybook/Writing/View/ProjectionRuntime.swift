internal import LMDB

/// A projection as the writer has it.
final class ProjectionRuntime {
  let index: Int
  let opened: OpenedProjection
  /// The kinds that it follows.
  let kinds: [WrittenKind]
  /// The relations on which its rows depend, too.
  let relations: [WrittenRelation]
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
  /// Whether this process has begun to load much, until the rows are built.
  var wasDeferred = false
  /// Whether it leaves the live rows as they are meanwhile.
  var isDeferred: Bool { wasDeferred && building != nil }
  /// Whether the rows being built do, of the entities whose turn is over.
  var keepsBuilding = false { didSet { keptBuilding = keepsBuilding ? building : nil } }

  init(
    index: Int, opened: OpenedProjection, kinds: [WrittenKind],
    relations: [WrittenRelation] = [], definition: ProjectionDefinition
  ) {
    self.index = index
    self.opened = opened
    self.kinds = kinds
    self.relations = relations
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
    live != nil && keptLive == nil && !isDeferred || building != nil && keptBuilding == nil
  }

  func follows(_ kind: WrittenKind) -> Bool { kinds.contains { $0 === kind } }

  /// The kinds that its rows depend on.
  var allKinds: [WrittenKind] { kinds + relations.map(\.parent) }

  /// A kind that its rows depend on and another version of the app folds.
  var foreignKind: WrittenKind? { allKinds.first { $0.foreign != nil } }

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
