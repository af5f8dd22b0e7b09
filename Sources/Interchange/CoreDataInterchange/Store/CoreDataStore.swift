#if CoreData
internal import Daybook
internal import Foundation
internal import GRDB
public import Interchange

/// A store of Core Data or SwiftData, as it was when this value was made.
///
/// ```swift
/// let store = try CoreDataStore(path)
/// for entity in store.entities { print(entity.name, try store.count(entity.name)) }
/// try store.forEachRow(of: "Trip") { row in print(try row.text("title") ?? "") }
/// ```
/// The store and the log beside it are copied into a temporary folder, which goes with the last
/// copy of this value. Nothing is written to the store or into its folder, so its app may be
/// running. What it writes later is not seen.
///
/// Entities and columns are found by name. Their numbers and order, and the counts that the store
/// keeps of them, are not relied on.
public struct CoreDataStore: Sendable {
  /// The name of its file.
  public let name: String
  /// The files that were copied, with their digests.
  public let files: [ImportFile]
  /// The entities of the model, by name; those of history and of CloudKit are left out.
  public let entities: [CoreDataEntity]
  /// The tables that join rows many with many.
  public let joinTables: [CoreDataJoinTable]
  /// Tables like those of entities that no entity has.
  public let tablesWithoutEntity: [String]
  /// What the store says of itself.
  public let metadata: CoreDataMetadata
  /// Up to where it was read.
  public let position: StorePosition

  private let url: URL
  private let copy: SQLiteCopy
  private let queue: DatabaseQueue

  /// Copies a store and looks at its tables.
  ///
  /// Needs room for the store in the temporary folder, and reads each file three times.
  ///
  /// - Parameters:
  ///   - path: the store. The log beside it, with `-wal` behind the name, has the newest rows:
  ///     whoever moves a store must move both.
  ///   - name: what reports call it; the name of the file unless told.
  /// - Throws: `InterchangeError`: `unreadableFile`; `notCoreData` for other and encrypted files;
  ///   `damagedFile` for one that is cut off or whose log lacks what was completed; `inUse` when
  ///   somebody goes on writing to it; `incomplete` for an entity without its table;
  ///   `unwritableFile` when it cannot be copied.
  public init(_ path: String, name: String? = nil) throws {
    try self.init(URL(atPath: path), name: name, whileCopying: {})
  }

  init(_ url: URL, name: String?, whileCopying: () -> Void) throws {
    let name = name ?? url.lastPathComponent
    let copy = try SQLiteCopy(of: url, name: name, whileCopying: whileCopying)
    let (queue, layout) = try InterchangeError.naming(name) {
      let queue = try DatabaseQueue(path: copy.store.path)
      return (queue, try queue.read { try StoreLayout(name: name, database: $0).all })
    }
    let metadata = layout.metadata
    (entities, joinTables, tablesWithoutEntity, self.metadata) = layout
    position =
      metadata.newestTransaction.map { .transaction(store: metadata.id, number: $0) }
      ?? .files(store: metadata.id, copy.marks)
    self.name = name
    files = copy.files
    self.url = url
    self.copy = copy
    self.queue = queue
  }

  /// Whether nobody has written to the store since it was copied.
  ///
  /// For a migration, which must not leave behind what its app wrote meanwhile. Looks at the
  /// files alone.
  ///
  /// - Throws: `InterchangeError.sourceChanged`; `unreadableFile`.
  public func checkUnwritten() throws {
    guard try StorePosition.FileMark.all(of: url) == copy.marks else {
      throw InterchangeError(
        .sourceChanged, file: name,
        "\(name) has been written to since it was copied; import it again.")
    }
  }

  /// The entity of a name.
  ///
  /// - Throws: `InterchangeError.incomplete` when there is none.
  public func entity(_ name: String) throws -> CoreDataEntity {
    guard let entity = entities.first(where: { $0.name == name }) else {
      let table = "Z" + name.uppercased()
      throw InterchangeError(
        .incomplete, file: self.name,
        tablesWithoutEntity.contains(table)
          ? "\(self.name) has a table \(table), but no entity \(name) that it belongs to."
          : "\(self.name) has no entity \(name).")
    }
    return entity
  }

