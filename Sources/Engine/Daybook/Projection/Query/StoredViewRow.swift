/// A row of a view as it is stored, of which only what is asked for is decoded.
///
/// It lives no longer than the call that it is given to. Its checksum has been checked.
public struct StoredViewRow<Key: OrderedKey, Row: PayloadCodable>: ~Escapable {
  @usableFromInline let keyBytes: RawSpan
  @usableFromInline let rowBytes: RawSpan

  @inlinable
  @_lifetime(copy key, copy row)
  init(key: RawSpan, row: RawSpan) {
    keyBytes = key
    rowBytes = row
  }

  /// Decodes the key.
  ///
  /// - Throws: `PayloadError` for bytes that are no such key.
  @inlinable
  public func key() throws -> Key {
    var reader = KeyReader(keyBytes)
    return try Key(from: &reader)
  }

  /// Decodes the row.
  ///
  /// - Throws: what `Row.init(from:)` throws.
  @inlinable
  public func row() throws -> Row {
    var reader = PayloadReader(rowBytes)
    return try Row(from: &reader)
  }

  /// Calls `body` with the fields of the row, which it reads as far as it needs them.
  ///
  /// ```swift
  /// let kind = try row.fields { try $0.next() }
  /// ```
  /// No memory is taken but for what `body` reads.
  @inlinable
  public func fields<R>(_ body: (inout PayloadReader) throws -> R) throws -> R {
    var reader = PayloadReader(rowBytes)
    return try body(&reader)
  }

  /// Calls `body` at the first field of a number; nil when the row has none.
  ///
  /// Passes over the fields before it: O(fields).
  ///
  /// - Throws: `PayloadError` for bytes that are no fields, and what `body` throws.
  @inlinable
  public func field<R>(
    _ number: Int, _ body: (inout PayloadReader) throws -> R
  ) throws -> R? {
    var reader = PayloadReader(rowBytes)
    while let field = try reader.next() { if field == number { return try body(&reader) } }
    return nil
  }
}
