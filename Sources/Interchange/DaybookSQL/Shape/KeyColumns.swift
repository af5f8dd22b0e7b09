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
    let numbered = parts.indices.map { parts.count == 1 ? "key" : "key_\($0 + 1)" }
    let named = zip(properties, numbered).map { name, number in name.map { "key_\($0)" } ?? number }
    // SQLite takes a and A for the same, and a property may be called as the number of another one.
    let areGood =
      named.count == parts.count && Set(named.map { $0.lowercased() }).count == parts.count
    columns = zip(areGood ? named : numbered, parts).map { ($0, Self.declaration(of: $1)) }
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
