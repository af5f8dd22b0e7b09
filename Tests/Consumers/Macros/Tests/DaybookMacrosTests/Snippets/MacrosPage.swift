// The snippets of the page on macros.

// snippet: macros
import DaybookMacros

@Payload struct Grocery: Entity {
  static let kind = "groceries.item"
  @Field(1) var name: String
  @Field(2) var aisle: String?
  @Field(3) var grams: Int?
  @Field(4) var tags: [String] = []
  @Field(5) var isBought = false

  @Events enum Event {
    @Named(".added", version: 2) case added(Grocery)
    @Named(".renamed") case renamed(String)
    @Named(".moved", fields: 1, 2) case moved(aisle: String, shelf: Int?)
    @Named(".bought") case bought
    @Named(".removed") case removed
  }

  static func fold(_ state: inout Grocery?, _ event: Event) {
    switch event {
    case .added(let item): state = item
    case .renamed(let name): state?.name = name
    case .moved(let aisle, _): state?.aisle = aisle
    case .bought: state?.isBought = true
    case .removed: state = nil
    }
  }
}
// end

// snippet: macros.upcasters
extension Grocery.Event {
  /// Version 1 was the name alone.
  static var upcasters: [Upcaster] {
    [
      Upcaster(from: ".added", to: EventType(".added", version: 2)) { old, new in
        let name: String = try old.payload()
        new.value(1, name)
      }
    ]
  }
}
// end

// snippet: macros.key
@Key struct ShelfKey: Hashable {
  var aisle: String
  var name: String
  var id: ID<Grocery>
}

struct GroceriesByShelf: Index {
  static let name = "groceries.byShelf"
  static func key(_ item: Stamped<Grocery>) -> ShelfKey? {
    item.aisle.map { ShelfKey(aisle: $0, name: item.name, id: item.id) }
  }
}
// end
