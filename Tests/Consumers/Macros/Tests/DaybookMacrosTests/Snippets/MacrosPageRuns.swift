import DaybookMacros
import Testing

/// What the page on macros says, run.
struct MacrosPageRuns {
  @Test func `items of an aisle are found by a part of their key`() throws {
    let store = try EventStore.temporary(
      schema: Schema().entity(Grocery.self).projection(GroceriesByShelf()))
    try store.append { draft in
      let milk = Grocery(name: "milk", aisle: "cold")
      try draft.append(.added(milk), to: ID<Grocery>.timeOrdered())
      try draft.append(.added(Grocery(name: "rice")), to: ID<Grocery>.timeOrdered())
    }
    // snippet: macros.query
    let names = try store.read { reader in
      try reader.rows(GroceriesByShelf.where("cold")).map(\.key.name)
    }
    // end
    #expect(names == ["milk"])
  }
}
