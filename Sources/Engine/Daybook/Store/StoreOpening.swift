internal import LMDB

/// What opening a store comes to: format check, identity, schema, projections.
struct StoreOpening: ~Copyable {
  let space: UUID
  let readers: Readers
  let transactor: Transactor

  static func open(
    _ environment: EnvironmentBox, _ pages: PageWatch, path: String, schema: Schema,
    options: StoreOptions, reports: StoreReports?
  ) throws -> StoreOpening {
    try Limits.checkTexts(author: nil, context: nil, process: options.process)
    let (tables, identity, space) = try identify(
      environment.environment, path: path, schema, options)
    let context = WriterContext(
      environment: environment, pages: pages, tables: tables,
      settings: WriteSettings(
        schemaVersion: UInt64(schema.version), space: identity.boundSpace ?? options.space,
        process: options.process, checksDerived: options.readsSamples,
        buildThreads: options.buildThreads ?? SystemThread.processors,
        buildPages: options.buildPages ?? WriteSettings.usualBuildPages,
        indexes: LogIndexes.first + options.addedIndexes),
      reports: reports)
    let state = WriterState(report: reports.map { QuarantineReport($0) })
    var transactor = Transactor(
      IdleWriter(
        context: context, state: Owned(state), buffers: RowBuffers(environment.environment)))
    let registry = try prepare(&transactor, schema, options)
    let others = try otherTables(&transactor)
    let catalog = try transactor.inspect { scope in
      ProjectionCatalog(
        scope.projections.map { ($0.opened, $0.allKinds.map(\.number)) },
        scope.kinds.map(\.known.kind), scope.tables, others: others)
    }
    let readers = Readers(
      tables: tables, catalog: catalog, registry: registry,
      schemaVersion: UInt64(schema.version), storeID: identity.id)
    return StoreOpening(space: space, readers: readers, transactor: transactor)
  }

  /// Makes an environment without content a store, unless it is to be one already.
  ///
  /// - Throws: `StoreError.noSuchStore` when nothing is in it and no store is to be made. A process
  ///   that was killed while it made one has left it so where the file system has no links.
  private static func identify(
    _ environment: borrowing Environment, path: String, _ schema: Schema, _ options: StoreOptions
  ) throws -> (LogTables, StoreIdentity, space: UUID) {
    var transaction = try environment.beginWrite()
    let meta = try transaction.table("meta", LexicalOrder.self)
    let isNew = meta == nil
    if isNew, environment.tables > 0 { throw StoreFormat.foreign(path) }
    if isNew, !options.createsStore { throw nothing(at: path) }
    if let meta {
      try StoreFormat.check(
        transaction.borrowed, meta, path: path,
        knowing: LogIndexes.features(with: options.addedIndexes))
      try noteJournal(&transaction, meta)
      try LogIndexes.makeTables(of: options.addedIndexes, meta, &transaction)
    }
    let tables = try isNew ? LogTables(&transaction) : LogTables(existing: transaction.borrowed)
    let identity =
      isNew
      ? try create(&transaction, tables, schema, options)
      : try identity(&transaction, tables, path: path)
    let space = try space(transaction.borrowed, tables, options.space, path: path)
    try environment.commit(transaction)
    return (tables, identity, space)
  }

  static func nothing(at path: String) -> StoreError {
    StoreError(.noSuchStore, "there is no store at \(path)")
  }

  /// Keeps versions out that do not know the journal, before anything is written with it.
  private static func noteJournal(
    _ transaction: inout WriteTransaction, _ meta: Table<LexicalOrder>
  ) throws {
    let features = try StoreFormat.features(transaction.borrowed, meta)
    if features.contains(StoreFormat.journal) { return }
    var writer = PayloadWriter()
    StoreFormat.encode(features, into: &writer)
    try MetaKey.format.withBytes { try transaction.put(meta, $0, sealing: &writer) }
  }

  /// The first content of a new store: its tables, its identities, and the parameters of its
  /// projections, such as where days begin. So no store is ever there without them.
  static func fill(
    _ environment: borrowing Environment, _ schema: Schema, _ options: StoreOptions
  ) throws {
    var transaction = try environment.beginWrite()
    let tables = try LogTables(&transaction)
    _ = try create(&transaction, tables, schema, options)
    try environment.commit(transaction)
  }

  private static func prepare(
    _ transactor: inout Transactor, _ schema: Schema, _ options: StoreOptions
  ) throws -> TypeRegistry {
    let kinds = try transactor.write { scope in
      // Made anew when the file had to grow, so that no projection follows a kind twice.
      scope.kinds = try resolve(schema, &scope)
      try LogIndexes.build(&scope)
      scope.projections = try connect(schema.projections, &scope)
      return scope.kinds
    }
    let leftOut =
      transactor.context.reports == nil
      ? [] : try transactor.inspect { scope in try scope.quarantinedItems() }
    // Before anything is folded: what cannot be read would be left out of it. Leaves that nobody
    // has looked at yet are not read for this alone.
    var sampled: Set<EntityKey> = []
    if options.readsSamples, transactor.context.pages.current == .sound {
      sampled = try transactor.inspect { scope in try StoredSamples.check(&scope) }
    }
    try transactor.write { scope in
      for kind in scope.kinds { try KindRefold.claim(kind, &scope) }
      for projection in scope.projections {
        try projection.reload(scope.reading, scope.tables)
      }
      try CatchUp.recover(&scope)
    }
    try refold(kinds, &transactor)
    try build(&transactor)
    try transactor.inspect { scope in
      try KindDefinition.check(scope.kinds, scope.reading, scope.tables)
      scope.known.isOpen = true
      if options.readsSamples, scope.context.pages.current == .sound {
        try StoredSamples.checkDerived(&scope, and: sampled)
      }
    }
    if !leftOut.isEmpty { try tell(leftOut, &transactor) }
    return TypeRegistry(kinds.map { ($0.id, $0.known) })
  }

