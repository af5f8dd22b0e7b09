/// What one field of a payload can hold.
///
/// Numbers, texts, dates, identifiers and `Data` do, and so does every `PayloadCodable`, as a
/// message within. A type with a raw value does by saying so:
///
/// ```swift
/// enum Aisle: String, PayloadValue { case dry, cold }
/// ```
/// `PayloadWriter.value` and ``PayloadReader/value()`` write and read any of them. The bytes are
/// those of the method for the type, such as `PayloadWriter.uuid`, and so is the cost.
public protocol PayloadValue: Sendable {
  /// Writes the value as field `number`.
  func encode(field number: Int, into writer: inout PayloadWriter)

  /// Reads the field that ``PayloadReader/next()`` has announced.
  ///
  /// - Throws: `PayloadError` when the field holds something else.
  init(field reader: inout PayloadReader) throws
}

extension PayloadValue where Self: RawRepresentable, RawValue: PayloadValue {
  @inlinable
  public func encode(field number: Int, into writer: inout PayloadWriter) {
    rawValue.encode(field: number, into: &writer)
  }

  /// - Throws: `PayloadError.outOfRange` for a raw value that this version of the type lacks.
  @inlinable
  public init(field reader: inout PayloadReader) throws {
    let number = reader.field
    guard let value = Self(rawValue: try RawValue(field: &reader)) else {
      throw PayloadError.outOfRange(number)
    }
    self = value
  }
}
