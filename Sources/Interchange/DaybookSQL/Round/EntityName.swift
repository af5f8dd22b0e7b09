#if SQL
internal import Daybook
internal import GRDB

/// An entity by its kind and its identifier.
struct EntityName: Hashable, Comparable {
  let kind: String
  let id: UUID

  static func < (a: EntityName, b: EntityName) -> Bool {
    a.kind == b.kind ? a.id.uuidString < b.id.uuidString : a.kind < b.kind
  }

  /// Those that the mirror has in quarantine. They may leave it without a transaction, so each
  /// round looks at them again.
  static func quarantined(_ db: Database) throws -> Set<EntityName> {
    let rows = try Row.fetchAll(db, sql: "SELECT kind, entity FROM daybook_quarantine")
    return Set(
      rows.compactMap { row in
        UUID(uuidString: row["entity"]).map { EntityName(kind: row["kind"], id: $0) }
      })
  }
}
#endif
