/// A checksum that tells versions of a file apart, and a whole file from one that was cut off.
///
/// It does not protect from somebody who makes bytes to fit. About 1 ns a byte.
///
/// Source: Fowler, Noll and Vo, the 64-bit variant 1a.
public enum SnapshotDigest {
  /// The digest as manifests hold it: `fnv1a64:` and sixteen hexadecimal digits.
  public static func text(of bytes: [UInt8]) -> String { text(of: bytes[...]) }

  static func text(of bytes: ArraySlice<UInt8>) -> String {
    "fnv1a64:" + number(of: bytes).padded(16, radix: 16)
  }

  static func number(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}
