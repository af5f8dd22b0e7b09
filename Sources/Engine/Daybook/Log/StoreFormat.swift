internal import LMDB

/// The row `format` of `meta`: which versions of Daybook may open the store.
///
/// Four bytes, the version. They may be followed by a payload: 1 the name of a feature that a
/// program must know, once for each. The row ends with a checksum, as all of its table do.
enum StoreFormat {
  /// A store of any other version is refused.
  static let version: UInt32 = 3
  /// The feature that every store needs: a version that does not know the journal would open a data
  /// file without what only the journal has.
  static let journal = "journal"
  /// Makes sure that this version, which knows these features, may open the store.
  ///
  /// - Throws: `StoreError`: `notAStore`, `newerFormat`, `olderFormat`, `damaged`.
  static func check(
    _ transaction: BorrowedTransaction, _ meta: Table<LexicalOrder>, path: String,
    knowing known: [String]
  ) throws {
    guard let row = try row(transaction, meta) else { throw foreign(path) }
    let found: UInt32 = row.load(0)
    // What follows the number of a newer version is for that version to say.
    if found > version {
      throw StoreError(
        .newerFormat,
        "the store at \(path) has format \(found), this version reads up to \(version); update the app"
      )
    }
    if found < version {
      throw StoreError(
        .olderFormat,
        """
        the store at \(path) has format \(found), which no release wrote, and this version reads \(version); \
        import its data into a new store
        """)
    }
    guard let required = try? names(row.from(4)) else {
      throw StoreError.damaged("the format of the store at \(path) is damaged")
    }
    for feature in required where !known.contains(feature) {
      throw StoreError(
        .newerFormat,
        "the store at \(path) needs \(feature), which this version does not know; update the app")
    }
  }

  static func foreign(_ path: String) -> StoreError {
    StoreError(
      .notAStore, "\(path) holds an LMDB file, but not a Daybook store; \(StoreError.wayFromOther)")
  }

  /// The features of a store that this version may open.
  static func features(
    _ transaction: BorrowedTransaction, _ meta: Table<LexicalOrder>
  ) throws -> Set<String> {
    Set(try row(transaction, meta).map { try names($0.from(4)) } ?? [])
  }

  /// Writes the row to `writer`, which is empty.
  static func encode(_ features: Set<String> = [], into writer: inout PayloadWriter) {
    writer.raw(version)
    for feature in features.union([journal]).sorted() { writer.string(1, feature) }
  }

  private static func row(
    _ transaction: BorrowedTransaction, _ meta: Table<LexicalOrder>
  ) throws -> BorrowedBytes? {
    try MetaKey.format.withBytes { key in
      // Not `row`: other programs have tables of this name, whose rows need not be ours.
      guard let stored = try transaction.value(meta, key)?.withUnsafeBytes({ $0 }) else {
        return nil
      }
      guard let row = meta.opened(stored, key), row.count >= 4 else {
        throw transaction.damaged(meta, key)
      }
      return row
    }
  }

  private static func names(_ payload: BorrowedBytes) throws(PayloadError) -> [String] {
    var names: [String] = []
    var reader = PayloadReader(payload.bytes)
    while let field = try reader.next() {
      if field == 1 { names.append(try reader.string()) }
    }
    return names
  }
}
