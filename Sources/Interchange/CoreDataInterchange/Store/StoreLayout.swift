#if CoreData
internal import Daybook
internal import Foundation
internal import GRDB
internal import Interchange

/// Reads what entities and tables a store has.
struct StoreLayout {
  /// The numbers of entities from here on are those of history and of CloudKit.
  private static let bookkeeping: Int64 = 16_000

  private struct Named {
    let number: Int64
    let name: String
    let parent: Int64
  }

  let name: String
  let database: Database

  var all: ([CoreDataEntity], [CoreDataJoinTable], [String], metadata: CoreDataMetadata)
  {
    get throws {
      try checkPages()
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
      guard tables.contains("Z_PRIMARYKEY") else {
        throw InterchangeError(
          .notCoreData, file: name,
          "\(name) is not a store of Core Data: it has no table Z_PRIMARYKEY.")
      }
      let named = try names()
      let entities = try self.entities(named, tables)
      let own = Set(entities.map(\.table))
      let joins = try tables.filter { Self.number($0) != nil }.map { try join($0, named) }
      let withoutEntity = tables.filter {
        $0.hasPrefix("Z") && !$0.hasPrefix("Z_") && !own.contains($0)
      }
      return (entities, joins, withoutEntity, try metadata(tables))
    }
  }

  /// Finds pages that are missing or make no sense.
  private func checkPages() throws {
    do {
      let found = try String.fetchOne(database, sql: "PRAGMA quick_check(1)") ?? "ok"
      if found != "ok" { throw InterchangeError.damagedStore(name, "SQLite says “\(found)”") }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_ERROR {
      // The model uses functions that only Core Data has, which says nothing about the pages.
      return
    }
  }

  // MARK: Entities

  private func names() throws -> [Named] {
    try require(["Z_ENT", "Z_NAME"], in: "Z_PRIMARYKEY")
    return try Row.fetchAll(database, sql: "SELECT * FROM Z_PRIMARYKEY").compactMap { row in
      guard let number = Int64.fromDatabaseValue(row.stored("Z_ENT")),
        let name = String.fromDatabaseValue(row.stored("Z_NAME")), number < Self.bookkeeping
      else { return nil }
      let parent = Int64.fromDatabaseValue(row.stored("Z_SUPER")) ?? 0
      return Named(number: number, name: name, parent: parent)
    }
  }

  private func entities(_ named: [Named], _ tables: [String]) throws -> [CoreDataEntity] {
    let byNumber = Dictionary(
      named.map { ($0.number, $0) }, uniquingKeysWith: { first, _ in first })
    return try named.sorted { $0.name < $1.name }.map { entity in
      let root = try ancestors(of: entity, byNumber).last ?? entity
      let table = "Z" + root.name.uppercased()
      guard tables.contains(table) else {
        throw InterchangeError(
          .incomplete, file: name,
          "\(name) has an entity \(entity.name), but no table \(table) with its rows.")
      }
      try require(["Z_PK", "Z_ENT"], in: table)
      let heirs = try named.filter { other in
        try ancestors(of: other, byNumber).contains { $0.number == entity.number }
      }
      return CoreDataEntity(
        name: entity.name, parent: byNumber[entity.parent]?.name, table: table,
        columns: try columns(table), numbers: [entity.number] + heirs.map(\.number))
    }
  }

  private func ancestors(of entity: Named, _ byNumber: [Int64: Named]) throws -> [Named] {
    var found: [Named] = []
    var next = byNumber[entity.parent]
    while let parent = next {
      guard found.count < byNumber.count else {
        throw InterchangeError.damagedStore(name, "the entity \(entity.name) is its own parent")
      }
      found.append(parent)
      next = byNumber[parent.parent]
    }
    return found
  }

  private func require(_ names: [String], in table: String) throws {
    let found = try columns(table).map(\.name)
    if let missing = names.first(where: { !found.contains($0) }) {
      throw InterchangeError(
        .missingColumn, file: name, "\(name) has no column \(missing) in its table \(table).")
    }
  }

  private func columns(_ table: String) throws -> [CoreDataColumn] {
    try database.columns(in: table).map { CoreDataColumn(name: $0.name, type: $0.type) }
  }

  // MARK: Tables that join

  private func join(_ table: String, _ named: [Named]) throws -> CoreDataJoinTable {
    let columns = try columns(table).compactMap { column -> CoreDataJoinTable.Column? in
      // Other columns keep an order.
      guard let number = Self.number(column.name) else { return nil }
      return .init(name: column.name, entity: named.first { $0.number == number }?.name)
    }
    return CoreDataJoinTable(table: table, columns: columns)
  }

  /// The number in a name such as `Z_5SOURCERECIPES`.
  private static func number(_ name: String) -> Int64? {
    guard name.hasPrefix("Z_") else { return nil }
    return Int64(name.dropFirst(2).prefix { $0.isASCII && $0.isNumber })
  }

  // MARK: What the store says of itself

  private func metadata(_ tables: [String]) throws -> CoreDataMetadata {
    let row =
      try tables.contains("Z_METADATA")
      ? Row.fetchOne(database, sql: "SELECT * FROM Z_METADATA") : nil
    let list = Data.fromDatabaseValue(row?.stored("Z_PLIST") ?? .null).flatMap { data in
      try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
    }
    let hashes = list?["NSStoreModelVersionHashes"] as? [String: Data]
    let cache =
      try tables.contains("Z_MODELCACHE")
      ? Int.fetchOne(database, sql: "SELECT LENGTH(Z_CONTENT) FROM Z_MODELCACHE") : nil
    let transaction =
      try tables.contains("ATRANSACTION")
      ? Int64.fetchOne(database, sql: "SELECT MAX(Z_PK) FROM ATRANSACTION") : nil
    return CoreDataMetadata(
      id: String.fromDatabaseValue(row?.stored("Z_UUID") ?? .null) ?? "",
      versionHashes: (hashes ?? [:]).mapValues(\.hexadecimal),
      versionIdentifiers: list?["NSStoreModelVersionIdentifiers"] as? [String] ?? [],
      modelCacheSize: cache ?? 0, newestTransaction: transaction)
  }
}

extension Row {
  /// The value of a column; NULL when there is none.
  fileprivate func stored(_ name: String) -> DatabaseValue {
    (self[name] as DatabaseValue?) ?? .null
  }
}
#endif
