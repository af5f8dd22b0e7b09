extension KeyShape {
  /// The names of the properties that hold the parts of a `CompositeKey` of an app; nil for a part
  /// that no property holds alone, and for all where no example of the key can be read.
  ///
  /// An example whose parts differ is read, and each part is looked for among the properties: so a
  /// property has the name of its part in whatever order the type declares it.
  package static func propertyNames(of type: any OrderedKey.Type) -> [String?] {
    let parts = parts(of: type)
    let none = [String?](repeating: nil, count: parts.count)
    // `Key2` … `Key5` have no names but those of the places.
    guard type is any CompositeKey.Type,
      Self.parts(of: TypeShape.name(of: type, withModule: false)[...]) == [.other]
    else { return none }
    let examples = parts.enumerated().compactMap { example(of: $1, number: $0 + 1) }
    guard examples.count == parts.count, let key = readExample(type, examples.flatMap(\.self))
    else {
      return none
    }
    let properties = Mirror(reflecting: key).children.compactMap { property in
      (property.value as? any OrderedKey).map { (name: property.label, bytes: $0.keyBytes) }
    }
    return examples.map { example in
      // A value in an optional comes without it.
      let found = properties.filter { $0.bytes == example || [1] + $0.bytes == example }
      return found.count == 1 ? found[0].name : nil
    }
  }

  private static func readExample(
    _ type: any OrderedKey.Type, _ bytes: [UInt8]
  ) -> (any OrderedKey)? {
    bytes.withUnsafeBytes { bytes in
      var reader = KeyReader(bytes.bytes)
      return try? type.init(from: &reader)
    }
  }

  /// Bytes of a part that are those of no other number; nil for a type that is not known.
  private static func example(of part: Part, number: Int) -> [UInt8]? {
    switch part {
    case .text: "\(number)".keyBytes
    case .integer: number.keyBytes
    case .short: Int32(number).keyBytes
    case .unsigned, .time: UInt64(number).keyBytes
    case .flag: true.keyBytes
    case .date: Date(timeIntervalSinceReferenceDate: Double(number)).keyBytes
    case .id: [UInt8](repeating: UInt8(number), count: 16)
    case .optional(let inner):
      inner.count == 1 ? example(of: inner[0], number: number).map { [1] + $0 } : nil
    case .own(let part):
      [
        [UInt8(number)], Int32(number).keyBytes, number.keyBytes, "\(number)".keyBytes,
        [UInt8](repeating: UInt8(number), count: 16),
      ].first { part.reads($0) }
    case .other: nil
    }
  }
}
