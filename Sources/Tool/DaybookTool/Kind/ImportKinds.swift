public import Daybook
import Interchange

/// What imports keep in the log beside the entries: it is told, and in no list of entries.
public enum ImportKinds {
  /// The names under which they are stored.
  static let stored = [
    ImportedRow.kind, ImportBatch.kind, MigrationState.kind,
  ]

  /// Their names in sums.
  public static let names: [String: (one: String, many: String)] = [
    ImportedRow.kind: ("row", "rows"), ImportBatch.kind: ("import", "imports"),
    MigrationState.kind: ("migration", "migrations"),
  ]

  /// What an event says of one; nil for other kinds.
  public static func words(_ event: History.Event, _ reader: borrowing Reader) throws -> String? {
    switch event.kind {
    case ImportedRow.kind:
      guard let row = try entity(ImportedRow.self, event, reader) else {
        return "a row of a source was read"
      }
      let what = row.presence == .present ? "row read" : "row gone"
      return "\(what): \(row.provider), \(row.table) \(row.key)"
    case ImportBatch.kind:
      let verb = event.type.name == "import.batch.completed" ? "completed" : "began"
      let batch = try entity(ImportBatch.self, event, reader)
      return "import\(batch.map { " of \($0.provider)" } ?? "") \(verb)"
    case MigrationState.kind:
      guard let state = try entity(MigrationState.self, event, reader) else {
        return "a migration went on"
      }
      let verb = event.type.name == "import.migration.followed" ? "followed" : "changed its lead"
      return "migration of \(state.provider) \(verb)"
    default: return nil
    }
  }

  /// What an event is about; nil when there is no such thing, and for a tool without a schema.
  private static func entity<E: Entity>(
    _ type: E.Type, _ event: History.Event, _ reader: borrowing Reader
  ) throws -> E? {
    do { return try reader.entity(type, event.entity) } catch let error as StoreError
      where error.code == .notInSchema
    { return nil }
  }
}
