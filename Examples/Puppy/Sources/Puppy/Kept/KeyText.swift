import Daybook

/// A text as a part of a key, which has room for so much: its first 200 bytes.
public struct KeyText: RawRepresentable, OrderedKey, Hashable {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Two texts with the same first 200 bytes have one key.
  public init(_ text: String) {
    rawValue =
      text.utf8.count <= 200 ? text : String(decoding: text.utf8.prefix(200), as: UTF8.self)
  }
}