  /// How many rows an entity has, those of entities that inherit from it included.
  public func count(_ entity: String) throws -> Int {
    let entity = try self.entity(entity)
    return try read { database in
      try Int.fetchOne(database, sql: "SELECT COUNT(*) \(Self.rows(entity))") ?? 0
    }
  }

  /// Calls `body` with each row of an entity, those of entities that inherit from it included, in
  /// the order in which they were made.
  ///
  /// One row is in memory at a time. Within `body` other rows may be read.
  ///
  /// - Throws: `InterchangeError`; what `body` throws.
  public func forEachRow(
    of entity: String, _ body: (CoreDataRow) throws -> Void
  ) throws {
    try forEachRow(of: entity, resolve: nil, body)
  }

  func forEachRow(
    of entity: String, resolve: CoreDataRow.Resolve?, _ body: (CoreDataRow) throws -> Void
  ) throws {
    let entity = try self.entity(entity)
    let names = numbers
    try read { database in
      let cursor = try Row.fetchCursor(
        database, sql: "SELECT * \(Self.rows(entity)) ORDER BY Z_PK")
      let columns = CoreDataRow.Columns(cursor.columnNames, of: entity.table)
      let use = RowUse(columns: columns.names.count)
      var index = 0
      while let row = try cursor.next() {
        use.begin(row: index)
        try body(
          CoreDataRow(
            row: row, columns: columns, entity: entity.name, entityNames: names, file: name,
            resolve: resolve, use: use, index: index))
        index += 1
      }
    }
  }

  /// The row of an entity with a number; nil when there is none.
  func withRow<Value>(
    _ key: Int64, of entity: CoreDataEntity, _ body: (CoreDataRow) throws -> Value
  ) throws -> Value? {
    try read { database in
      let condition = entity.isRoot ? "WHERE" : "AND"
      let statement = try database.cachedStatement(
        sql: "SELECT * \(Self.rows(entity)) \(condition) Z_PK = ?")
      guard let row = try Row.fetchOne(statement, arguments: [key]) else { return nil }
      return try body(
        CoreDataRow(
          row: row, columns: CoreDataRow.Columns(Array(row.columnNames), of: entity.table),
          entity: entity.name, entityNames: [:], file: name, resolve: nil,
          use: RowUse(columns: 0), index: 0))
    }
  }

  /// Calls `body` with each pair of a table that joins: the numbers of the two rows.
  ///
  /// - Throws: `InterchangeError`; what `body` throws.
  public func forEachPair(
    in table: CoreDataJoinTable, _ body: (_ first: Int64, _ second: Int64) throws -> Void
  ) throws {
    guard table.columns.count == 2 else { return }
    let names = table.columns.map { $0.name.quotedDatabaseIdentifier }
    try read { database in
      let cursor = try Row.fetchCursor(
        database,
        sql: """
          SELECT \(names.joined(separator: ", ")) FROM \(table.table.quotedDatabaseIdentifier) \
          ORDER BY 1, 2
          """)
      while let row = try cursor.next() {
        guard let first = Int64.fromDatabaseValue(row[0]),
          let second = Int64.fromDatabaseValue(row[1])
        else { continue }
        try body(first, second)
      }
    }
  }

  private var numbers: [Int64: String] {
    Dictionary(
      entities.compactMap { entity in entity.numbers.first.map { ($0, entity.name) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func read<Value>(_ body: (Database) throws -> Value) throws -> Value {
    try InterchangeError.naming(name) { try queue.unsafeReentrantRead(body) }
  }

  /// Where the rows of an entity are. Rows of a root are all of its table, so that a number which
  /// nobody knows hides none.
  private static func rows(_ entity: CoreDataEntity) -> String {
    let table = "FROM \(entity.table.quotedDatabaseIdentifier)"
    if entity.isRoot { return table }
    let numbers = entity.numbers.map(String.init).joined(separator: ", ")
    return "\(table) WHERE Z_ENT IN (\(numbers))"
  }
}
#endif
