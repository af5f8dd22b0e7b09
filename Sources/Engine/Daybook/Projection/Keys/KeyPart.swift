/// A part of a key whose type is known by its name.
public enum KeyPart: Sendable, Hashable {
  /// An optional part that is absent.
  case none
  case text(String)
  case integer(Int64)
  case unsigned(UInt64)
  case flag(Bool)
  case date(Date)
  case id(UUID)
  case time(HybridTime)
  /// What follows a part whose type is the app's own, to the end of the key.
  case bytes([UInt8])
}

extension KeyPart: CustomStringConvertible {
  /// The value as people write it; bytes in hexadecimal after `0x`.
  public var description: String {
    switch self {
    case .none: "none"
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .unsigned(let number): "\(number)"
    case .flag(let flag): flag ? "yes" : "no"
    case .date(let date): PropertyWords.plain.word(date) ?? ""
    case .id(let id): id.uuidString
    case .time(let time): "\(time.rawValue)"
    case .bytes(let bytes):
      "0x" + bytes.withUnsafeBytes { $0.hexadecimal }
    }
  }
}
