/// The places of columns by their names.
struct ColumnIndices: Sendable {
  private var indices: [String: Int] = [:]
  /// Those of names in small letters, for a column that is not there as the source writes it.
  private var small: [String: Int] = [:]
  /// Names that are there twice; the first of them counts.
  private(set) var repeated: Set<String> = []
  /// Whether names count in any case, as in a file whose header somebody has rewritten.
  private let foldsCase: Bool
  /// Whether no letter of the header is small.
  let isCapital: Bool
  /// Those of required columns, by the name in small letters.
  private var required: [String: String] = [:]

  /// - Parameter required: columns that are known by name in any case.
  init(_ columns: [String], required: [String]) {
    let letters = columns.joined().filter { $0.isLetter }
    isCapital = !letters.isEmpty && letters.allSatisfy { !$0.isLowercase }
    let folded = Set(columns.map { $0.lowercased() })
    foldsCase =
      isCapital
      || required.contains { !columns.contains($0) && folded.contains($0.lowercased()) }
    for (index, column) in columns.enumerated() where !column.isEmpty {
      let name = foldsCase ? column.lowercased() : column
      if indices[name] == nil { indices[name] = index } else { repeated.insert(column) }
      if small[column.lowercased()] == nil { small[column.lowercased()] = index }
    }
    if foldsCase {
      for name in required { self.required[name.lowercased()] = name }
      let twice = Set(repeated.map { $0.lowercased() })
      repeated.formUnion(required.filter { twice.contains($0.lowercased()) })
    }
  }

  subscript(column: String) -> Int? {
    (foldsCase ? nil : indices[column]) ?? small[column.lowercased()]
  }

  /// The names, in alphabetical order.
  var names: [String] { indices.keys.sorted() }

  /// A name as the source writes it, where that is known.
  func known(_ column: String) -> String {
    guard foldsCase else { return column }
    return required[column.lowercased()] ?? column.lowercased()
  }
}
