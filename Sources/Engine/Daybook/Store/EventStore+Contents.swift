internal import LMDB

extension EventStore {
  /// What the store holds, also of what its schema does not know.
  package func contents() throws -> StoreContents {
    try read { reader in try StoreContents(reader.log.transaction, reader.log.tables) }
  }

  /// The parameters of a projection's rows in the open store; nil when it never had any.
  package func parameters(ofProjection name: String) throws -> String? {
    try contents().parameters(ofProjection: name)
  }

  /// The parameters of all projections that have some, by their names.
  package func projectionParameters() throws -> [String: String] {
    try contents().projections.reduce(into: [:]) { all, projection in
      if let text = projection.parameters, !text.isEmpty { all[projection.name] = text }
    }
  }

  /// Remembers with which parameters projections were built in another store, as it does of rows
  /// that were dropped, so that who opens this one next can take them over.
  ///
  /// What the store knows of a projection itself stays.
  package func remember(_ parameters: [String: String]) throws {
    guard !parameters.isEmpty else { return }
    try change { scope in
      let known = try ProjectionDefinition.all(scope.counters, scope.reading, scope.tables)
        .map(\.name)
      for (name, text) in parameters.sorted(by: { $0.key < $1.key }) where !known.contains(name) {
        let number = scope.counters.projections.count
        scope.counters.projections.append(ProjectionState())
        try ProjectionDefinition(name: name, remembered: text).save(as: number, &scope)
      }
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
      let read = try environment.beginRead()
      return try StoreContents(read.borrowed, tables: environment.tables, path: path)
        .parameters(ofProjection: name)
    } catch let error as LMDBError {
      throw StoreError(error, path: path)
    }
  }
}
