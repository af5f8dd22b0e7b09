internal import LMDB

/// A projection of the schema with its tables open.
///
/// Its tables exist twice, in slots 0 and 1: one is live, the other is empty or being built. A
/// rebuild fills the other slot and swaps the two in one commit.
struct OpenedProjection: Sendable {
  let projection: any Projection
  let name: String
  let fingerprint: String
  let revision: UInt64
  let slots: [[Table<LexicalOrder>]]
  /// The place of its state in `LogCounters.projections`.
  let number: Int

  /// The tables of both slots by their names in the file.
  var namedTables: [String: Table<LexicalOrder>] {
    var found: [String: Table<LexicalOrder>] = [:]
    for (slot, tables) in zip(["a", "b"], slots) {
      for (declared, table) in zip(type(of: projection).tables, tables) {
        found["\(name)/\(slot)/\(declared.name)"] = table
      }
    }
    return found
  }

  /// The tables that may be read; nil before the first build has ended, or when a process with
  /// another schema has built them.
  func live(_ definition: ProjectionDefinition) -> [Table<LexicalOrder>]? {
    definition.isLive && definition.fingerprint == fingerprint ? slots[definition.slot] : nil
  }

  func slot(_ definition: ProjectionDefinition, isBuilding: Bool) -> ProjectionSlot {
    let slot = isBuilding ? 1 - definition.slot : definition.slot
    return ProjectionSlot(
      tables: slots[slot], number: number, isBuilding: isBuilding,
      owner: .projection(number: number, slot: slot))
  }
}
