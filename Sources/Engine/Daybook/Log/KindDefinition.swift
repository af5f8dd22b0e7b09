internal import LMDB

/// What the store remembers of a kind of entity; a row of `meta` with the key `kind/N`.
///
/// A payload: 1 the fingerprint that the stored states were folded with, 2 the one that they are
/// being folded with anew, 3 the last entity that was, 4 the revision of the first, 5 that of the
/// second.
struct KindDefinition: Sendable {
  /// Empty when a process that does not know the kind has taken in events of it.
  var fingerprint: String
  var revision: UInt64
  var refoldFingerprint: String?
  var refoldKey: [UInt8] = []
  var refoldRevision: UInt64 = 0

  init(fingerprint: String, revision: UInt64) {
    self.fingerprint = fingerprint
    self.revision = revision
  }

  init(_ bytes: BorrowedBytes) throws {
    fingerprint = ""
    revision = 0
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: fingerprint = try reader.string()
      case 2: refoldFingerprint = try reader.string()
      case 3: refoldKey = try reader.bytes()
      case 4: revision = try reader.uint()
      case 5: refoldRevision = try reader.uint()
      default: break
      }
    }
  }

  /// The description of a kind; nil when the store has never met it.
  static func stored(
    _ kind: UInt32, _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws -> KindDefinition? {
    try MetaKey.kind(Int(kind)).withBytes { key in
      try transaction.row(tables.meta, key).map { try KindDefinition($0) }
    }
  }

  /// Whether the stored states are those of a fingerprint.
  func isCurrent(_ own: String) -> Bool { fingerprint == own && refoldFingerprint == nil }

  /// The highest revision that has claimed the kind.
  var highestRevision: UInt64 { max(revision, refoldFingerprint == nil ? 0 : refoldRevision) }

  /// Why an app whose code has the revision `own` cannot use the kind.
  func refusal(of name: String, _ own: Int) -> StoreError {
    if highestRevision > UInt64(max(own, 0)) {
      return StoreError(
        .schemaChanged,
        "\(name) is folded by revision \(highestRevision) of another version of the app, this one has \(own); update the app"
      )
    }
    return StoreError(
      .schemaChanged,
      "another process has folded \(name) by another version of the app, or left it unfolded; open the store anew"
    )
  }
}
