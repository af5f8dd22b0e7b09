extension RowScan {
  /// - Parameter place: the table and the projection that the row is in, for the error.
  /// - Throws: `StoreError.damaged` where the bytes are no such key or row; what else the row's
  ///   `init(from:)` throws.
  @inlinable
  static func decode<Key: OrderedKey, Row: PayloadCodable>(
    _ key: BorrowedBytes, _ row: BorrowedBytes,
    in place: @autoclosure () -> (table: String, projection: String)
  ) throws -> (key: Key, row: Row) {
    do {
      var keys = KeyReader(key.bytes)
      var values = PayloadReader(row.bytes)
      return (try Key(from: &keys), try Row(from: &values))
    } catch let error as PayloadError {
      throw unreadable(error, in: place())
    }
  }

  /// As above, without the key.
  @inlinable
  static func decode<Row: PayloadCodable>(
    _ row: BorrowedBytes, in place: @autoclosure () -> (table: String, projection: String)
  ) throws -> Row {
    do {
      var values = PayloadReader(row.bytes)
      return try Row(from: &values)
    } catch let error as PayloadError {
      throw unreadable(error, in: place())
    }
  }

  /// What is thrown for a row whose checksum fits and that is none of its table.
  @usableFromInline
  @inline(never)
  static func unreadable(
    _ error: PayloadError, in place: (table: String, projection: String)
  ) -> StoreError {
    StoreError(
      .damaged,
      "a row of the table \(place.table) of \(place.projection) cannot be read: \(error); `rebuild \(place.projection)` makes it anew",
      cause: error)
  }
}
