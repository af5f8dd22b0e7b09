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
      guard let row = try reader.entity(ImportedRow.self, event.entity) else {
        return "a row of a source was read"
      }
      let what = row.presence == .present ? "row read" : "row gone"
      return "\(what): \(row.provider), \(row.table) \(row.key)"
    case ImportBatch.kind:
      let verb = event.type.name == "import.batch.completed" ? "completed" : "began"
      let batch = try reader.entity(ImportBatch.self, event.entity)
      return "import\(batch.map { " of \($0.provider)" } ?? "") \(verb)"
    case MigrationState.kind:
      guard let state = try reader.entity(MigrationState.self, event.entity) else {
        return "a migration went on"
      }
      let verb = event.type.name == "import.migration.followed" ? "followed" : "changed its lead"
      return "migration of \(state.provider) \(verb)"
    default: return nil
    }
  }
}
