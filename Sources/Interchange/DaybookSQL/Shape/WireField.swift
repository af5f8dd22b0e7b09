/// Fields as they are stored, for trying how a type reads them.
///
/// Source: "Encoding", the Protocol Buffers documentation.
enum WireField {
  /// What a demanded field is tried with, one after the other: 0, eight bytes of 0, an empty text,
  /// an identifier.
  static func candidate(_ number: Int, _ attempt: Int) -> [UInt8]? {
    switch attempt {
    case 0: varint(number, 0)
    case 1: fixed(number, 0)
    case 2: bytes(number, [])
    case 3: bytes(number, [UInt8](repeating: 0, count: 16))
    default: nil
    }
  }

  static func varint(_ number: Int, _ value: UInt8) -> [UInt8] { tag(number, 0) + [value] }

  static func fixed(_ number: Int, _ bits: UInt64) -> [UInt8] {
    tag(number, 1) + withUnsafeBytes(of: bits.littleEndian) { [UInt8]($0) }
  }

  static func bytes(_ number: Int, _ bytes: [UInt8]) -> [UInt8] {
    tag(number, 2) + [UInt8(bytes.count)] + bytes
  }

  private static func tag(_ number: Int, _ wireType: UInt64) -> [UInt8] {
    var (left, bytes) = (UInt64(number) << 3 | wireType, [UInt8]())
    while left >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: left) | 0x80)
      left >>= 7
    }
    return bytes + [UInt8(left)]
  }
}
