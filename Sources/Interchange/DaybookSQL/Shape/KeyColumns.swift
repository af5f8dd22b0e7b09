internal import Daybook

/// The columns for the parts of a view's keys.
struct KeyColumns: Sendable {
  let shape: KeyShape
  /// Their names, each once, and how they are declared.
  let columns: [(name: String, declaration: String)]

  /// Those of a type that this program has.
  init(of type: any OrderedKey.Type) {
    self.init(KeyShape(of: type), KeyShape.propertyNames(of: type))
  }

  /// - Parameter properties: of each part what the app calls it, if anybody knows.
  init(_ shape: KeyShape, _ properties: [String?] = []) {
    self.shape = shape
    let parts = shape.partNames
    let known = properties.compactMap { $0?.lowercased() }
    let areNamed = properties.count == parts.count && Set(known).count == known.count
    columns = parts.enumerated().map { place, part in
      let number = parts.count == 1 ? "key" : "key_\(place + 1)"
      let name = areNamed ? properties[place].map { "key_\($0)" } : nil
      return (name ?? number, Self.declaration(of: part))
    }
  }

  private static func declaration(of part: String) -> String {
    switch part {
    case "text", "id": "TEXT"
    case "date", "time": "DATETIME"
    case "other": "BLOB"
    default: "INTEGER"
    }
  }

  /// All that is known, to see whether another version of the app knows something else.
  var signature: String {
    columns.map { "\($0.name) \($0.declaration)" }.joined(separator: ", ")
  }
}
