internal import Daybook

/// Which rows are entities that no import of the same table put there: each for one row.
struct Adoption {
  let source: any ImportSource
  /// Rows and the entities that they are.
  private(set) var adopted: [UUID: UUID] = [:]
  /// The entities that a row is.
  private(set) var taken: Set<UUID> = []
  /// Rows of entities that have another identifier, by table and entity; nil before somebody asked.
  private var linked: [String: [UUID: UUID]]?

  init(source: any ImportSource) { self.source = source }

  /// Notes that a row is an entity.
  mutating func take(_ entity: UUID, for row: UUID) {
    if entity == row { return }
    adopted[row] = entity
    taken.insert(entity)
  }

  /// Entities that a new row may be and that no other row is; none for a row that is one already,
  /// and nil when the source does not look for any.
  mutating func candidates(
    for named: RowGroup.Named, _ reader: borrowing Reader
  ) throws -> [UUID]? {
    if adopted[named.id] != nil { return [] }
    let row = named.member.row
    return try source.candidates(for: row, in: reader).map { try free($0, row.table, reader) }
  }

  /// Those of some entities that no row of a table is.
  ///
  /// - Parameter rows: the rows that count; nil for all that were ever imported.
  mutating func free(
    _ entities: [UUID], _ table: String, rows: Set<UUID>? = nil, _ reader: borrowing Reader
  ) throws -> [UUID] {
    if entities.isEmpty { return [] }
    let linked = try linked ?? read(reader)
    self.linked = linked
    func counts(_ row: UUID) -> Bool { rows?.contains(row) ?? true }
    return try entities.filter { entity in
      if taken.contains(entity) || linked[table]?[entity].map(counts) == true { return false }
      guard counts(entity), let own = try reader.entity(ImportedRow.self, entity) else {
        return true
      }
      return own.provider != source.provider || own.instance != source.instance
        || own.table != table
    }
  }

  private func read(_ reader: borrowing Reader) throws -> [String: [UUID: UUID]] {
    var linked: [String: [UUID: UUID]] = [:]
    try reader.forEachEntity(of: ImportedRow.self) { row in
      if let entity = row.state.entity, row.state.provider == source.provider,
        row.state.instance == source.instance
      {
        linked[row.state.table, default: [:]][entity] = row.id.rawValue
      }
      return true
    }
    return linked
  }
}
