internal import LMDB
internal import Synchronization

/// Which of a projection's rows a reader may see, whichever process built them.
@usableFromInline
final class ProjectionCatalog: Sendable {
  /// What the counters of one commit say, worked out once for all that read it.
  @usableFromInline
  final class State: Sendable {
    fileprivate let id: UInt64
    /// Goes up whenever a kind or a view is described anew.
    let generation: UInt64
    fileprivate let definitions: [ProjectionDefinition]
    fileprivate let views: [View]
    /// Kinds that another version of the app folds.
    fileprivate let foreign: [UInt32: StoreError]
    /// Whether anything was ever retracted.
    let hasRetractions: Bool
    /// Whether there are kinds that another version of the app folds.
    let hasForeignKinds: Bool
    /// What is stated about the space; nil when nothing is.
    fileprivate let rules: SpaceRules?
    /// The same for readers, which keep the state.
    let lentRules: Lent<SpaceRules>?
    private let vector = Mutex<VersionVector?>(nil)

    fileprivate init(
      id: UInt64, counters: LogCounters, definitions: [ProjectionDefinition],
      foreign: [UInt32: StoreError], views: [View], rules: SpaceRules?
    ) {
      self.id = id
      self.definitions = definitions
      self.foreign = foreign
      hasForeignKinds = !foreign.isEmpty
      self.views = views
      generation = counters.generation
      hasRetractions = counters.retractions > 0
      self.rules = rules
      lentRules = rules.map { Lent($0) }
    }

    /// Makes sure that the states of a kind are those of this version of the app.
    ///
    /// - Throws: `StoreError.schemaChanged`.
    func check(_ kind: UInt32) throws { if let error = foreign[kind] { throw error } }

    /// The transactions that the commit has, read once for all who ask.
    func versionVector(_ log: LogReader) throws -> VersionVector {
      if let known = vector.withLock({ $0 }) { return known }
      let read = try log.versionVector()
      vector.withLock { $0 = read }
      return read
    }
  }

  fileprivate enum View: Sendable {
    case tables([Table<LexicalOrder>])
    /// Nobody has built rows, or they were dropped.
    case missing
    /// The next write here brings the rows up to date, or goes on building them.
    case behind
    case refused(StoreError)
  }

  private let projections: [OpenedProjection]
  /// The names of the schema's projections.
  var names: [String] { projections.map(\.name) }
  /// Those that are relations.
  var relations: [any Relation] { projections.compactMap { $0.projection as? any Relation } }
  private let kinds: [EntityKind]
  /// The numbers of the kinds that each projection follows.
  private let followed: [[UInt32]]
  private let types: [ObjectIdentifier]
  private let boxes: [any AnyObject & Sendable]
  private let tables: LogTables
  /// Every open table of rows by its name in the file: those of the schema, and those that other
  /// programs had made when the store was opened.
  let viewTables: [String: Table<LexicalOrder>]
  private let newest = Mutex<State?>(nil)
  private let newestRemembered = Mutex<RememberedViews?>(nil)
  /// Whether much is being loaded in this process, and rows are read meanwhile that lack it.
  let defers = Atomic(false)

  /// - Parameters:
  ///   - projections: with the numbers of the kinds that each follows.
  ///   - others: open tables of projections that the schema does not know, by their names.
  init(
    _ projections: [(opened: OpenedProjection, kinds: [UInt32])], _ kinds: [EntityKind],
    _ tables: LogTables, others: [String: Table<LexicalOrder>]
  ) {
    viewTables = projections.reduce(into: others) { all, projection in
      all.merge(projection.opened.namedTables) { _, own in own }
    }
    self.projections = projections.map(\.opened)
    followed = projections.map(\.kinds)
    self.kinds = kinds
    self.tables = tables
    types = self.projections.map { ObjectIdentifier(type(of: $0.projection)) }
    boxes = self.projections.map { Self.box($0.projection) }
  }

  /// A projection of the schema by its name; nil when that lacks it.
  func opened(named name: String) -> OpenedProjection? {
    projections.first { $0.name == name }
  }

  private static func box<P: Projection>(_ projection: P) -> any AnyObject & Sendable {
    ProjectionBox(projection)
  }

  /// What the commit that a transaction reads says; worked out anew only after a commit.
  func state(_ transaction: BorrowedTransaction) throws -> State {
    let id = transaction.id
    let known = newest.withLock { $0 }
    if let known, known.id == id { return known }
    let made = try make(transaction, known, takesDeferred: true)
    newest.withLock { if ($0?.id ?? 0) < id { $0 = made } }
    return made
  }

