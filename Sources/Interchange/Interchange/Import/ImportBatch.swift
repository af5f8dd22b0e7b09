public import Daybook

/// An import as one act: where it came from, what it did, and whether it is done.
///
/// Its transactions are one undo group. One that was interrupted is not complete, and the next
/// import of the same provider and instance goes on with it.
public struct ImportBatch: Entity, FieldPayload, Sendable {
  public typealias Event = ImportBatchEvent

  public static let kind = "import.batch"
  public static let propertyNames = [
    1: "provider", 2: "instance", 3: "began", 4: "files", 5: "imported", 6: "changed",
    7: "conflicts", 8: "isComplete", 9: "schemaVersion",
  ]

  /// The version of what importers make of rows; raise it when they make something else of them.
  public static let currentSchemaVersion: UInt64 = 1

  /// The program that the source comes from.
  public var provider = ""
  /// Which installation of it.
  public var instance = ""
  /// When it began.
  public var began = Date(timeIntervalSinceReferenceDate: 0)
  /// Name, size and digest of each file.
  public var files: [String] = []
  /// Entries that are new.
  public var imported: UInt64 = 0
  /// Entries that have changed.
  public var changed: UInt64 = 0
  /// Rows whose change lost against what a person had changed.
  public var conflicts: UInt64 = 0
  /// Whether all rows were gone through.
  public var isComplete = false
  /// What made it; see `currentSchemaVersion`.
  public var schemaVersion: UInt64 = 0

  public init() {}

  public mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &provider)
    try field(2, &instance)
    try field(3, &began)
    try field(4, &files)
    try field(5, &imported)
    try field(6, &changed)
    try field(7, &conflicts)
    try field(8, &isComplete)
    try field(9, &schemaVersion)
  }

  /// Counts add up when an import went on, or two ran at once.
  public static func fold(_ state: inout ImportBatch?, _ event: ImportBatchEvent) {
    switch event {
    case .began(let batch): state = state ?? batch
    case .completed(let run):
      state?.imported &+= run.imported
      state?.changed &+= run.changed
      state?.conflicts &+= run.conflicts
      state?.files = run.files
      state?.isComplete = true
    }
  }
}

/// What can happen to an import.
public enum ImportBatchEvent: EntityEvent, Equatable {
  /// It wrote its first entries, or the first of those that undo takes back together.
  case began(ImportBatch)
  /// It wrote its last; holds what this run of it counted.
  case completed(ImportBatch)

  public static let types = [
    EventType("import.batch.began"), EventType("import.batch.completed"),
  ]

  public var typeIndex: Int {
    switch self {
    case .began: 0
    case .completed: 1
    }
  }

  public func encode(into writer: inout PayloadWriter) {
    switch self {
    case .began(let batch), .completed(let batch): batch.encode(into: &writer)
    }
  }

  public static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Self {
    let batch = try ImportBatch(from: &reader)
    return typeIndex == 0 ? .began(batch) : .completed(batch)
  }
}

extension Schema {
  /// The schema with what imports keep in the log: `ImportedRow`, `ImportBatch` and
  /// `MigrationState`.
  public func importing() -> Schema {
    entity(ImportedRow.self).entity(ImportBatch.self).entity(MigrationState.self)
  }
}
