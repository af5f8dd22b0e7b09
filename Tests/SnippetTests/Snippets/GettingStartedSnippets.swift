// snippet: entity
import Daybook

/// A thing on the shopping list.
struct Grocery: Entity, CodablePayload {
  static let kind = "groceries.item"

  var name: String
  var aisle: String
  var isBought = false

  enum Event: CodableEntityEvent {
    case added(name: String, aisle: String)
    case moved(aisle: String)
    case bought
    case removed
  }

  static func fold(_ state: inout Grocery?, _ event: Event) {
    switch event {
    case .added(let name, let aisle): state = Grocery(name: name, aisle: aisle)
    case .moved(let aisle): state?.aisle = aisle
    case .bought: state?.isBought = true
    case .removed: state = nil
    }
  }
}
// end

// snippet: projection
/// What is still to be bought, aisle by aisle.
struct ToBuy: Index {
  static let name = "groceries.toBuy"
  static func key(_ item: Stamped<Grocery>) -> Key3<String, String, ID<Grocery>>? {
    item.isBought ? nil : Key3(item.aisle, item.name, item.id)
  }
}
// end

// snippet: schema
extension Schema {
  static let groceries = Schema().entity(Grocery.self).projection(ToBuy())
}
// end
