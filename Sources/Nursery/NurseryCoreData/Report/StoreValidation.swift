#if CoreData
/// What an import of a store has left in the log, row by row beside the store.
///
/// To be made right after the import: what a person deletes or moves later shows as a difference.
public struct StoreValidation: Sendable, Hashable, Codable {
  /// How the rows of one entity of the store fared.
  public struct Entity: Sendable, Hashable, Codable {
    /// The entity of the store.
    public let name: String
    /// Its rows, in all files.
    public var rows = 0
    /// Rows that are in two files, the private and the shared one, and count once.
    public var repeated = 0
    /// Rows that cannot be read.
    public var quarantined = 0
    /// Rows with an entry in the log that is not deleted.
    public var entries = 0
    /// Rows that belong to a baby.
    public var relations = 0
    /// Entries that belong to the same one.
    public var linked = 0

    /// Whether each row that can be read has its entry, and each entry its baby.
    public var isComplete: Bool {
      rows - repeated - quarantined == entries && relations == linked
    }
  }

  /// How many rows without their entry, or with another baby, are named.
  public static let sampleLimit = 20

  /// The entities that the store has, babies first.
  public internal(set) var entities: [Entity] = []
  /// The first rows without their entry or with another baby, such as `FeedSession 7`.
  public internal(set) var differing: [String] = []
  /// What became of the last amounts.
  public internal(set) var coverage = LastAmountCoverage()

  /// Whether nothing is missing, and nothing could not be read.
  public var isComplete: Bool {
    entities.allSatisfy { $0.isComplete && $0.quarantined == 0 }
  }
}
#endif
