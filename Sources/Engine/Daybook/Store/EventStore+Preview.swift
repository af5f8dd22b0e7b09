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
      if let relation = handlers.relation?.name {
        // Its rows follow from rules that the kinds know.
        guard scope.relations.contains(where: { $0.name == relation }) else {
          throw TypeRegistry.unknown(relation: relation)
        }
      }
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
}
