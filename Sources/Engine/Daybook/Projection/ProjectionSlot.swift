internal import LMDB

/// One of the two sets of a projection's rows, and where its state is.
@usableFromInline
final class ProjectionSlot {
  let tables: [Table<LexicalOrder>]
  /// The tables in memory that can be read without counting references.
  // Safety: filled by `init`, freed by `deinit`, never changed.
  let places: UnsafeMutableBufferPointer<Table<LexicalOrder>>
  let number: Int
  let isBuilding: Bool
  let owner: QuarantineKey.Owner
  let shared = SharedRow()

  init(
    tables: [Table<LexicalOrder>], number: Int, isBuilding: Bool, owner: QuarantineKey.Owner
  ) {
    self.tables = tables
    places = .allocate(capacity: tables.count)
    _ = places.initialize(from: tables)
    self.number = number
    self.isBuilding = isBuilding
    self.owner = owner
  }

  deinit { places.deallocate() }
}
