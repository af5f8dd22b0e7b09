import Daybook

/// A store with something to tell: what the pages on history read.
struct HistoryStore {
  let store: EventStore
  let rice = ID<Grocery>.timeOrdered()
  let milk = ID<Grocery>.timeOrdered()
  /// The place before Ben and a sync wrote.
  let token: History.Token

  init() async throws {
    store = try EventStore.temporary(schema: .groceries)
    let (rice, milk) = (rice, milk)
    token = try await store.append(author: "Ada", context: "phone") { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: rice)
      try draft.append(.added(name: "milk", aisle: "cold"), to: milk)
    }
    try await store.append(author: "Ben") { try $0.append(.bought, to: milk) }
    try await store.append(author: "sync") { try $0.append(.removed, to: rice) }
  }
}

extension PantryItem {
  /// The pantry, by field numbers, whose fields the history calls by name.
  static let schema = Schema().entity(PantryItem.self)
}

// snippet: property-names
extension PantryItem {
  static let propertyNames = [1: "name", 2: "shelf", 3: "grams"]
}
// end
