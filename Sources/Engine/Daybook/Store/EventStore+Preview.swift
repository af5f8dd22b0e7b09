internal import LMDB

extension EventStore {
  /// Builds a projection for one reading and throws it away; the store stays as it is.
  ///
  /// For other parameters than those of the schema, such as another day boundary. Takes as long as
  /// a rebuild, and appends wait meanwhile.
  ///
  /// - Parameters:
  ///   - projection: the projection, with its parameters; it need not be in the schema.
  ///   - token: builds it as it was after that transaction; nil for now.
  ///   - body: reads the rows.
  /// - Throws: `StoreError.foreignToken`, `expiredToken`, `notInSchema`, or what `body` throws.
  public func preview<P: Projection, R: Sendable>(
    _ projection: P, asOf token: History.Token? = nil,
    _ body: @escaping @Sendable (borrowing ProjectionReader<P>) throws -> R
  ) throws -> R {
    let readers = readers
    return try inspect { scope in
      if let token {
        let number = try readers.reader(writing: scope.reader, scope.scope).place(token)
        scope.past = try PastStates(number, scope.reader, scope.counters)
      }
      let index = scope.projections.count
      defer {
        scope.past = nil
        for kind in scope.kinds { kind.operations.unsubscribe(index) }
        if scope.projections.count > index { scope.projections.removeLast() }
      }
      var handlers = ChangeHandlers()
      projection.register(&handlers)
      let kinds = try scope.follow(handlers, as: index, named: P.name)
      for kind in kinds { try kind.checkOwn() }
      let tables = try P.tables.map { table in
        try scope.rows.transaction.makeTable("preview/\(table.name)", LexicalOrder.self)
      }
      let opened = OpenedProjection(
        projection: projection, name: P.name, fingerprint: "preview",
        revision: 0, slots: [tables, tables], number: scope.counters.projections.count)
      let runtime = ProjectionRuntime(
        index: index, opened: opened, kinds: kinds,
        definition: ProjectionDefinition(name: P.name))
      scope.counters.projections.append(ProjectionState())
      scope.projections.append(runtime)
      try Rebuild.fill(runtime, &scope)
      return try body(
        ProjectionReader(
          ProjectionBox(projection),
          rows: RowReader(transaction: scope.reading, tables: tables, scope: scope.scope)))
    }
  }

  /// The parameters that a projection's stored rows were built with, or are being built with, or
  /// had before they were dropped; nil when it never had any.
  ///
  /// Opens and closes the store, so that an app can open it with the same parameters again.
  ///
  /// - Parameters:
  ///   - name: the stable name of the projection.
  ///   - path: the directory of the store.
  ///   - pageChecks: how much of the file is looked at first.
  /// - Throws: as `open`.
  public static func parameters(
    ofProjection name: String, at path: String,
    pageChecks: StoreOptions.PageChecks = .inBackground
  ) throws -> String? {
    try StorePath.check(path)
    do {
      let environment = try Environment(
        path: path, options: .init(createsFiles: false, pageChecks: pageChecks.setting))
      let transaction = try environment.beginRead()
      guard let meta = try transaction.table("meta", LexicalOrder.self) else {
        throw StoreFormat.foreign(path)
      }
      try StoreFormat.check(transaction.borrowed, meta, path: path, knowing: LogIndexes.features)
      for number in 0..<128 {
        let definition = try MetaKey.projection(number).withBytes { key in
          try transaction.row(meta, key).map { try ProjectionDefinition($0) }
        }
        guard let definition else { return nil }
        if definition.name == name { return definition.lastParameters }
      }
      return nil
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }
}
