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
struct ToBuy: Projection {
  static let name = "groceries.toBuy"
  static let items = ViewTable<AisleKey, Empty>("items", at: 0)
  static let tables: [any AnyViewTable] = [items]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Grocery.self) { change, rows in
      try rows.replace(Self.items, change) { item in
        if item.isBought { return nil }
        return (AisleKey(aisle: item.aisle, name: item.name, id: item.id), Empty())
      }
    }
  }
}

/// Rows are in the order of the parts of their keys: by aisle, then by name.
struct AisleKey: OrderedKey, Equatable {
  var aisle: String
  var name: String
  var id: ID<Grocery>

  init(aisle: String, name: String, id: ID<Grocery>) {
    self.aisle = aisle
    self.name = name
    self.id = id
  }

  init(from reader: inout KeyReader) throws {
    aisle = try reader.string()
    name = try reader.string()
    id = try ID(from: &reader)
  }

  func encode(into writer: inout KeyWriter) {
    writer.string(aisle)
    writer.string(name)
    id.encode(into: &writer)
  }
}
// end

// snippet: schema
extension Schema {
  static let groceries = Schema().entity(Grocery.self).projection(ToBuy())
}
// end
