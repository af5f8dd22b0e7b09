internal import LMDB

/// The views that a store remembers, with the tables of their live rows that are open here.
///
/// It depends on nothing but the descriptions of one generation (``LogCounters/generation``), so
/// that reads of bytes share it until a view is described anew: reading and splitting the
/// descriptions took several times as long as a page of rows.
final class RememberedViews: Sendable {
  /// A view and its open tables, in the order of the projection.
  struct View: Sendable {
    let definition: ProjectionDefinition
    let tables: [OpenTable]
    /// Whether the schema of this store keeps the rows.
    let isOwn: Bool
  }

  /// A table of live rows.
  struct OpenTable: Sendable {
    let table: Table<LexicalOrder>
    /// Its name in the projection.
    let name: String
    let key: KeyShape
    /// The name of the type of its rows.
    let row: String
  }

  let generation: UInt64
  /// By the numbers of the projections.
  let views: [View]
  private let places: [String: Int]

  init(
    _ definitions: [ProjectionDefinition], generation: UInt64,
    among tables: [String: Table<LexicalOrder>], isOwn: (ProjectionDefinition) -> Bool
  ) {
    self.generation = generation
    let views = definitions.map { definition in
      View(
        definition: definition, tables: Self.tables(of: definition, among: tables),
        isOwn: definition.isLive && isOwn(definition))
    }
    self.views = views
    places = Dictionary(
      views.enumerated().map { ($1.definition.name, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A view by its name.
  ///
  /// - Throws: `StoreError.notInSchema` when the store has none of this name.
  func view(named name: String) throws -> View {
    if let place = places[name] { return views[place] }
    throw StoreError(
      .notInSchema, "the store has no view \(name); `storedViews` lists those that it has")
  }

  private static func tables(
    of definition: ProjectionDefinition, among tables: [String: Table<LexicalOrder>]
  ) -> [OpenTable] {
    guard definition.isLive else { return [] }
    return definition.liveTables { tables[$0] != nil }.compactMap { live in
      tables[live.stored].map { OpenTable($0, live) }
    }
  }
}

extension RememberedViews.OpenTable {
  fileprivate init(_ table: Table<LexicalOrder>, _ live: ProjectionDefinition.LiveTable) {
    self.table = table
    name = live.name
    // `KEY size/alignment: ROW size/alignment`
    let types = live.shape.split(separator: ": ", maxSplits: 1).map { shape in
      shape.split(separator: " ").dropLast().joined(separator: " ")
    }
    key = KeyShape(types.first ?? "")
    row = types.count > 1 ? types[1] : ""
  }
}
