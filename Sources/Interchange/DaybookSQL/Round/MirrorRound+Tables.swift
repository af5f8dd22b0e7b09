#if SQL
internal import Daybook
internal import GRDB

extension MirrorRound {
  /// Entities that are read at a time.
  private static let entityPage = 1000

  /// Copies every entity of a kind into its table, which has none.
  mutating func copyEntities(of kind: String, _ reader: borrowing Reader) throws {
    guard var table = tables.kinds[kind] else { return }
    var last: UUID?
    while true {
      let page = try reader.storedEntities(ofKind: kind, after: last, limit: Self.entityPage)
      for entity in page {
        if entity.isQuarantined { try note(EntityName(kind: kind, id: entity.id)) }
        guard entity.state != nil else { continue }
        try write("entity")
        try table.put(entity, db)
        report.entities += 1
      }
      guard page.count == Self.entityPage else { break }
      last = page.last?.id
    }
    tables.kinds[kind] = table
  }

  /// Copies an entity, or takes it out.
  mutating func copy(
    _ name: EntityName, _ reader: borrowing Reader, wasQuarantined: Bool, isTouched: Bool
  ) throws {
    guard let entity = try reader.storedEntity(ofKind: name.kind, name.id) else { return }
    if !isTouched, entity.isQuarantined { return }
    try write("entity")
    try tables.kinds[name.kind]?.put(entity, db)
    report.entities += 1
    if entity.isQuarantined, !wasQuarantined { try note(name) }
    if !entity.isQuarantined, wasQuarantined {
      try db.execute(
        sql: "DELETE FROM daybook_quarantine WHERE kind = ? AND entity = ?",
        arguments: [name.kind, name.id.uuidString])
    }
  }

  private func note(_ name: EntityName) throws {
    try db.execute(
      sql: "INSERT INTO daybook_quarantine VALUES (?, ?)",
      arguments: [name.kind, name.id.uuidString])
  }

  /// Lets the tables of a view have its rows.
  mutating func copyRows(of view: String, _ reader: borrowing Reader) throws {
    for place in (tables.views[view] ?? []).indices {
      try write("rows")
      report.rows += try tables.views[view]?[place].update(reader, db) ?? 0
    }
  }
}
#endif
