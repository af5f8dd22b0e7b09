#if Sync
  internal import Daybook

  /// The parts of a message that a chain is made of, found without copying them.
  ///
  /// A message is a payload of fields 1 to 4, each with a length (see the page on the stored
  /// format). What is in another form the store refuses.
  struct MessageParts: ~Escapable {
    /// Field 2, the header as its writer wrote it.
    let header: RawSpan
    private let bytes: RawSpan

    /// - Throws: `SyncError.malformed`.
    @_lifetime(copy bytes)
    init(_ bytes: RawSpan) throws {
      self.bytes = bytes
      var (offset, header): (Int, Range<Int>?) = (0, nil)
      while let (field, range) = try Self.next(bytes, &offset) {
        if field == 2 { header = range }
      }
      guard let header else { throw Self.malformed }
      self.header = bytes.extracting(header)
    }

    /// Calls `body` with each field 3, an event.
    func forEachEvent(_ body: (RawSpan) throws -> Void) throws {
      var offset = 0
      while let (field, range) = try Self.next(bytes, &offset) {
        if field == 3 { try body(bytes.extracting(range)) }
      }
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
#endif
