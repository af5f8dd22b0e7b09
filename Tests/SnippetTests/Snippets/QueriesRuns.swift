import Daybook
import Testing

/// What the pages on prefab projections and on queries say, run.
struct QueriesRuns {
  private let store: EventStore
  private let rice = ID<Grocery>.timeOrdered()

  init() throws {
    // snippet: prefab-schema
    let schema = Schema().entity(Grocery.self)
      .projection(GroceriesByAisle()).projection(OpenByAge())
      .projection(GroceryWords()).projection(BoughtByAisle()).projection(GroceryNames())
    // end
    store = try EventStore.temporary(schema: schema.projection(ToBuyByHand()))
    try store.append { [rice] draft in
      try draft.append(.added(name: "Brown rice", aisle: "dry"), to: rice)
      try draft.append(.added(name: "Lentils", aisle: "dry"), to: ID<Grocery>.timeOrdered())
      try draft.append(.added(name: "Milk", aisle: "cold"), to: ID<Grocery>.timeOrdered())
    }
  }

  @Test func `queries find rows`() throws {
    // snippet: query
    let query = GroceriesByAisle.where("dry").limit(20)
    let page = try store.read { try $0.rows(query) }
    // end
    #expect(page.map(\.key.second) == ["Brown rice", "Lentils"])
    // snippet: next-page
    if let last = page.last {
      let next = try store.read { try $0.rows(query.after(key: last.key)) }
      print(next.map(\.key.second))
    }
    // end
    // snippet: ranges
    let later = GroceriesByAisle.where("dry").after("Brown rice")
    let newest = OpenByAge.all.descending.limit(3)
    let names = try store.read { reader in
      try reader.rows(later).map(\.key.second) + reader.rows(newest).map(\.row.name)
    }
    let count = try store.read { try $0.count(GroceriesByAisle.where("dry")) }
    // end
    #expect(names.first == "Lentils")
    #expect(Set(names.dropFirst()) == ["Milk", "Lentils", "Brown rice"])
    #expect(count == 2)
    // snippet: search
    let hits = try store.read { reader in
      try reader.rows(GroceryWords.all.beginning(with: "ri")).compactMap {
        try reader.entity($0.key.second)
      }
    }
    // end
    #expect(hits.map(\.name) == ["Brown rice"])
    #expect(try store.read { try $0.names(beginningWith: "Ri") } == ["Brown rice"])
    // snippet: by-hand
    let cold = try store.read { reader in
      try reader.rows(ToBuyByHand.query(ToBuyByHand.items).where("cold"))
    }
    // end
    #expect(cold.map(\.key.name) == ["Milk"])
  }

  @Test func `totals and unique values are read`() async throws {
    // snippet: tally
    let dry = try store.read { try $0.view(BoughtByAisle.self).total(of: "dry") }
    print("\(dry.sum) of \(dry.count) bought")
    // end
    #expect(dry == Tally(count: 2, sum: 0))
    // snippet: find-or-create
    try await store.append { draft in
      let known = try draft.view(GroceryNames.self).holder(of: "milk")
      let milk = known ?? .timeOrdered()
      if known == nil { try draft.append(.added(name: "Milk", aisle: "cold"), to: milk) }
      try draft.append(.bought, to: milk)
    }
    // end
    #expect(try store.read { try $0.view(BoughtByAisle.self).total(of: "cold") }.sum == 1)
    // snippet: duplicates
    for duplicate in try store.read({ try $0.view(GroceryNames.self).duplicates() }) {
      print("\(duplicate.value): \(duplicate.ids.count) of them")
    }
    // end
    let error = await #expect(throws: StoreError.self) {
      try await store.append { draft in
        try draft.append(.added(name: "MILK", aisle: "cold"), to: ID<Grocery>.timeOrdered())
      }
    }
    #expect(error?.code == .refusedByView)
  }

  @Test func `entities and events are listed`() async throws {
    // snippet: listing
    let all = try store.read { try $0.entities(of: Grocery.self) }
    let added = try store.read { reader in
      try reader.events(of: Grocery.self, named: ".event", order: .newestFirst, limit: 2)
    }
    // end
    #expect(Set(all.map(\.name)) == ["Brown rice", "Lentils", "Milk"])
    #expect(added.count == 2)
    // snippet: following
    let rows = store.values(of: GroceriesByAisle.where("dry").limit(20))
    for try await page in rows {
      print(page.map(\.key.second))
      break
    }
    // end
  }
}
