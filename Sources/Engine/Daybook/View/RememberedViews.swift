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
    among tables: [String: Table<LexicalOrder>],
    schema opened: (ProjectionDefinition) -> OpenedProjection?
  ) {
    self.generation = generation
    let views = definitions.map { definition in
      let own = definition.isLive ? opened(definition) : nil
      return View(
        definition: definition, tables: Self.tables(of: definition, own, among: tables),
        isOwn: own != nil)
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
    of definition: ProjectionDefinition, _ own: OpenedProjection?,
    among tables: [String: Table<LexicalOrder>]
  ) -> [OpenTable] {
    guard definition.isLive else { return [] }
    let declared = own.map { type(of: $0.projection).tables } ?? []
    return definition.liveTables { tables[$0] != nil }.compactMap { live in
      let typed = declared.first { $0.name == live.name } as? any ReadableTable
      return tables[live.stored].map { OpenTable($0, live, typed) }
    }
  }
}

extension RememberedViews.OpenTable {
  /// - Parameter typed: the table in the schema; nil for one that the schema lacks.
  fileprivate init(
    _ table: Table<LexicalOrder>, _ live: ProjectionDefinition.LiveTable,
    _ typed: (any ReadableTable)?
  ) {
    self.table = table
    name = live.name
    // `KEY size/alignment: ROW size/alignment`
    let types = live.shape.split(separator: ": ", maxSplits: 1).map { shape in
      shape.split(separator: " ").dropLast().joined(separator: " ")
    }
    key = typed.map { KeyShape(of: $0.keyType) } ?? KeyShape(types.first ?? "")
    row = types.count > 1 ? types[1] : ""
  }
}
