internal import LMDB

/// The row `store` of `meta`: which store this is, and which space it is bound to.
///
/// A payload: 1 the identity, 2 the space, when the store was made for one.
struct StoreIdentity {
  let id: UUID
  /// The space that messages have to come from; nil for any.
  var boundSpace: UUID?

  init(id: UUID, boundSpace: UUID?) {
    self.id = id
    self.boundSpace = boundSpace
  }

  /// Reads the row; nil when it is damaged.
  init?(_ bytes: BorrowedBytes) {
    var (id, space): (UUID?, UUID?)
    do {
      var reader = PayloadReader(bytes.bytes)
      while let field = try reader.next() {
        switch field {
        case 1: id = try reader.uuid()
        case 2: space = try reader.uuid()
        default: break
        }
      }
    } catch {
      return nil
    }
    guard let id else { return nil }
    self.init(id: id, boundSpace: space)
  }

  /// Writes the row to `writer`, which is empty.
  func encode(into writer: inout PayloadWriter) {
    writer.uuid(1, id)
    writer.uuid(2, boundSpace)
  }
}
