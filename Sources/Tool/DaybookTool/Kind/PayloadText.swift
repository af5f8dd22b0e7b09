import Daybook
import Foundation

/// A payload whose schema is not known, as numbered fields of the protobuf wire format.
///
/// A `Codable` payload is a text of JSON in field 1, and its attachments once more in field 2. Only
/// the wire type of a field is known, so a number may be the zigzag form of another one, and eight
/// bytes a date.
struct PayloadText {
  /// Such as `1 “Milk”, 2 “home”`.
  let words: String
  let json: [String: JSON.Value]
  /// Each field by its number, in the order in which they stand.
  let fields: [(name: String, text: String)]

  init(_ payload: [UInt8]) {
    guard let fields = try? StoredValue.fields(of: payload) else {
      let text = Data(payload).base64EncodedString()
      (words, json) = ("\(Measures.count(payload.count, "byte")) \(text)", ["bytes": .text(text)])
      self.fields = []
      return
    }
    self.fields = fields.map { ("\($0.number)", $0.value.description) }
    words =
      fields.isEmpty
      ? "no fields"
      : fields.map { "\($0.number) \($0.value.description)" }.joined(separator: ", ")
    json = Dictionary(
      fields.map { ("\($0.number)", $0.value.json) },
      uniquingKeysWith: { first, next in
        if case .list(let values) = first { return .list(values + [next]) }
        return .list([first, next])
      })
  }
}

extension StoredValue {
  fileprivate var description: String {
    switch self {
    case .varint(let number): "\(number)"
    case .fixed64(let bits): Self.double(bits).map { "\($0)" } ?? "\(bits)"
    case .fixed32(let bits): "\(bits)"
    case .bytes(let bytes): Self.text(bytes).map { "“\($0)”" } ?? Self.bare(bytes)
    }
  }

  fileprivate var json: JSON.Value {
    switch self {
    case .varint(let number): JSON.Value(number)
    case .fixed64(let bits): Self.double(bits).map { JSON.Value($0) } ?? JSON.Value(bits)
    case .fixed32(let bits): .int(Int(bits))
    case .bytes(let bytes): .text(Self.text(bytes) ?? Self.bare(bytes))
    }
  }

  /// The number that eight bytes may be.
  private static func double(_ bits: UInt64) -> Double? {
    let number = Double(bitPattern: bits)
    return number.isFinite ? number : nil
  }

  /// The text that bytes may be: UTF-8 without control characters.
  private static func text(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self),
      text.unicodeScalars.allSatisfy({ $0.value >= 0x20 || $0 == "\n" || $0 == "\t" })
    else { return nil }
    return text
  }

  /// The attachment that bytes may be, or the identifier that sixteen may; others in base64. An
  /// identifier says in two of its bytes how it was made, which other bytes rarely do.
  private static func bare(_ bytes: [UInt8]) -> String {
    if let attachment = Attachment(stored: bytes) { return attachment.description }
    guard bytes.count == 16, bytes[8] & 0xC0 == 0x80, 1...8 ~= bytes[6] >> 4 else {
      return Data(bytes).base64EncodedString()
    }
    return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)).uuidString }
  }
}
