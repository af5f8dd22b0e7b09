internal import Daybook

extension FieldForm {
  /// A field of this form and the words of its value; nil where none is tried.
  func example(_ number: Int) -> (bytes: [UInt8], words: String)? {
    let id = [UInt8](1...16)
    return switch self {
    case .integer: (WireField.varint(number, 6), "3")
    case .unsigned, .time: (WireField.varint(number, 6), "6")
    case .flag: (WireField.varint(number, 1), "true")
    case .real: (WireField.fixed(number, (1.5).bitPattern), "1.5")
    case .date:
      (
        WireField.fixed(number, (1.5).bitPattern),
        "\(Date(timeIntervalSinceReferenceDate: 1.5))"
      )
    case .id: (WireField.bytes(number, id), "01020304-0506-0708-090A-0B0C0D0E0F10")
    case .text: (WireField.bytes(number, [0x61]), "a")
    case .blob: (WireField.bytes(number, [7]), "\(Data([7]))")
    case .payload, .list, .unknown: nil
    }
  }

  /// A value in words, that of a raw value as this.
  static func words(of value: Any) -> String {
    switch value {
    case let id as any EntityIdentifier: return id.rawValue.uuidString
    case let raw as any RawRepresentable: return words(of: raw.rawValue)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    if mirror.displayStyle == .optional, let wrapped = mirror.children.first {
      return words(of: wrapped.value)
    }
    return "\(value)"
  }
}
