import Daybook

// snippet: index
struct GroceriesByAisle: Index {
  static let name = "groceries.byAisle"
  static func key(_ item: Stamped<Grocery>) -> Key3<String, String, ID<Grocery>>? {
    Key3(item.aisle, item.name, item.id)
  }
}
// end

// snippet: index-row
struct OpenByAge: Index {
  static let name = "groceries.openByAge"
  static func key(_ item: Stamped<Grocery>) -> Key2<HybridTime, ID<Grocery>>? {
    item.isBought ? nil : Key2(item.created, item.id)
  }
  static func row(_ item: Stamped<Grocery>) -> Grocery { item.state }
}
// end

// snippet: multi-index
struct GroceryWords: MultiIndex {
  static let name = "groceries.words"
  static func terms(_ item: Stamped<Grocery>) -> [String] {
    item.name.lowercased().split(separator: " ").map(String.init)
  }
}
// end

// snippet: prefab-totals
struct BoughtByAisle: Totals {
  static let name = "groceries.boughtByAisle"
  static func group(_ item: Stamped<Grocery>) -> String? { item.aisle }
  static func amount(_ item: Stamped<Grocery>) -> Int64 { item.isBought ? 1 : 0 }
}
// end

// snippet: unique
struct GroceryNames: Unique {
  static let name = "groceries.names"
  static func value(of item: Grocery) -> String? { item.name.lowercased() }
}
// end

// snippet: key
/// Days, meals and whether somebody is away: rows in this order.
enum Meal: Int, OrderedKey {
  case breakfast, lunch, supper
}

typealias PlanKey = Key3<Date, Meal, Bool>

extension Key3 where A == Date, B == Meal, C == Bool {
  var day: Date { first }
  var meal: Meal { second }
  var isAway: Bool { third }
}
// end

// snippet: extension
extension Reader {
  /// The names of what has a word that begins so.
  func names(beginningWith text: String) throws -> [String] {
    try rows(GroceryWords.all.beginning(with: text.lowercased())).compactMap {
      try entity($0.key.second)?.name
    }
  }
}
// end

// snippet: composite
extension AisleKey: CompositeKey {
  typealias First = String
  typealias Rest = Key2<String, ID<Grocery>>
}
// end
