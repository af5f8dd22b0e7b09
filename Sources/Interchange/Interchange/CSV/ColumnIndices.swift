/// The places of columns by their names.
///
/// A class, so that each row of a file holds them at the cost of one reference.
final class ColumnIndices: Sendable {
  private let indices: [String: Int]
  /// The same, to find a name by looking at all of its length: that is less than hashing it.
  private let places: [Place]
  /// Those of names in small letters, for a column that is not there as the source writes it.
  private let small: [String: Int]
  /// How long the names in small letters are.
  private let smallLengths: Set<Int>
  /// Names that are there twice; the first of them counts.
  let repeated: Set<String>
  /// Whether names count in any case, as in a file whose header somebody has rewritten.
  private let foldsCase: Bool
  /// Whether no letter of the header is small.
  let isCapital: Bool
  /// Those of required columns, by the name in small letters.
  private let required: [String: String]

  private struct Place {
    let name: String
    let length: Int
    let index: Int
  }

  /// - Parameter required: columns that are known by name in any case.
  init(_ columns: [String], required: [String]) {
    let letters = columns.joined().filter { $0.isLetter }
    isCapital = !letters.isEmpty && letters.allSatisfy { !$0.isLowercase }
    let folded = Set(columns.map { $0.lowercased() })
    foldsCase =
      isCapital
      || required.contains { !columns.contains($0) && folded.contains($0.lowercased()) }
    var (indices, small, repeated) = ([String: Int](), [String: Int](), Set<String>())
    for (index, column) in columns.enumerated() where !column.isEmpty {
      let name = foldsCase ? column.lowercased() : column
      if indices[name] == nil { indices[name] = index } else { repeated.insert(column) }
      if small[column.lowercased()] == nil { small[column.lowercased()] = index }
    }
    var known: [String: String] = [:]
    if foldsCase {
      for name in required { known[name.lowercased()] = name }
      let twice = Set(repeated.map { $0.lowercased() })
      repeated.formUnion(required.filter { twice.contains($0.lowercased()) })
    }
    self.indices = indices
    places = indices.map { Place(name: $0.key, length: $0.key.utf8.count, index: $0.value) }
    self.small = small
    smallLengths = Set(small.keys.map(\.utf8.count))
    self.repeated = repeated
    self.required = known
  }

  subscript(column: String) -> Int? {
    if !foldsCase, let index = index(of: column) { return index }
    // Most that are not there; a letter of ASCII is as long in either case.
    if !smallLengths.contains(column.utf8.count), column.utf8.allSatisfy({ $0 < 0x80 }) {
      return nil
    }
    return small[column.lowercased()]
  }

  private func index(of column: String) -> Int? {
    let length = column.utf8.count
    for place in places where place.length == length && place.name == column {
      return place.index
    }
    // One of other bytes may still be the same text.
    return column.utf8.allSatisfy { $0 < 0x80 } ? nil : indices[column]
  }

  /// The names, in alphabetical order.
  var names: [String] { indices.keys.sorted() }

  /// A name as the source writes it, where that is known.
  func known(_ column: String) -> String {
    guard foldsCase else { return column }
    return required[column.lowercased()] ?? column.lowercased()
  }
}
