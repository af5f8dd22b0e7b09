internal import LMDB

/// What the store remembers of a projection; a row of `meta` with the key `projection/N`.
///
/// A payload: 1 name, 2 fingerprint of the live rows, 3 live slot, 4 whether it is live, 5
/// fingerprint of the rows being built, 6 the last entity key that went into them, 7 the parameters
/// of the live rows, 8 their revision, 9 the name of the process that built them; 10 revision, 11
/// parameters, 12 process of the rows being built, which say nothing without 5.
struct ProjectionDefinition: Equatable, Sendable {
  var name: String
  var fingerprint = ""
  var slot = 0
  var isLive = false
  /// Nil when nothing is being built.
  var buildFingerprint: String?
  var buildKey: [UInt8] = []
  var parameters = ""
  var revision: UInt64 = 0
  var process: String?
  var buildRevision: UInt64 = 0
  var buildParameters = ""
  var buildProcess: String?

  init(name: String) { self.name = name }

  /// The parameters of the rows that are live, of those being built, or of those that were dropped.
  var lastParameters: String? {
    if isLive { return parameters }
    if buildFingerprint != nil { return buildParameters }
    return fingerprint.isEmpty && parameters.isEmpty ? nil : parameters
  }

  /// The description of a projection that had rows in another store.
  init(name: String, remembered parameters: String) {
    self.init(name: name)
    self.parameters = parameters
  }

  init(_ bytes: BorrowedBytes) throws {
    name = ""
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: name = try reader.string()
      case 2: fingerprint = try reader.string()
      case 3: slot = try reader.uint() == 0 ? 0 : 1
      case 4: isLive = try reader.bool()
      case 5: buildFingerprint = try reader.string()
      case 6: buildKey = try reader.bytes()
      case 7: parameters = try reader.string()
      case 8: revision = try reader.uint()
      case 9: process = try reader.string()
      case 10: buildRevision = try reader.uint()
      case 11: buildParameters = try reader.string()
      case 12: buildProcess = try reader.string()
      default: break
      }
    }
    if buildFingerprint == nil { (buildRevision, buildParameters, buildProcess) = (0, "", nil) }
  }

  /// The description of projection `number` as a commit has it.
  static func stored(
    _ number: Int, _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws -> ProjectionDefinition {
    try MetaKey.projection(number).withBytes { key in
      guard let row = try transaction.row(tables.meta, key) else {
        throw StoreError.damaged("the description of projection \(number) is missing")
      }
      return try ProjectionDefinition(row)
    }
  }

  /// The descriptions of all projections that the store remembers, by their numbers.
  static func all(
    _ counters: LogCounters, _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws -> [ProjectionDefinition] {
    try counters.projections.indices.map { try stored($0, transaction, tables) }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    writer.string(1, name)
    writer.string(2, fingerprint)
    writer.uint(3, UInt64(slot))
    writer.bool(4, isLive)
    writer.string(5, buildFingerprint)
    buildKey.withUnsafeBytes { writer.bytes(6, $0) }
    writer.string(7, parameters)
    writer.uint(8, revision)
    writer.string(9, process)
    if buildFingerprint != nil {
      writer.uint(10, buildRevision)
      writer.string(11, buildParameters)
      writer.string(12, buildProcess)
    }
  }
}
