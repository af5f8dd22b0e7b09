/// What is stored of an entity.
@usableFromInline
struct StoredEntity {
  @usableFromInline let record: EntityRecord
  /// The bytes of the state; nil when there is none. They belong to the LMDB page.
  @usableFromInline let state: BorrowedBytes?

  init(record: EntityRecord, bytes: BorrowedBytes) {
    self.record = record
    state = record.hasState ? bytes : nil
  }
}
