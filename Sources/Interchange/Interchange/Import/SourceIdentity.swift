internal import Daybook
public import Foundation

/// Names a source's row with a UUID that every import of that row arrives at.
public enum SourceIdentity {
  /// What stands between the parts: U+241F SYMBOL FOR UNIT SEPARATOR.
  public static let separator = "\u{241F}"

  /// The namespace of this package's names: the version 5 UUID of `daybook.interchange` in the
  /// DNS namespace.
  public static let namespace = UUID(name: "daybook.interchange", in: dns)

  /// The DNS namespace of RFC 9562, section 6.6.
  static let dns = UUID(
    uuid: (
      0x6B, 0xA7, 0xB8, 0x10, 0x9D, 0xAD, 0x11, 0xD1, 0x80, 0xB4, 0x00, 0xC0, 0x4F, 0xD4, 0x30, 0xC8
    ))

  /// The UUID of a row: the same for the same four texts, for ever.
  ///
  /// `instance` tells two installations of one provider apart, whose ids collide.
  public static func uuid(provider: String, instance: String, table: String, id: String) -> UUID {
    var name = provider
    for part in [instance, table, id] {
      name += separator
      name += part
    }
    return UUID(name: name, in: namespace)
  }
}

extension SourceIdentity {
  /// Stands in for an id the source does not give: a digest of the content, and which of the rows
  /// with that content it is, from 1.
  public static func contentID(_ content: String, occurrence: Int) -> String {
    "sha1:\(SHA1.digest(Array(content.utf8)).hexadecimal)\(separator)\(occurrence)"
  }
}
