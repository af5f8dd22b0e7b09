internal import LMDB

/// What the store remembers of a kind of entity; a row of `meta` with the key `kind/N`.
///
/// A payload: 1 the fingerprint that the stored states were folded with, 2 the one
/// that they are being folded with anew, 3 the last entity that was.
struct KindDefinition {
  var fingerprint: String
  var refoldFingerprint: String?
  var refoldKey: [UInt8] = []

  init(fingerprint: String) { self.fingerprint = fingerprint }

  init(_ bytes: UnsafeRawBufferPointer) throws {
    fingerprint = ""
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: fingerprint = try reader.string()
      case 2: refoldFingerprint = try reader.string()
      case 3: refoldKey = try reader.bytes()
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

  /// Makes sure that no process has folded the states with another version of the schema.
  ///
  /// - Throws: `StoreError.schemaChanged`.
  static func check(
    _ kinds: [EntityKind], _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws {
    for kind in kinds {
      let known = try stored(kind.number, transaction, tables)
      guard known?.fingerprint == kind.fingerprint, known?.refoldFingerprint == nil else {
        throw StoreError(
          .schemaChanged,
          "another process folds \(kind.name) by another version of the app; open the store anew")
      }
    }
  }

  func save(_ kind: UInt32, _ session: WriteSession) throws {
    session.scratch.truncate()
    session.scratch.string(1, fingerprint)
    session.scratch.string(2, refoldFingerprint)
    refoldKey.withUnsafeBytes { session.scratch.bytes(3, $0) }
    try MetaKey.kind(Int(kind)).withBytes { key in
      try session.transaction!.put(session.tables.meta, key, sealing: &session.scratch)
    }
    session.heads.generation += 1
  }
}
