/// A row as a value, whatever its type: decoding and encoding it for each change would cost more
/// than the change.
@usableFromInline
class AnyHeldRow {
  @inlinable init() {}

  /// Appends the row; false when there is none.
  @usableFromInline func encode(into writer: inout PayloadWriter) -> Bool { false }
}

/// A row of one type.
@usableFromInline
final class HeldRow<Row: PayloadCodable>: AnyHeldRow {
  // Safety: only who has the collector that holds the row comes here, and no access calls anybody
  // who does too.
  @exclusivity(unchecked)
  @usableFromInline var row: Row?

  @inlinable
  init(_ row: consuming Row?) {
    self.row = row
    super.init()
  }

  @inlinable
  override func encode(into writer: inout PayloadWriter) -> Bool {
    row?.encode(into: &writer)
    return row != nil
  }
}
