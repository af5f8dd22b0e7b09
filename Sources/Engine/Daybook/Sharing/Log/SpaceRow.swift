internal import LMDB

/// The row `space` of `meta`: that there are statements, and of which space.
///
/// A payload: 1 the local number of the kind `daybook.space`, 2 the space, 3 the replica that is
/// known to have created it, 4 its key, 5 the replica that has invited this one
/// and 6 its key, 7 the number of the frontier that it was purged to and 8 its time.
struct SpaceRow: Equatable {
  /// The feature that a store names in its row `format` once it has statements: a version of
  /// Daybook that does not know them would fold void events, and in another order.
  static let feature = "space"

  var kind: UInt32
  var space: UUID
  var founder: ReplicaID?
  var founderKey: [UInt8] = []
  var inviter: ReplicaID?
  var inviterKey: [UInt8] = []
  var base: PurgeBase?

  static func stored(
    _ transaction: BorrowedTransaction, _ tables: LogTables
  ) throws -> SpaceRow? {
    try MetaKey.space.withBytes { key in
      guard let row = try transaction.row(tables.meta, key) else { return nil }
      guard let found = try? SpaceRow(row) else { throw transaction.damaged(tables.meta, key) }
      return found
    }
  }

  init(kind: UInt32, space: UUID, founder: ReplicaID?) {
    self.kind = kind
    self.space = space
    self.founder = founder
  }

  private init(_ bytes: BorrowedBytes) throws {
    var (kind, space): (UInt64, UUID?) = (0, nil)
    var (number, time): (UInt64?, UInt64) = (nil, 0)
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      switch field {
      case 1: kind = try reader.uint()
      case 2: space = try reader.uuid()
      case 3: founder = ReplicaID(try reader.uuid())
      case 4: founderKey = try reader.bytes()
      case 5: inviter = ReplicaID(try reader.uuid())
      case 6: inviterKey = try reader.bytes()
      case 7: number = try reader.uint()
      case 8: time = try reader.fixed()
      default: break
      }
    }
    guard let space, let kind = UInt32(exactly: kind) else { throw PayloadError.missing(2) }
    self.kind = kind
    self.space = space
    base = number.map { PurgeBase(number: $0, time: HybridTime(rawValue: time)) }
  }

  /// Writes the row to `writer`, which starts anew.
  func encode(into writer: inout PayloadWriter) {
    writer.truncate()
    writer.uint(1, UInt64(kind))
    writer.uuid(2, space)
    if let founder { writer.uuid(3, founder.uuid) }
    if !founderKey.isEmpty { founderKey.withUnsafeBytes { writer.bytes(4, $0) } }
    if let inviter {
      writer.uuid(5, inviter.uuid)
      inviterKey.withUnsafeBytes { writer.bytes(6, $0) }
    }
    if let base {
      writer.uint(7, base.number)
      writer.fixed(8, base.time.rawValue)
    }
  }
}
