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
    let (rice, milk) = (ID<Grocery>.timeOrdered(), ID<Grocery>.timeOrdered())
    let token = try await store.append(author: "Ada", context: "phone") { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: rice)
      try draft.append(.added(name: "milk", aisle: "cold"), to: milk)
    }
    // end
    // snippet: read
    let item = try store.read { reader in try reader.entity(rice) }
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
      guard let item = try draft.entity(milk), !item.isBought else { return }
      try draft.append(.bought, to: milk)
    }
    // end
    #expect(try store.read { try $0.entity(milk) }?.isBought == true)
    // snippet: history
    for transaction in try store.read({ try $0.transactions(after: token) }) {
      print(transaction.number, transaction.author ?? "somebody", transaction.wallTime)
      for position in transaction.positions {
        let event = try store.read { try $0.event(position) }
        print(event.kind, event.entity, event.type)
      }
    }
    let story = try store.read { try $0.events(of: milk) }
    // end
    #expect(story.count == 2)
    // snippet: undo
    let newest = try store.read { try $0.newestTransactions(limit: 1) }
    if let last = newest.first {
      try await store.append(context: "undo") { try $0.retract(transaction: last.number) }
    }
    // end
    #expect(try store.read { try $0.entity(milk) }?.isBought == false)
    let count = try store.read { try $0.transactions() }.count
    // snippet: write
    let bread = try await store.write(author: "Ada") { draft in
      let bread = ID<Grocery>.timeOrdered()
      try draft.append(.added(name: "bread", aisle: "front"), to: bread)
      return bread
    }
    // end
    #expect(try store.read { try $0.entity(bread) }?.name == "bread")
    // snippet: command
    let press = UUID()  // made where the button is pressed, and kept for a retry
    for _ in 1...2 {
      try await store.append(command: press) { draft in
        try draft.append(.moved(aisle: "sale"), to: bread)
      }
    }
    // end
    #expect(try store.read { try $0.transactions() }.count == count + 2)
    // snippet: named
    // A constant of the app, made once and never changed.
    let barcodes = UUID(uuidString: "0B6D2A51-5C0E-4C8B-9B5D-8A1C2F0E7D11")!
    let tea = ID<Grocery>(name: "4006381333931", in: barcodes)
    // end
    #expect(tea.description == "31976A93-40B0-5B04-9F8F-D662B2018941")
  }
}
