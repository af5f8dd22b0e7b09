internal import Daybook

/// The SHA-256 digest of a file, of bytes that come in pieces.
struct FileDigest {
  private var hash = SHA256Hash()

  /// Takes more bytes in.
  mutating func update(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { hash.add($0) }
  }

  /// The digest of all bytes so far, in hexadecimal digits.
  var text: String { hash.digest.hexadecimal }
}
