public import Foundation

/// What an import did, or would do.
///
/// `rows` of each part is the sum of its six outcomes, and the parts of each division sum up to the
/// whole.
public struct ImportReport: Sendable, Equatable, Codable {
  /// What became of some rows.
  public struct Counts: Sendable, Equatable, Codable {
    /// Entries that are new.
    public var imported = 0
    /// Entries that have another state now.
    public var changed = 0
    /// Entries that are as they were.
    public var unchanged = 0
    /// Rows that have changed where a person had changed the entry too; the person's change stays.
    public var conflicts = 0
    /// Rows that were left out on purpose.
    public var skipped = 0
    /// Rows that could not be read.
    public var quarantined = 0

    /// All of them.
    public var rows: Int { imported + changed + unchanged + conflicts + skipped + quarantined }

    mutating func add(_ other: Counts) {
      imported += other.imported
      changed += other.changed
      unchanged += other.unchanged
      conflicts += other.conflicts
      skipped += other.skipped
      quarantined += other.quarantined
    }
  }

  /// What became of the rows of one file.
  public struct File: Sendable, Equatable, Codable {
    /// The file's name, without the folder that was named.
    public let name: String
    /// What became of its rows.
    public var counts = Counts()
    /// Columns with content of which no row was read.
    public internal(set) var unknownColumns: [String] = []
    /// Columns that the importer asked for and that the file does not have, in alphabetical order.
    public internal(set) var absentColumns: [String] = []
  }

  /// What became of the rows of one table of the source.
  public struct Table: Sendable, Equatable, Codable {
    /// The table; empty for rows of which the source cannot tell it.
    public let name: String
    /// The kind of entities that its rows are; empty while none of them was read.
    public internal(set) var kind: String
    /// Whether its rows were put together from cells of others, such as babies from their names;
    /// the counts of files and of the whole do not have them.
    public let isDerived: Bool
    /// What became of its rows.
    public var counts = Counts()
  }

  /// A warning, how often it was given, and the first rows that got it.
  public struct Warning: Sendable, Equatable, Codable {
    /// Its stable name.
    public let code: ImportWarning
    /// How often it was given.
    public var count = 0
    /// The first rows.
    public var samples: [SourcePosition] = []
  }

  /// A row that has changed where a person had changed the entry too.
  public struct Conflict: Sendable, Equatable, Codable {
    /// Where the row stands.
    public let position: SourcePosition
    /// The entry.
    public let entity: UUID
    /// The kind of the entry.
    public let kind: String
    /// The properties that stay as the person left them.
    public let kept: [String]
    /// What both say of each of these.
    public let values: [Value]
    /// Whether a person has deleted the entry, which stays so.
    public let isDeleted: Bool
    /// The properties that are as the row says now.
    public let applied: [String]

    /// A property of which entry and row say different things.
    public struct Value: Sendable, Equatable, Codable {
      /// The property.
      public let property: String
      /// What the entry says, for people; nil for nothing.
      public let here: String?
      /// What the row says, for people; nil for nothing.
      public let told: String?
    }
  }

  /// A row of an earlier import that the source does not have any more.
  public struct VanishedRow: Sendable, Equatable, Codable {
    /// The table of the row.
    public let table: String
    /// Its key there.
    public let key: String
    /// Its entry.
    public let entity: UUID
  }

  /// How many samples of each sort are kept.
  public static let sampleLimit = 20
  /// How many rows that could not be read are kept whole; all are counted.
  public static let quarantineLimit = 1_000

  /// The program that the source comes from.
  public let provider: String
  /// Which installation of it.
  public let instance: String
  /// What became of all rows.
  public internal(set) var counts = Counts()
  /// The files, in the order in which they were read.
  public internal(set) var files: [File] = []
  /// Files beside them of which nothing was read.
  public internal(set) var passedOver: [PassedOverFile] = []
  /// The tables, in the order in which they were met.
  public internal(set) var tables: [Table] = []
  /// Cells with content that nobody read, that were read as nothing, or whose values were changed
  /// on the way, column by column. The history has the texts of their rows, until a purge and not
  /// where a store began with a peer's snapshot.
  public internal(set) var cells: [CellRemark] = []
  /// Warnings, by name.
  public internal(set) var warnings: [Warning] = []
  /// The first conflicts.
  public internal(set) var conflicts: [Conflict] = []
  /// The first rows that could not be read.
  public internal(set) var quarantined: [QuarantinedRow] = []
  /// The first rows that were left out.
  public internal(set) var skipped: [SkippedRow] = []
  /// Rows of earlier imports that the source does not have any more.
  public internal(set) var vanished = 0
  /// The first of them.
  public internal(set) var vanishedRows: [VanishedRow] = []
  /// Entries that were deleted, or by a plan would be, because their rows have vanished; see
  /// `Import.removesVanished`.
  public internal(set) var removed = 0
  /// How long it took, in seconds.
  public internal(set) var seconds: Double = 0

  /// How often a warning was given.
  public func count(of code: ImportWarning) -> Int {
    warnings.first { $0.code == code }?.count ?? 0
  }
}
