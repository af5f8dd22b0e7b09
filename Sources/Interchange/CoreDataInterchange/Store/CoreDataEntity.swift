#if CoreData
/// An entity of a store: a class of its model.
public struct CoreDataEntity: Sendable, Hashable {
  /// Its name, such as `FeedSession`.
  public let name: String
  /// The entity that it inherits from, whose table it shares.
  public let parent: String?
  /// The table with its rows.
  public let table: String
  /// The columns of the table, those of other entities in it too, in the order of the file.
  public let columns: [CoreDataColumn]
  /// The numbers of the entity and of those that inherit from it. They change with the model.
  let numbers: [Int64]
  /// Whether it has the table for itself and for those that inherit from it.
  var isRoot: Bool { parent == nil }
}

/// A column of an entity's table.
public struct CoreDataColumn: Sendable, Hashable {
  /// Its name, such as `ZSTARTTIME` for the attribute `startTime`.
  public let name: String
  /// The type as it was declared, such as `TIMESTAMP`; `INTEGER` for numbers, truths and
  /// relations alike.
  public let type: String
}

/// A table that joins rows of two entities, many with many.
public struct CoreDataJoinTable: Sendable, Hashable {
  /// Its name, such as `Z_1SOURCERECIPES`.
  public let table: String
  /// The columns and the entities that they refer to; nil for a number that no entity has.
  public let columns: [Column]

  /// A column of such a table.
  public struct Column: Sendable, Hashable {
    /// Its name, such as `Z_5SOURCERECIPES`.
    public let name: String
    /// The entity whose rows it refers to.
    public let entity: String?
  }
}

/// What a store says of itself.
public struct CoreDataMetadata: Sendable, Hashable {
  /// The identifier of the store; empty when it has none.
  public let id: String
  /// The digests of the model's entities by their names, in hexadecimal digits; empty when they
  /// cannot be read.
  public let versionHashes: [String: String]
  /// The names that the app gave its model.
  public let versionIdentifiers: [String]
  /// The size in bytes of the model that the store carries; only Apple's systems can read it.
  public let modelCacheSize: Int
  /// The newest transaction of the persistent history; nil without such.
  public let newestTransaction: Int64?
}
#endif
