/// Finds the parts of a message that a chain is made of, without copying them.
///
/// A message is a payload of fields 1 to 4, each with a length (see the page on the stored format).
/// The store refuses messages in any other form.
enum MessageParts {
  /// Calls `event` with each field 3, an event, and returns field 2, the header as its writer
  /// wrote it.
  ///
  /// - Throws: `SyncError.malformed`.
  @_lifetime(copy bytes)
  static func read(_ bytes: RawSpan, event: (RawSpan) -> Void) throws -> RawSpan {
    var (offset, header): (Int, Range<Int>?) = (0, nil)
    while let (field, range) = try next(bytes, &offset) {
      switch field {
      case 2: header = range
      case 3: event(bytes.extracting(range))
      default: break
      }
    }
    guard let header else { throw malformed }
    return bytes.extracting(header)
  }

  private static var malformed: SyncError {
    SyncError(.malformed, "these bytes are no transaction")
  }

  /// The next field and where its content is; nil at the end.
  private static func next(
    _ bytes: RawSpan, _ offset: inout Int
  ) throws -> (field: Int, content: Range<Int>)? {
    guard offset < bytes.byteCount else { return nil }
    let tag = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
    guard tag & 7 == 2, tag < 0x80 else { throw malformed }
    offset += 1
    var (length, shift) = (0, 0)
    while true {
      guard offset < bytes.byteCount, shift < 35 else { throw malformed }
      let byte = bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self)
      offset += 1
      length |= Int(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    guard length <= bytes.byteCount - offset else { throw malformed }
    defer { offset += length }
    return (Int(tag >> 3), offset..<offset + length)
  }
}
