/// A part of a row: its name, and how many bytes it takes.
struct GoldenField: Equatable, Sendable {
  enum Size: Equatable, Sendable {
    case bytes(Int)
    /// Fields in protobuf's wire format, to the end of the row.
    case payload
    case rest
  }

  let name: String
  let size: Size

  init(_ name: String, _ bytes: Int) { self.init(name: name, size: .bytes(bytes)) }

  private init(name: String, size: Size) {
    self.name = name
    self.size = size
  }

  static func payload(_ name: String) -> GoldenField { GoldenField(name: name, size: .payload) }
  static func rest(_ name: String) -> GoldenField { GoldenField(name: name, size: .rest) }

  /// A line for each field, in hexadecimal: the lines joined are all the bytes.
  static func lines(
    of bytes: ArraySlice<UInt8>, by fields: [GoldenField], indent: String = "  "
  ) -> String {
    var rest = bytes
    var text = ""
    for field in fields {
      switch field.size {
      case .bytes(let count):
        text += "\(indent)\(field.name): \(hex(rest.prefix(count)))\n"
        rest = rest.dropFirst(count)
      case .rest:
        text += "\(indent)\(field.name): \(hex(rest))\n"
        rest = []
      case .payload:
        while let (number, part) = wireField(&rest) {
          text += "\(indent)\(field.name) \(number): \(hex(part))\(legible(part))\n"
        }
      }
    }
    return rest.isEmpty || fields.isEmpty && indent != "  "
      ? text : text + "\(indent)more: \(hex(rest))\n"
  }

  /// Takes one field of protobuf's wire format, tag and length included.
  private static func wireField(
    _ rest: inout ArraySlice<UInt8>
  ) -> (number: UInt64, bytes: ArraySlice<UInt8>)? {
    let whole = rest
    guard let tag = varint(&rest) else { return nil }
    switch tag & 7 {
    case 0: _ = varint(&rest)
    case 1: rest = rest.dropFirst(8)
    case 2:
      let length = varint(&rest) ?? 0
      rest = rest.dropFirst(Int(length))
    default: rest = rest.dropFirst(4)
    }
    return (tag >> 3, whole[whole.startIndex..<rest.startIndex])
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
    guard !rest.isEmpty else { return nil }
    var (value, shift): (UInt64, UInt64) = (0, 0)
    while let byte = rest.popFirst() {
      value |= UInt64(byte & 0x7F) << shift
      shift += 7
      if byte < 0x80 { break }
    }
    return value
  }

  private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The letters in a field, for a reader.
  private static func legible(_ bytes: ArraySlice<UInt8>) -> String {
    let letters = bytes.dropFirst(2).filter { (0x20...0x7E).contains($0) }
    guard letters.count > 1, letters.count == bytes.count - 2 else { return "" }
    return "  " + String(decoding: letters, as: UTF8.self)
  }
}
