public import Foundation

/// Names a source's row with a UUID that every import of that row arrives at.
public enum SourceIdentity {
  /// What stands between the parts: U+241F SYMBOL FOR UNIT SEPARATOR.
  public static let separator = "\u{241F}"

  /// The namespace of this package's names: the version 5 UUID of `daybook.interchange` in the
  /// DNS namespace.
  public static let namespace = uuid(namespace: dns, name: "daybook.interchange")

  /// The DNS namespace of RFC 4122, appendix C.
  static let dns = UUID(
    uuid: (
      0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8
    ))

  /// The UUID of a row: the same for the same four texts, for ever.
  ///
  /// `instance` tells two installations of one provider apart, whose ids collide.
  public static func uuid(provider: String, instance: String, table: String, id: String) -> UUID {
    uuid(
      namespace: namespace,
      name: [provider, instance, table, id].joined(separator: separator))
  }

  /// A version 5 UUID (RFC 4122, section 4.3): SHA-1 of the namespace and the name in UTF-8.
  public static func uuid(namespace: UUID, name: String) -> UUID {
    let space = withUnsafeBytes(of: namespace.uuid) { Array($0) }
    var bytes = SHA1.digest(space + Array(name.utf8))
    bytes[6] = bytes[6] & 0x0F | 0x50
    bytes[8] = bytes[8] & 0x3F | 0x80
    return UUID(
      uuid: (
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
        bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14], bytes[15]
      ))
  }
}

extension SourceIdentity {
  /// Stands in for an id the source does not give: a digest of the content, and which of the rows
  /// with that content it is, from 1.
  public static func contentID(_ content: String, occurrence: Int) -> String {
    let digits = SHA1.digest(Array(content.utf8)).map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    return "sha1:\(digits.joined())\(separator)\(occurrence)"
  }
}
