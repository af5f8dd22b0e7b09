extension StringProtocol {
  /// Beginning with a capital letter.
  public var sentence: String { prefix(1).uppercased() + dropFirst() }

  /// As one word of a command line, as every POSIX shell reads it.
  public var quoted: String {
    if !isEmpty, utf8.allSatisfy(\.isPlainInShell) { return String(self) }
    return "'"
      + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
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
