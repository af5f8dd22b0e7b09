/// What one entity gives to one row, or would give; a row of the table of a ``ViewContributions``.
///
/// Key: one byte for the sort, one for the table, eight for the hash of the row's key, the twenty
/// of the entity's key. A payload: 1 the row's key, 2 the row that the entity leaves on an empty
/// table, 3 whether that is no share, 4 the reason of an absence, 5 its transaction, 6 why it was
/// left out.
struct ContributionRow {
  /// What is told of an entity.
  enum Sort: UInt8 {
    case gives = 1
    case absent, leftOut
  }

  let entity: EntityKey
  var key: [UInt8] = []
  var row: [UInt8] = []
  var isNoShare = false
  var reason: Absence.Reason?
  var transaction: UInt64 = 0
  var message = ""

  init(_ entity: EntityKey) { self.entity = entity }

  /// What every key of the rows of a sort begins with that are about a row of a view.
  static func prefix(_ sort: Sort, table: Int, key: [UInt8]) -> [UInt8] {
    let hash = key.withUnsafeBytes { Digest.hash(of: $0) }
    return [sort.rawValue, UInt8(clamping: table)]
      + withUnsafeBytes(of: hash.bigEndian) { [UInt8]($0) }
  }

  /// What every key of the rows about what a view has left out begins with.
  static let leftOut = prefix(.leftOut, table: 0, key: [])

  /// The key under which it is stored.
  func name(_ sort: Sort, table: Int) -> [UInt8] {
    Self.prefix(sort, table: table, key: key) + entity.withBytes { [UInt8]($0) }
  }

  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    key.withUnsafeBytes { writer.bytes(1, $0) }
    row.withUnsafeBytes { writer.bytes(2, $0) }
    if isNoShare { writer.bool(3, true) }
    if let reason { writer.uint(4, reason.rawValue) }
    if transaction > 0 { writer.uint(5, transaction) }
    if !message.isEmpty { writer.string(6, message) }
  }

  /// Reads what `encode` wrote; nil for the key of something else.
  init?(_ name: BorrowedBytes, _ bytes: BorrowedBytes) throws {
    guard name.count >= EntityRecord.keySize,
      let entity = EntityKey(name.from(name.count - EntityRecord.keySize))
    else { return nil }
    self.entity = entity
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: key = try reader.bytes()
      case 2: row = try reader.bytes()
      case 3: isNoShare = try reader.bool()
      case 4: reason = Absence.Reason(rawValue: try reader.uint())
      case 5: transaction = try reader.uint()
      case 6: message = try reader.string()
      default: break
      }
    }
  }
}
