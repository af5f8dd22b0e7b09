package import Daybook

extension PayloadCodable {
  /// The bytes that `encode` writes.
  package var payload: [UInt8] {
    var writer = PayloadWriter()
    encode(into: &writer)
    return writer.array
  }

  /// The value that some bytes hold.
  ///
  /// - Throws: a `PayloadError` for bytes that hold none.
  package init(payload: [UInt8]) throws {
    self = try payload.withUnsafeBytes { bytes in
      var reader = PayloadReader(RawSpan(_unsafeBytes: bytes))
      return try Self(from: &reader)
    }
  }
}
