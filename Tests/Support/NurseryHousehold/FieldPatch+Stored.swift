public import Daybook

extension FieldPatch {
  /// The patch that is stored as these fields, field 15 of which names one that is cleared.
  ///
  /// Unlike one of an old state and a new one it sets a field also to what it was.
  public init(stored fields: (inout PayloadWriter) -> Void) {
    var writer = PayloadWriter()
    fields(&writer)
    self.init(stored: writer)
  }

  /// The patch that is stored as the fields of a writer.
  public init(stored writer: borrowing PayloadWriter) {
    do {
      self = try Self.read(writer.array)
    } catch {
      preconditionFailure("what was just written cannot be read: \(error)")
    }
  }

  private static func read(_ bytes: [UInt8]) throws -> FieldPatch {
    var reader = PayloadReader(bytes.span.bytes)
    return try FieldPatch(from: &reader)
  }
}

extension PayloadWriter {
  /// Writes a text, or that the field is cleared.
  public mutating func textOrClear(_ number: Int, _ text: String?) {
    if let text { string(number, text) } else { uint(15, UInt64(number)) }
  }
}