  /// What a transaction sees; `known` saves reading descriptions that have not changed.
  ///
  /// - Parameter takesDeferred: whether rows are read that lack what is being loaded.
  func make(
    _ transaction: BorrowedTransaction, _ known: State? = nil, takesDeferred: Bool = false
  ) throws -> State {
    let counters = try LogCounters(transaction, tables)
    let definitions =
      if let known, known.generation == counters.generation {
        known.definitions
      } else {
        try projections.map {
          try ProjectionDefinition.stored($0.number, transaction, tables)
        }
      }
    let foreign =
      if let known, known.generation == counters.generation {
        known.foreign
      } else {
        try foreignKinds(transaction)
      }
    let views = projections.indices.map {
      view($0, definitions[$0], counters, foreign, takesDeferred: takesDeferred)
    }
    let rules =
      if let known, known.generation == counters.generation {
        known.rules
      } else {
        try SpaceRules(
          LogReader(
            transaction: transaction, tables: tables, hasRetractions: counters.retractions > 0,
            hasBaselines: true))
      }
    return State(
      id: transaction.id, counters: counters, definitions: definitions, foreign: foreign,
      views: views,
      rules: rules)
  }

  /// The views that the store remembers, as the commit that a transaction reads describes them;
  /// worked out anew only after one of them was described anew.
  ///
  /// - Parameter state: what the commit says; nil for a transaction that may be dropped, which
  ///   nobody else must see.
  func remembered(
    _ transaction: BorrowedTransaction, _ state: State?
  ) throws -> RememberedViews {
    let known = newestRemembered.withLock { $0 }
    if let state, let known, known.generation == state.generation { return known }
    let counters = try LogCounters(transaction, tables)
    let made = RememberedViews(
      try ProjectionDefinition.all(counters, transaction, tables),
      generation: counters.generation, among: viewTables
    ) { definition in
      opened(named: definition.name).flatMap {
        $0.fingerprint == definition.fingerprint ? $0 : nil
      }
    }
    if state != nil {
      newestRemembered.withLock { if ($0?.generation ?? 0) <= made.generation { $0 = made } }
    }
    return made
  }

  /// What a commit says of one projection.
  private func view(
    _ index: Int, _ definition: ProjectionDefinition, _ counters: LogCounters,
    _ foreign: [UInt32: StoreError], takesDeferred: Bool
  ) -> View {
    let projection = projections[index]
    if !foreign.isEmpty, let error = followed[index].lazy.compactMap({ foreign[$0] }).first {
      return .refused(error)
    }
    if let live = projection.live(definition) {
      let isUpToDate =
        counters.projections[projection.number].live.transaction == counters.transactions
      let isDeferred =
        takesDeferred && defers.load(ordering: .acquiring) && definition.buildFingerprint != nil
        && (counters.purged...counters.transactions)
          .contains(counters.projections[projection.number].live.transaction)
      return isUpToDate || isDeferred ? .tables(live) : .behind
    }
    if definition.buildFingerprint == projection.fingerprint { return .behind }
    if let keeper = definition.keeper(for: projection) {
      return .refused(keeper.refusal(to: projection))
    }
    return .missing
  }

  /// The kinds whose stored states are not those of this version of the app, and why.
  private func foreignKinds(_ transaction: BorrowedTransaction) throws -> [UInt32: StoreError] {
    var found: [UInt32: StoreError] = [:]
    for kind in kinds { found[kind.number] = try refusal(of: kind, transaction) }
    return found
  }

  /// Why states of a kind cannot be read; nil when they are those of this version of the app.
  private func refusal(
    of kind: EntityKind, _ transaction: BorrowedTransaction
  ) throws -> StoreError? {
    guard let stored = try KindDefinition.stored(kind.number, transaction, tables),
      !stored.isCurrent(kind.fingerprint)
    else { return nil }
    return stored.refusal(of: kind.name, kind.revision)
  }

  /// Makes sure that a transaction which is being written has states of this version of the app.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  func checkOwn(_ kind: EntityKind, _ transaction: BorrowedTransaction) throws {
    if let error = try refusal(of: kind, transaction) { throw error }
  }

  /// The box of a projection, with the tables that a reader may see.
  ///
  /// - Throws: `StoreError.notInSchema`, `viewKeptByOther`, `schemaChanged` or
  ///   `projectionNotReady`.
  func live(
    _ type: ObjectIdentifier, named name: @autoclosure () -> String, in state: State
  ) throws -> (box: AnyObject, tables: [Table<LexicalOrder>]) {
    guard let index = types.firstIndex(of: type) else {
      throw StoreError(
        .notInSchema,
        "the schema does not know a projection \(name()); add it with `.projection(…)`")
    }
    switch state.views[index] {
    case .tables(let tables): return (boxes[index], tables)
    case .behind: throw ProjectionBehind()
    case .refused(let error): throw error
    case .missing:
      throw StoreError(
        .projectionNotReady,
        "projection \(name()) has no rows, they were dropped; call rebuild or open the store anew")
    }
  }
}

/// A projection with its type.
@usableFromInline
final class ProjectionBox<P: Projection>: Sendable {
  @usableFromInline let projection: P

  init(_ projection: P) { self.projection = projection }
}

/// A process that does not keep the rows has written; the next write here takes that in.
struct ProjectionBehind: Error {}
