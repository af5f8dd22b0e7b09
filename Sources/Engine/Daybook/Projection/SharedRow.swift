/// A row that entities share, as the changes of a draft leave it so far.
///
/// Events that come together fall into the same totals, most of them. So the row that was changed
/// last stays a value and bytes in memory. It is stored when another shared row of the projection
/// is asked for, its table is used in another way, or the draft is stored.
@usableFromInline
final class SharedRow {
  // Safety: only `Rows`, within the one `WriteScope`, comes here, and no access calls anybody who
  // does too.

  /// Whether there is one.
  @exclusivity(unchecked) var isHeld = false
  /// Whether it is another one than the stored row.
  @exclusivity(unchecked) var isChanged = false
  /// Whether there is a stored row.
  @exclusivity(unchecked) var isStored = false
  @exclusivity(unchecked) var table = 0
  @exclusivity(unchecked) var key = PayloadWriter()
  /// Whether there is a row, which has the bytes of `row` then.
  @exclusivity(unchecked)
  @usableFromInline var isThere = false
  @exclusivity(unchecked)
  @usableFromInline var row = PayloadWriter()
  /// The row as a value; nil when it is to be decoded.
  @exclusivity(unchecked)
  @usableFromInline var value: AnyHeldRow?

  init() {}

  func isOf(_ table: Int, _ key: BorrowedBytes) -> Bool {
    isHeld && self.table == table && self.key.bytes.equals(key)
  }

  /// Puts back what the row was; nil for none.
  func restore(_ bytes: BorrowedBytes?) {
    value = nil
    row.truncate()
    if let bytes { row.raw(bytes) }
    isThere = bytes != nil
    isChanged = true
  }
}
