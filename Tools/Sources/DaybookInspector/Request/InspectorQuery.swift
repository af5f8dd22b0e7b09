public import Foundation

/// The named values of an address or of a form.
public struct InspectorQuery: Sendable {
  private var values: [String: String] = [:]

  /// Reads `a=1&b=2`; of two values of a name the first counts, and what is no UTF-8 is nobody's.
  public init(_ text: String) {
    for part in text.split(separator: "&").prefix(64) {
      let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(sides[0]),
        let value = Self.decoded(sides.dropFirst().first ?? "")
      else { continue }
      if values[name] == nil { values[name] = value }
    }
  }

  /// A value; nil for none and for an empty one.
  public subscript(name: String) -> String? {
    values[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// A whole number; nil for none.
  ///
  /// - Throws: ``InspectorError`` for what is no number.
  public func number(_ name: String) throws -> UInt64? {
    guard let text = self[name] else { return nil }
    guard let number = UInt64(text) else {
      throw InspectorError.bad("“\(text)” is no number from 0 on")
    }
    return number
  }

  /// An identifier.
  ///
  /// - Throws: ``InspectorError`` for none, and for what is no identifier.
  public func id(_ name: String) throws -> UUID {
    guard let text = self[name], let id = UUID(uuidString: text) else {
      throw InspectorError.bad("the address does not say which “\(name)” is meant")
    }
    return id
  }

  /// A text that has to be there.
  ///
  /// - Throws: ``InspectorError`` for none.
  public func text(_ name: String) throws -> String {
    guard let text = self[name] else {
      throw InspectorError.bad("the address does not say which “\(name)” is meant")
    }
    return text
  }

  /// Bytes in hexadecimal; nil for none.
  ///
  /// - Throws: ``InspectorError`` for what is none.
  func bytes(_ name: String) throws -> [UInt8]? {
    guard let text = self[name] else { return nil }
    guard let bytes = Hexadecimal.bytes(text) else {
      throw InspectorError.bad("“\(text)” are no bytes such as 0x00ff")
    }
    return bytes
  }

  private static func decoded(_ text: Substring) -> String? {
    guard text.utf8.contains(where: { $0 == 0x25 || $0 == 0x2B }) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      switch byte {
      case 0x2B: bytes.append(0x20)
      case 0x25:
        guard rest.count >= 2, let digits = String(rest.prefix(2)),
          let value = UInt8(digits, radix: 16), digits.first != "+"
        else { return nil }
        rest = rest.dropFirst(2)
        bytes.append(value)
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}

/// Bytes as hexadecimal digits after `0x`.
enum Hexadecimal {
  static func text(_ bytes: some Sequence<UInt8>) -> String {
    bytes.reduce(into: "0x") { text, byte in
      if byte < 16 { text += "0" }
      text += String(byte, radix: 16)
    }
  }

  /// nil for other texts.
  static func bytes(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.starts(with: [0x30, 0x78]), digits.count % 2 == 0, digits.count > 2 else {
      return nil
    }
    var found: [UInt8] = []
    for place in stride(from: 2, to: digits.count, by: 2) {
      guard let high = digit(digits[place]), let low = digit(digits[place + 1]) else { return nil }
      found.append(high << 4 | low)
    }
    return found
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x37
    case 0x61...0x66: byte - 0x57
    default: nil
    }
  }
}