  /// Tells what was left out before and still is; what opening left out anew is told already.
  private static func tell(_ leftOut: [QuarantinedItem], _ transactor: inout Transactor) throws {
    let still = Set(try transactor.inspect { scope in try scope.quarantinedItems() })
    let items = leftOut.filter(still.contains)
    if !items.isEmpty { transactor.context.reports?.tell(.quarantine(items)) }
  }

  // MARK: Identity

  private static func create(
    _ transaction: inout WriteTransaction, _ tables: LogTables, _ schema: Schema,
    _ options: StoreOptions
  ) throws -> StoreIdentity {
    let identity = StoreIdentity(id: options.makeID(), boundSpace: options.space)
    var writer = PayloadWriter()
    StoreFormat.encode(into: &writer)
    try MetaKey.format.withBytes { try transaction.put(tables.meta, $0, sealing: &writer) }
    try describe(schema.projections, &transaction, tables).encode(into: &writer)
    try MetaKey.counters.withBytes { try transaction.put(tables.main, $0, sealing: &writer) }
    writer.truncate()
    identity.encode(into: &writer)
    try MetaKey.store.withBytes { try transaction.put(tables.meta, $0, sealing: &writer) }
    let replica = options.replica ?? ReplicaID(options.makeID())
    ReplicaRecord(id: replica, space: options.space ?? options.makeID())
      .encode(number: 1, into: &writer)
    try transaction.append(tables.replicas, 1, writer.bytes)
    return identity
  }

  /// Describes projections that have no rows yet, with their parameters, and returns the counters
  /// of a log that is empty.
  private static func describe(
    _ projections: [any Projection], _ transaction: inout WriteTransaction, _ tables: LogTables
  ) throws -> LogCounters {
    var counters = LogCounters()
    var writer = PayloadWriter()
    for (number, projection) in projections.enumerated() {
      ProjectionDefinition(
        name: type(of: projection).name, remembered: projection.parameters
      ).encode(into: &writer)
      try MetaKey.projection(number).withBytes {
        try transaction.put(tables.meta, $0, sealing: &writer)
      }
      counters.projections.append(ProjectionState())
      counters.generation += 1
    }
    return counters
  }

  private static func identity(
    _ transaction: inout WriteTransaction, _ tables: LogTables, path: String
  ) throws -> StoreIdentity {
    guard let identity = try StoreIdentity.stored(transaction.borrowed, tables) else {
      throw StoreError(
        .damaged, "the identity of the store at \(path) is missing; \(StoreError.remedy)")
    }
    return identity
  }

  /// The space of the store's own replica.
  ///
  /// - Throws: `StoreError.foreignSpace` when another was asked for.
  private static func space(
    _ read: BorrowedTransaction, _ tables: LogTables, _ wanted: UUID?, path: String
  ) throws -> UUID {
    let log = LogReader(
      transaction: read, tables: tables, hasRetractions: false, hasBaselines: false)
    let space = try log.replicaRecord(LogCounters(read, tables).replica).space
    if let wanted, wanted != space {
      throw StoreError(
        .foreignSpace,
        "the store at \(path) is of space \(space), not \(wanted); open the store of that space")
    }
    return space
  }

  // MARK: Schema

  /// The kinds of the schema, with a number for each kind and type of event.
  private static func resolve(
    _ schema: Schema, _ scope: inout WriteScope
  ) throws -> [WrittenKind] {
    try schema.entities.map { item in
      try Limits.checkName(item.kind, "a kind of entity")
      let number = scope.intern(Names.Name(sort: Names.Sort.kind.rawValue, text: item.kind))
      var events = EventTypes(types: item.events, upcasters: item.upcasters)
      try events.resolve { event in
        try Limits.checkName(event.name, "the name of an event of kind \(item.kind)")
        return scope.intern(
          Names.Name(
            sort: Names.Sort.eventType.rawValue, text: event.name,
            version: UInt64(event.version), kind: number))
      }
      return item.makeKind(KindNumbers(kind: number, events: events))
    }
  }

