extension History {
  /// A field of an entity's state before and after, as it is stored.
  public struct FieldChange: Sendable, Hashable {
    /// The number of the field.
    public let number: Int
    /// What ``PayloadCodable/fieldNames`` calls it; nil where that does not name it.
    public let name: String?
    /// Every occurrence of the field before, each with its tag; empty when it was absent.
    public let old: [UInt8]
    /// The same after.
    public let new: [UInt8]

    /// Makes one from its parts.
    public init(number: Int, name: String?, old: [UInt8], new: [UInt8]) {
      (self.number, self.name, self.old, self.new) = (number, name, old, new)
    }

    /// The fields that differ between two states of a type, ascending.
    static func between<E: Entity>(_ old: E?, _ new: E?) -> [FieldChange] {
      let before = old.map { PayloadFields(of: $0) } ?? PayloadFields()
      let after = new.map { PayloadFields(of: $0) } ?? PayloadFields()
      return Set(before.numbers).union(after.numbers).sorted()
        .filter { before[$0] != after[$0] }
        .map { number in
          FieldChange(
            number: number, name: E.fieldNames[number], old: before[number], new: after[number])
        }
    }
  }
}
