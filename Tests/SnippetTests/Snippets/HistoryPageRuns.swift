import Daybook
import Testing

// snippet: history-past
extension StoreReading where Self: ~Copyable & ~Escapable {
  /// The names of what was to be bought, now or then.
  func toBuy() throws -> [String] { try rows(ToBuy.all).map(\.key.second) }
}
// end

/// What the page on history says, run.
struct HistoryPageRuns {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("history-\(UUID().uuidString)").path

  @Test func `a consumer whose history was purged starts from the current state`() async throws {
    let shop = try await HistoryStore()
    let store = shop.store
    let everything = try store.read { try $0.token() }
    let mirror = store.history.consumer("mirror")
    try await mirror.deliver { _ in }
    try await store.append {
      try $0.append(.added(name: "tea", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    let all = try store.read { try $0.token() }
    // snippet: history-forced
    try await store.purge(before: all, forced: true)  // passes consumers too
    try await mirror.deliver { transactions in
      print("transactions", transactions.map(\.number))
    } rebase: { token in
      print("take the whole state; from \(token) on there are transactions again")
    }
    // end
    #expect(everything < all)
    #expect(try mirror.token() == all)
  }

  @Test func `consumers can be listed and forgotten`() async throws {
    let store = try await HistoryStore().store
    try await store.history.consumer("mirror").deliver { _ in }
    // snippet: history-consumers
    for consumer in try store.history.consumers() { print(consumer.name, consumer.lag) }
    try store.history.removeConsumer("mirror")
    // end
    #expect(try store.history.consumers().isEmpty)
  }

  @Test func `one function shows the present and the past`() async throws {
    let shop = try await HistoryStore()
    let (store, token) = (shop.store, shop.token)
    // snippet: history-past
    let now = try store.read { try $0.toBuy() }
    let then = try store.read(asOf: token) { try $0.toBuy() }
    // end
    #expect(now == [])
    #expect(then == ["milk", "rice"])
  }

  @Test func `a closed store is made smaller`() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      let store = try EventStore.open(at: directory, schema: .groceries)
      try await store.append { draft in
        try draft.append(.added(name: "tea", aisle: "dry"), to: ID<Grocery>.timeOrdered())
      }
    }
    let path = directory
    // snippet: history-compact
    let sizes = try await EventStore.compact(at: path)
    print("\(sizes.before) bytes became \(sizes.after)")
    // end
    #expect(sizes.after <= sizes.before)
  }

  @Test @MainActor func `a value for SwiftUI follows the store`() async throws {
    let shop = try await HistoryStore()
    let (store, milk) = (shop.store, shop.milk)
    // snippet: history-observed
    let item = ObservedValue(store.values(of: milk))
    // end
    #expect(item.value?.isBought == true)
  }
}
