internal import LMDB

/// The row `store` of `meta`: which store this is, and which space it is bound to.
///
/// A payload: 1 the identity, 2 the space, when the store was made for one, 3 the replica that it
/// wrote as before it was restored from a backup, until it is made another one on purpose.
struct StoreIdentity {
  let id: UUID
  /// The space that messages have to come from; nil for any.
  var boundSpace: UUID?
  /// The replica as which the store wrote that was backed up.
  var formerReplica: ReplicaID?

  init(id: UUID, boundSpace: UUID?, formerReplica: ReplicaID? = nil) {
    self.id = id
    self.boundSpace = boundSpace
    self.formerReplica = formerReplica
  }

  /// What a store says; nil when the row is missing or damaged.
  static func stored(_ read: BorrowedTransaction, _ tables: LogTables) throws -> Self? {
    try MetaKey.store.withBytes { try read.row(tables.meta, $0).flatMap { Self($0) } }
  }

  /// Reads the row; nil when it is damaged.
  init?(_ bytes: BorrowedBytes) {
    var (id, space, former): (UUID?, UUID?, UUID?)
    do {
      var reader = PayloadReader(bytes.bytes)
      while let field = try reader.next() {
        switch field {
        case 1: id = try reader.uuid()
        case 2: space = try reader.uuid()
        case 3: former = try reader.uuid()
        default: break
        }
      }
    } catch {
      return nil
    }
    guard let id else { return nil }
    self.init(id: id, boundSpace: space, formerReplica: former.map { ReplicaID($0) })
  }

  /// Writes the row to `writer`, which is empty.
  func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, id)
    writer.uuid(2, boundSpace)
    writer.uuid(3, formerReplica?.uuid)
  }
}