  /// Opens the tables of every projection.
  private static func connect(
    _ projections: [any Projection], _ scope: inout WriteScope
  ) throws -> [ProjectionRuntime] {
    var stored = try ProjectionDefinition.all(scope.counters, scope.reading, scope.tables)
    let handlers = projections.map { projection in
      var handlers = ChangeHandlers()
      projection.register(&handlers)
      return handlers
    }
    try scope.relate(handlers, of: projections)
    return try projections.enumerated().map { index, projection in
      let name = type(of: projection).name
      let kinds = try scope.follow(handlers[index], as: index, named: name)
      let relations = scope.relations(of: kinds)
      let isNew = !stored.contains { $0.name == name }
      if isNew {
        stored.append(ProjectionDefinition(name: name))
        scope.counters.projections.append(ProjectionState())
      }
      let number = stored.firstIndex { $0.name == name } ?? 0
      let opened = try open(
        projection, kinds, relations, number: number, stored[number], &scope)
      let runtime = ProjectionRuntime(
        index: index, opened: opened, kinds: kinds, relations: relations,
        definition: stored[number])
      if isNew { try runtime.save(&scope) }
      return runtime
    }
  }

  /// Opens the tables of one projection, in both slots.
  private static func open(
    _ projection: any Projection, _ followed: [WrittenKind], _ relations: [WrittenRelation],
    number: Int, _ stored: ProjectionDefinition, _ scope: inout WriteScope
  ) throws -> OpenedProjection {
    let name = type(of: projection).name
    let tables = type(of: projection).tables.map(\.name)
    let shapes = type(of: projection).tables.map { table in
      table.name + ((table as? any ShapedTable).map { " " + $0.shape } ?? "")
    }
    let related = followed + relations.map(\.parent)
    let kinds = scope.kinds.filter { kind in related.contains { $0 === kind } }
    let parts =
      [name, "\(type(of: projection).revision)", projection.parameters] + shapes
      + kinds.map(\.fingerprint) + relations.map(\.fingerprint)
      + [projection.dataVersion].filter { !$0.isEmpty }
    let fingerprint = parts.joined(separator: "|")
    // Whoever has built rows for it has made all of its tables.
    let areThere =
      stored.isLive && stored.fingerprint == fingerprint || stored.buildFingerprint == fingerprint
    let slots = try ["a", "b"].map { slot in
      try tables.map { table in
        let name = "\(name)/\(slot)/\(table)"
        if areThere, try scope.reading.table(name, LexicalOrder.self) == nil {
          throw LogTables.missing(name)
        }
        return try scope.rows.transaction.makeTable(name, LexicalOrder.self)
      }
    }
    return OpenedProjection(
      projection: projection, name: name, fingerprint: fingerprint,
      revision: UInt64(max(type(of: projection).revision, 0)), slots: slots, number: number)
  }

  /// Opens the tables of rows that the schema does not know, which readers may show as bytes.
  private static func otherTables(
    _ transactor: inout Transactor
  ) throws -> [String: Table<LexicalOrder>] {
    let missing = try transactor.inspect { scope in
      let known = Set(scope.projections.flatMap { $0.opened.namedTables.keys })
      let all = try ProjectionDefinition.all(scope.counters, scope.reading, scope.tables)
      if all.allSatisfy({ definition in
        !definition.isLive || scope.projections.contains { $0.name == definition.name }
      }) {
        return [String]()
      }
      let names = Set(try scope.reading.tableNames())
      return all.filter(\.isLive).flatMap { $0.liveTables(among: names.contains).map(\.stored) }
        .filter { !known.contains($0) }
    }
    if missing.isEmpty { return [:] }
    // A transaction that is dropped would close them again.
    return try transactor.write { scope in
      var found: [String: Table<LexicalOrder>] = [:]
      for name in missing {
        do { found[name] = try scope.reading.table(name, LexicalOrder.self) } catch let error
          as LMDBError where error.code == .tablesFull
        {
          break
        }
      }
      return found
    }
  }

  // MARK: Bringing up to date

  /// Folds the kinds anew whose revision or events have changed.
  private static func refold(_ kinds: [WrittenKind], _ transactor: inout Transactor) throws {
    for kind in kinds {
      var isCurrent = false
      while !isCurrent {
        isCurrent = try transactor.write { scope in try KindRefold.advance(kind, &scope) }
      }
    }
  }

  /// Builds what has another fingerprint, and takes in what was left behind by other processes.
  private static func build(_ transactor: inout Transactor) throws {
    var stale = try transactor.write { scope in
      for projection in scope.projections {
        try projection.reload(scope.reading, scope.tables)
        try Takeover.claim(projection, &scope)
      }
      return scope.projections.filter { $0.building != nil }
    }
    while try transactor.write({ scope in
      try CatchUp.recover(&scope)
      return scope.known.hasBehind
    }) {}
    var taken: [String: Int] = [:]
    while !stale.isEmpty {
      let step = try transactor.write { scope in
        try Rebuild.advanceTogether(stale, &scope, by: RebuildPace().next(scope.context))
      }
      // A new store has nothing to build.
      for projection in step.projections where step.total > 0 {
        let name = projection.name
        taken[name, default: 0] += step.entities
        let progress = RebuildProgress(name, step, taken[name] ?? 0)
        transactor.context.reports?.tell(.progress(progress))
      }
      if step.hasEnded {
        stale.removeAll { projection in step.projections.contains { $0 === projection } }
      }
    }
  }
}
