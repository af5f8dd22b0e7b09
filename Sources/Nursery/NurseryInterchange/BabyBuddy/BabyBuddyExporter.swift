public import Daybook
internal import Interchange

/// Writes a store's entries as Baby Buddy's admin pages would export them: 14 CSV files.
///
/// Rows that came from Baby Buddy keep their ids, and files that were imported come out byte for
/// byte as they were, but for fractions of seconds, which the format does not have. Others get the
/// next ids; a table with such rows has a column `daybook_id` more, which Baby Buddy passes over,
/// and by which `BabyBuddyFolder` knows them again. What the format cannot hold is told in
/// `Export.losses`.
public enum BabyBuddyExporter {
  /// The files, and what they lack.
  public struct Export: Sendable {
    /// Texts by the names of files, such as `feeding.csv`; UTF-8, lines end with CR and LF.
    public internal(set) var files: [String: String] = [:]
    /// What could not be written as it is, by entry.
    public internal(set) var losses: [Loss] = []
  }

  /// An entry that the format cannot hold, or not whole.
  public struct Loss: Hashable, Sendable, Codable {
    /// The entry.
    public let entity: UUID
    /// The kind of the entry.
    public let kind: String
    /// What is lost, in one sentence.
    public let reason: String
    /// Whether the entry is missing altogether.
    public let isMissing: Bool
  }

  /// Writes all entries that are not deleted.
  ///
  /// - Parameters:
  ///   - zone: the zone of the user who is to read the files; times are told in it.
  ///   - instance: the label that the installation had when its files were imported.
  /// - Throws: `InterchangeError.unknownZone`; a `StoreError`.
  public static func export(
    _ store: EventStore, zone: String, instance: String = ""
  ) throws -> Export {
    let clock = try ZoneClock(zone: zone)
    return try store.read { reader in
      var writer = BabyBuddyWriter(
        ids: try BabyBuddyIDs(reader, instance: instance), clock: clock)
      return try writer.write(reader)
    }
  }
}

/// The ids that rows have in Baby Buddy, and the next free ones.
struct BabyBuddyIDs {
  /// The column with the identifier that an entity has here, for rows without a row in Baby Buddy.
  static let ownColumn = "daybook_id"

  /// Entities that came from Baby Buddy.
  private var imported: [String: Set<UUID>] = [:]
  private var known: [String: [UUID: Int]] = [:]
  private var greatest: [String: Int] = [:]
  /// The texts of the rows of children, by entity.
  private(set) var childRows: [UUID: String] = [:]

  /// Those of an installation that is empty.
  init() {}

  init(_ reader: borrowing Reader, instance: String) throws {
    var (imported, known, greatest, childRows) = (imported, known, greatest, childRows)
    try reader.forEachEntity(of: ImportedRow.self) { row in
      let state = row.state
      guard state.provider == BabyBuddyFolder.provider, state.instance == instance else {
        return true
      }
      let entity = state.entity ?? row.id.rawValue
      if state.table == "child" {
        childRows[entity] = try reader.importedText(of: row.id.rawValue)
      }
      if state.table == "tag" || Int(state.key) != nil {
        imported[state.table, default: []].insert(entity)
      }
      if let number = Int(state.key) {
        known[state.table, default: [:]][entity] = number
        greatest[state.table] = max(greatest[state.table] ?? 0, number)
      }
      return true
    }
    (self.known, self.greatest, self.childRows) = (known, greatest, childRows)
    self.imported = imported
  }

  /// Whether a child came from Baby Buddy, and nobody can tell any more how its name was split.
  func isSplitUnknown(_ child: UUID) -> Bool {
    imported["child"]?.contains(child) == true && childRows[child] == nil
  }

  /// The cell of `ownColumn` for an entity: empty for one that came from Baby Buddy.
  func ownCell(_ table: String, _ entity: UUID) -> String {
    imported[table]?.contains(entity) == true ? "" : entity.uuidString
  }

  /// The id of an entity in a table; the next free one unless it has one.
  mutating func id(_ table: String, _ entity: UUID) -> Int {
    if let id = known[table]?[entity] { return id }
    let next = (greatest[table] ?? 0) + 1
    greatest[table] = next
    known[table, default: [:]][entity] = next
    return next
  }
}
