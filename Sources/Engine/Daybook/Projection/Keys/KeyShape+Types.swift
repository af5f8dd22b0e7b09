extension KeyShape {
  /// The parts of the keys of a type that this program has.
  ///
  /// A `CompositeKey` tells the types of its parts. A part of a type that the app has declared is
  /// read by that type: what has a raw value is that, what describes itself is a text, and the rest
  /// is bytes, after which the next part is read all the same.
  package init(of type: any OrderedKey.Type) {
    self.init(TypeShape.name(of: type, withModule: false), Self.parts(of: type))
  }

  static func parts(of type: any OrderedKey.Type) -> [Part] {
    if let type = type as? any CompositeKey.Type { return Self.parts(within: type) }
    if let type = type as? any OptionalKey.Type { return [.optional(Self.parts(of: type.wrapped))] }
    let known = Self.parts(of: TypeShape.name(of: type, withModule: false)[...])
    return known == [.other] ? [.own(OwnKeyPart(type))] : known
  }

  private static func parts<Key: CompositeKey>(within type: Key.Type) -> [Part] {
    parts(of: Key.First.self) + parts(of: Key.Rest.self)
  }
}

/// An optional that is a key, whatever is in it.
private protocol OptionalKey {
  static var wrapped: any OrderedKey.Type { get }
}

extension Optional: OptionalKey where Wrapped: OrderedKey {
  static var wrapped: any OrderedKey.Type { Wrapped.self }
}
