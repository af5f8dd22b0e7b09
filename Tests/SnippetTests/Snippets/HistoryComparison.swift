import Daybook
import Testing

/// The examples beside the comparison with Core Data and SwiftData: what those offer too.
struct HistoryComparison {
  let shop: HistoryStore
  private var store: EventStore { shop.store }
  private var token: History.Token { shop.token }

  init() async throws { shop = try await HistoryStore() }

  @Test func `a save carries who made it and why`() async throws {
    let milk = shop.milk
    // snippet: history-author
    try await store.append(author: "Ada", context: "phone") { draft in
      try draft.append(.moved(aisle: "drinks"), to: milk)
    }
    // end
    #expect(try store.read { try $0.newestTransactions(limit: 1) }.first?.context == "phone")
  }

  @Test func `a token can be kept as text or as Codable`() async throws {
    // snippet: history-token
    let now = try store.read { try $0.token() }
    let text = now.description  // or JSONEncoder().encode(now)
    let again = History.Token(text)
    // end
    #expect(again == now)
  }

  @Test func `transactions after a token come in order`() async throws {
    // snippet: history-after
    var authors: [String?] = []
    for try await transaction in store.history.transactions(after: token) {
      authors.append(transaction.author)
    }
    // end
    #expect(authors == ["Ben", "sync"])
  }

  @Test func `a walk can be bounded, by time too, and turned round`() async throws {
    let yesterday = Date(timeIntervalSinceNow: -86_400)
    // snippet: history-range
    let start = try store.read { try $0.token(at: yesterday) }
    let newest = try store.history.transactions(after: start, limit: 10, order: .newestFirst).all()
    // end
    #expect(newest.map(\.number) == [3, 2, 1])
  }

  @Test func `authors and kinds can be filtered`() async throws {
    // snippet: history-filter
    let others = store.history.transactions(
      after: token, where: .notAuthor("sync") && .kind(Grocery.self))
    // end
    #expect(try others.all().map(\.author) == ["Ben"])
  }

  @Test func `a change tells the properties that differ`() throws {
    // snippet: history-changes
    let changes = store.history.changes(after: token, where: .notAuthor("Ada"))
    for change in try changes.all() {
      // Ben changed groceries.item milk: isBought no → yes
      print(change.author ?? "somebody", change)
    }
    // end
    #expect(
      try changes.all().map { "\($0.author ?? "") \($0)" } == [
        "Ben changed groceries.item milk: isBought no → yes", "sync deleted groceries.item rice",
      ])
  }

  @Test func `a change calls fields by the names that the entity gives them`() async throws {
    let store = try EventStore.temporary(schema: PantryItem.schema)
    let rice = ID<PantryItem>.timeOrdered()
    try await store.append {
      try $0.append(.added(PantryItem(name: "rice", grams: 500)), to: rice)
    }
    let token = try store.read { try $0.token() }
    try await store.append(author: "Ben") {
      try $0.append(.weighed(900), to: rice)
    }
    #expect(
      try store.history.changes(after: token).all().map(\.description) == [
        "changed pantry.item rice: grams 500 → 900"
      ])
  }

  @Test func `a deletion tells the whole last value`() async throws {
    var gone: [String] = []
    // snippet: history-tombstone
    for (_, change) in try store.read({ try $0.changes(of: Grocery.self, in: 3) }) {
      if case .deleted(let last) = change { gone.append(last.name) }
    }
    // end
    #expect(gone == ["rice"])
  }

  @Test func `one entity has a history of its own`() async throws {
    let milk = shop.milk
    // snippet: history-entity
    let story = try store.history.transactions(where: .entity(milk)).all()
    // end
    #expect(story.map(\.author) == ["Ada", "Ben"])
  }

  @Test func `history can be deleted, and tells when it is gone`() async throws {
    // snippet: history-delete
    let result = try await store.purge(before: token)
    print("\(result.events) events gone; the oldest place is \(result.oldest)")
    // end
    #expect(result.oldest == token)
    let old = try #require(History.Token("\(store.id.uuidString):0"))
    // snippet: history-expired
    do {
      _ = try store.history.transactions(after: old).all()
    } catch let error as StoreError where error.code == .expiredToken {
      print("start from the current state: \(error.message)")
    }
    // end
    let error = #expect(throws: StoreError.self) {
      try store.history.transactions(after: old).all()
    }
    #expect(error?.code == .expiredToken)
  }

  @Test func `another process says its name`() async throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("process-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    // snippet: history-process
    var options = StoreOptions()
    options.process = "share extension"
    let store = try EventStore.open(at: path, schema: .groceries, options: options)
    // end
    try await store.append {
      try $0.append(.added(name: "tea", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    #expect(try store.read { try $0.transaction(1) }?.process == "share extension")
  }

  @Test func `a change is noticed by those who read it`() async throws {
    let (store, milk) = (store, shop.milk)
    // snippet: history-notice
    let badge = Task {
      for try await item in store.values(of: milk) where item?.aisle == "drinks" {
        return "found"
      }
      return "cancelled"
    }
    // end
    try await store.append { try $0.append(.moved(aisle: "drinks"), to: milk) }
    #expect(try await badge.value == "found")
  }
}
