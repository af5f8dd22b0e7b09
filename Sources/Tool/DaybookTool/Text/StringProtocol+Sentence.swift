extension StringProtocol {
  /// Beginning with a capital letter, unless it begins with the path of a file, which would be
  /// another one.
  public var sentence: String {
    let first = prefix { $0 != " " }
    if first.contains("/") || first.dropLast().contains(".") { return String(self) }
    return prefix(1).uppercased() + dropFirst()
  }

  /// With a full stop at its end, unless it is a question or has one.
  public var withStop: String { last == "?" || last == "." ? String(self) : "\(self)." }

  /// As one word of a command line, as every POSIX shell reads it. What a terminal would not show
  /// as it is, such as a line feed, is escaped as shells read it since POSIX 2024.
  public var quoted: String {
    let text = String(self)
    if text.printable != text { return escaped }
    if !isEmpty, utf8.allSatisfy(\.isPlainInShell) { return text }
    return "'"
      + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// The same of a path. One that begins with a dash begins with `./`: else a command takes it for
  /// an option.
  var quotedPath: String { hasPrefix("-") ? "./\(self)".quoted : quoted }

  /// The same as the value of an option, with it. A value that begins with a dash follows the
  /// option in one word: else a command takes it for another option.
  func quotedValue(of option: String) -> String {
    hasPrefix("-") ? "\(option)=\(self)".quoted : "\(option) \(quoted)"
  }
}

extension StringProtocol {
  private var escaped: String {
    let bytes = utf8.map { byte in
      switch byte {
      case 0x0a: "\\n"
      case 0x09: "\\t"
      case 0x27, 0x5c: "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7f: String(UnicodeScalar(byte))
      // Three octal digits end by themselves, whatever follows.
      default: "\\" + String(String(0o1000 + Int(byte), radix: 8).dropFirst())
      }
    }
    return "$'" + bytes.joined() + "'"
  }
}

extension UInt8 {
  /// Whether a shell takes it for nothing but itself, wherever it stands.
  fileprivate var isPlainInShell: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a, 0x80...: true
    default: "%+,-./:=@_".utf8.contains(self)
    }
  }
}
