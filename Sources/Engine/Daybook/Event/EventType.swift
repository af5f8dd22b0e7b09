/// The stable name of an event and the version of its payload.
///
/// Names reach the disk: choose them once (`feed.finished`), never derive them from Swift names. A
/// name that begins with a dot follows the kind: `.bought` of kind `groceries.item` is stored as
/// `groceries.item.bought`.
public struct EventType: Hashable, Sendable, CustomStringConvertible {
  /// The name, such as `feed.finished`.
  public let name: String
  /// The version of the payload, from 1.
  public let version: Int

  /// Names an event type; the version starts at 1.
  public init(_ name: String, version: Int = 1) {
    self.name = name
    self.version = version
  }

  public var description: String { version == 1 ? name : "\(name)@\(version)" }

  /// The type as it is stored: a name that begins with a dot follows the kind.
  func of(kind: String) -> EventType {
    name.hasPrefix(".") ? EventType(kind + name, version: version) : self
  }
}

/// A name alone is a type of version 1: `["feed.started", "feed.finished"]`.
extension EventType: ExpressibleByStringLiteral {
  /// Names a type of version 1.
  public init(stringLiteral name: String) { self.init(name) }
}
