extension History {
  /// A property of an entity before and after, in words.
  public struct PropertyChange: Hashable, Sendable, CustomStringConvertible {
    /// What ``Entity/propertyNames`` calls it, or the source of a type that gives none there.
    public let name: String
    /// The value before; nil when it had none.
    public let old: String?
    /// The value after; nil when it has none.
    public let new: String?

    /// Names a property and its values.
    public init(name: String, old: String?, new: String?) {
      (self.name, self.old, self.new) = (name, old, new)
    }

    public var description: String { "\(name) \(old ?? "none") → \(new ?? "none")" }
  }
}

extension History.PropertyChange {
  /// The properties that differ, in the order of the declaration or of the fields' numbers.
  static func between<E: Entity>(_ old: E?, _ new: E?) -> [Self] {
    let (before, after) = (StoredProperties(old), StoredProperties(new))
    let names =
      E.propertyNames.isEmpty
      ? after.names(differingFrom: before)
      : fields(old, new).map { E.propertyNames[$0] ?? "field \($0)" }
    return names.map { Self(name: $0, old: before.word(of: $0), new: after.word(of: $0)) }
  }

  /// The numbers of the fields whose bytes differ, ascending.
  private static func fields<E: Entity>(_ old: E?, _ new: E?) -> [Int] {
    let (before, after) = (fields(old), fields(new))
    return Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.sorted()
  }

  /// The bytes of each field, of repeated ones all together.
  private static func fields<E: Entity>(_ value: E?) -> [Int: [UInt8]] {
    guard let value else { return [:] }
    var written = PayloadWriter()
    value.encode(into: &written)
    let bytes = written.bytes
    var found: [Int: [UInt8]] = [:]
    var reader = PayloadReader(bytes.bytes)
    // What was written just now can be read.
    while let field = try? reader.next() {
      let start = reader.offset
      guard (try? reader.skip()) != nil else { break }
      found[field, default: []] += bytes[start..<reader.offset]
    }
    return found
  }
}
