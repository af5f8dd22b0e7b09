import Daybook
import Testing

/// The store of "Getting started", step by step.
struct GettingStartedStore {
  let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("groceries-\(UUID().uuidString)").path

  /// What the page says that is printed.
  private static let change = "changed groceries.item milk: isBought no → yes"

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
    let names = try store.read { reader in try reader.rows(ToBuy.all).map(\.key.second) }
    let cold = try store.read { reader in try reader.rows(ToBuy.where("cold")).map(\.key.second) }
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
      try await store.append(command: press, author: "Ada") { draft in
        try draft.append(.moved(aisle: "sale"), to: bread)
      }
    }
    // end
    #expect(try store.read { try $0.transactions() }.count == count + 2)
    // snippet: history
    let changes = store.history.changes(after: token, where: .notAuthor("Ada"))
    for change in try changes.all() {
      // Ben changed groceries.item milk: isBought no → yes
      print(change.author ?? "somebody", change)
    }
    // end
    #expect(try changes.all().map(\.author) == ["Ben"])
    #expect(try changes.all().map(\.description) == [Self.change])
    // snippet: undo
    try await store.undo(by: "Ben")
    // end
    #expect(try store.read { try $0.entity(milk) }?.isBought == false)
    // snippet: named
    // A constant of the app, made once and never changed.
    let barcodes = UUID(uuidString: "0B6D2A51-5C0E-4C8B-9B5D-8A1C2F0E7D11")!
    let tea = ID<Grocery>(name: "4006381333931", in: barcodes)
    // end
    #expect(tea.description == "31976A93-40B0-5B04-9F8F-D662B2018941")
  }
}
