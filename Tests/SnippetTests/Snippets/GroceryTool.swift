import Daybook

// snippet: main
@main struct GroceryTool {
  static func main() async throws {
    let store = try EventStore.temporary(schema: .groceries)
    try await store.append(author: "Ada") { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    for try await transaction in store.history.transactions() {
      print(transaction.number, transaction.author ?? "somebody")
    }
  }
}
// end
