/// A value that writes itself as a payload and reads itself back.
///
/// Field numbers are part of the stored format: never reuse one, and ignore unknown ones on
/// reading. Absent, zero and cleared are three different things; write only what is there. A
/// payload can be a field of another one.
public protocol PayloadCodable: PayloadValue {
  /// Writes every field that is present.
  func encode(into writer: inout PayloadWriter)

  /// Reads what `encode` of this or another version wrote.
  ///
  /// - Throws: `PayloadError` when the bytes are not a payload or a required field is absent.
  init(from reader: inout PayloadReader) throws

  /// The names of the fields by their numbers, for people: what shows a payload without its type
  /// has only numbers else. None unless told; `@Payload` writes them. They are not stored.
  static var fieldNames: [Int: String] { get }
}

extension PayloadCodable {
  public static var fieldNames: [Int: String] { [:] }

  /// Says what is missing where a type has no payload of its own.
  @available(
    *, unavailable,
    message:
      "write `CodablePayload` for JSON, `FieldPayload` for field numbers, or `encode(into:)` and `init(from:)` by hand"
  )
  public func encode(into writer: inout PayloadWriter) {}

  /// Says what is missing where a type has no payload of its own.
  @available(
    *, unavailable,
    message:
      "write `CodablePayload` for JSON, `FieldPayload` for field numbers, or `encode(into:)` and `init(from:)` by hand"
  )
  public init(from reader: inout PayloadReader) throws { fatalError() }
}

/// A row or state without content.
public struct Empty: PayloadCodable, Hashable, Codable {
  /// The only value.
  public init() {}
  public init(from reader: inout PayloadReader) {}
  public func encode(into writer: inout PayloadWriter) {}
}
