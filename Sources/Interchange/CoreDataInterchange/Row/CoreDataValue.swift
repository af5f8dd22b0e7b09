#if CoreData
internal import Foundation

/// What a column of a row holds.
public enum CoreDataValue: Hashable, Sendable {
  /// Nothing.
  case null
  /// A whole number.
  case integer(Int64)
  /// Any other number.
  case real(Double)
  /// A text.
  case text(String)
  /// Bytes.
  case data([UInt8])
  /// Bytes that lie in a file of this name, in the folder `.NAME_SUPPORT/_EXTERNAL_DATA` beside
  /// the store NAME.
  case external(String)

  /// Bytes that are the name of a file: a 2, the name, which is a UUID, and a 0.
  static func externalName(_ bytes: [UInt8]) -> String? {
    guard bytes.count == 38, bytes.first == 2, bytes.last == 0,
      let name = String(bytes: bytes[1..<37], encoding: .utf8), UUID(uuidString: name) != nil
    else { return nil }
    return name
  }

  /// The value for reports; empty for nothing.
  var plainText: String {
    switch self {
    case .null: ""
    case .text(let text): text
    default: words
    }
  }

  /// The value for messages.
  var words: String {
    switch self {
    case .null: "nothing"
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .text(let text): "“\(text.prefix(60))”"
    case .data(let bytes): "\(bytes.count) bytes"
    case .external(let name): "the name of the file \(name)"
    }
  }
}
#endif
