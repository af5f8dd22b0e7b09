import Daybook
import Testing

/// The store of "Getting started", step by step.
@Suite struct GettingStartedStore {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("groceries-\(UUID().uuidString)").path

  @Test func `what Getting started writes is what it reads`() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    // snippet: open
    let store = try EventStore.open(at: directory, schema: .groceries)
    // end
    // snippet: append
    let (rice, milk) = (UUID.timeOrdered(), UUID.timeOrdered())
    let token = try await store.append(author: "Ada", context: "phone") { draft in
      try draft.append(GroceryEvent.added(name: "rice", aisle: "dry"), to: rice)
      try draft.append(GroceryEvent.added(name: "milk", aisle: "cold"), to: milk)
    }
    // end
    // snippet: read
    let item = try store.read { reader in try reader.entity(Grocery.self, rice) }
    let names = try store.read { reader in
      try reader.view(ToBuy.self).rows(ToBuy.items).map(\.key.name)
    }
    let cold = try store.read { reader in
      try reader.view(ToBuy.self).rows(ToBuy.items, prefix: { $0.string("cold") }).map(\.key.name)
    }
    // end
    #expect(item == Grocery(name: "rice", aisle: "dry"))
    #expect(names == ["milk", "rice"])
    #expect(cold == ["milk"])
    // snippet: decide
    try await store.append(author: "Ben") { draft in
      guard let item = try draft.entity(Grocery.self, milk), !item.isBought else { return }
      try draft.append(GroceryEvent.bought, to: milk)
    }
    // end
    #expect(try store.read { try $0.entity(Grocery.self, milk) }?.isBought == true)
    // snippet: history
    for transaction in try store.read({ try $0.transactions(after: token) }) {
      print(transaction.number, transaction.author ?? "somebody", transaction.wallTime)
      for position in transaction.positions {
        let event = try store.read { try $0.event(position) }
        print(event.kind, event.entity, event.type)
      }
    }
    let story = try store.read { try $0.events(of: Grocery.self, milk) }
    // end
    #expect(story.count == 2)
    // snippet: undo
    let newest = try store.read { try $0.newestTransactions(limit: 1) }
    if let last = newest.first {
      try await store.append(context: "undo") { try $0.retract(transaction: last.number) }
    }
    // end
    #expect(try store.read { try $0.entity(Grocery.self, milk) }?.isBought == false)
  }
}
