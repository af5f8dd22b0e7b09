import Daybook

/// Items by shelf, then by amount.
struct ByShelf: Index {
  static let name = "pantry.byShelf"
  static func key(_ item: Stamped<PantryItem>) -> Key3<String, Int64, UUID>? {
    item.shelf.map { Key3($0, item.amount, item.id.rawValue) }
  }
}

/// Items by name, with their amount.
struct NamesAndAmounts: Index {
  static let name = "pantry.namesAndAmounts"
  static func key(_ item: Stamped<PantryItem>) -> Key2<String, ID<PantryItem>>? {
    Key2(item.name, item.id)
  }
  static func row(_ item: Stamped<PantryItem>) -> ShelfTotal {
    ShelfTotal(items: 1, amount: item.amount)
  }
}

/// Items by the words of their names.
struct Words: MultiIndex {
  static let name = "pantry.words"
  static func terms(_ item: Stamped<PantryItem>) -> [String] {
    item.name.split(separator: " ").map(String.init)
  }
}

/// The same, with the amount.
struct WordHits: MultiIndex {
  static let name = "pantry.wordHits"
  static func terms(_ item: Stamped<PantryItem>) -> [String] {
    Words.terms(item)
  }
  static func row(_ item: Stamped<PantryItem>) -> ShelfTotal {
    ShelfTotal(items: 1, amount: item.amount)
  }
}

/// How many items each shelf has, and how much.
struct ShelfTotals: Totals {
  static let name = "pantry.shelfTotals"
  static func group(_ item: Stamped<PantryItem>) -> String? { item.shelf }
  static func amount(_ item: Stamped<PantryItem>) -> Int64 { item.amount }
}

/// No two items have the same name.
struct ItemNames: Unique {
  static let name = "pantry.names"
  static func value(of item: PantryItem) -> String? { item.name.isEmpty ? nil : item.name }
}

let prefabs = Schema().entity(PantryItem.self).projection(ByShelf()).projection(NamesAndAmounts())
  .projection(Words()).projection(WordHits()).projection(ShelfTotals())
