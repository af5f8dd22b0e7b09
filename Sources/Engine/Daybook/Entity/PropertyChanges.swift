/// Which fields of two payloads differ.
enum PropertyChanges {
  /// The numbers of the fields whose bytes are not the same in both, ascending.
  static func fields<E: PayloadCodable>(_ old: E, _ new: E) throws -> [Int] {
    var first = PayloadWriter()
    var second = PayloadWriter()
    old.encode(into: &first)
    new.encode(into: &second)
    let before = try fields(first.bytes)
    let after = try fields(second.bytes)
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  /// The bytes of each field, of repeated ones all together.
  private static func fields(_ bytes: BorrowedBytes) throws -> [Int: [UInt8]] {
    var found: [Int: [UInt8]] = [:]
    var reader = PayloadReader(bytes.bytes)
    while let field = try reader.next() {
      let start = reader.offset
      try reader.skip()
      found[field, default: []] += bytes[start..<reader.offset]
    }
    return found
  }
}
