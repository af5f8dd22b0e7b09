import Daybook
import Observation
import Synchronization
import Testing

/// Values that follow the store.
struct ValuesTests {
  /// Counts how often an observed closure ran.
  private final class Counter: Sendable {
    private let number = Mutex(0)
    var count: Int { number.withLock { $0 } }
    func add() { number.withLock { $0 += 1 } }
  }

  private func store() throws -> EventStore { try EventStore.temporary(schema: pantry) }

  private func buy(
    _ store: EventStore, _ id: UUID, _ name: String, amount: Int64 = 1, shelf: String = "top"
  ) async throws {
    try await store.append(durability: .relaxed) { draft in
      let item = PantryItem(name: name, amount: amount, shelf: shelf)
      try draft.append(PantryEvent.bought(item), to: id)
    }
  }

  private func total(_ store: EventStore, _ shelf: String, _ counter: Counter)
    -> StoreValues<ShelfTotal?>
  {
    store.values { reader in
      counter.add()
      return try reader.view(Shelves.self).row(Shelves.totals, shelf)
    }
  }

  @Test func `the value of now comes first, then each that differs`() async throws {
    let store = try store()
    let id = UUID()
    let values = store.values(of: PantryItem.self, id).makeAsyncIterator()
    #expect(try await values.next() == .some(nil))
    try await buy(store, id, "rice")
    #expect(try await values.next()??.name == "rice")
    try await buy(store, id, "rice")
    try await buy(store, id, "salt")
    #expect(try await values.next()??.name == "salt")
  }

  @Test func `a commit that touched another key evaluates nothing`() async throws {
    let store = try store()
    let counter = Counter()
    let values = total(store, "top", counter).makeAsyncIterator()
    #expect(try await values.next() == .some(nil))
    for number in 0..<30 { try await buy(store, UUID(), "n\(number)", shelf: "low") }
    let waiting = Task { try await values.next() }
    for number in 0..<30 { try await buy(store, UUID(), "m\(number)", shelf: "low") }
    #expect(counter.count == 1)
    try await buy(store, UUID(), "rice", amount: 5, shelf: "top")
    #expect(try await waiting.value == .some(ShelfTotal(items: 1, amount: 5)))
    #expect(counter.count == 2)
  }

  @Test func `a commit that touched an entity alone evaluates what reads the entity`() async throws
  {
    let store = try store()
    let (id, counter) = (UUID(), Counter())
    try await buy(store, id, "rice", amount: 2)
    let observed = store.values { reader in
      counter.add()
      return try reader.entity(PantryItem.self, id)?.amount
    }
    let values = observed.makeAsyncIterator()
    #expect(try await values.next() == .some(2))
    try await buy(store, UUID(), "salt")
    try await store.append { try $0.append(PantryEvent.counted(7), to: id) }
    #expect(try await values.next() == .some(7))
    #expect(counter.count == 2)
  }

  @Test func `a prefix is touched by rows that come, go and change within it`() async throws {
    let store = try store()
    let (id, counter) = (UUID(), Counter())
    let observed = store.values { reader in
      counter.add()
      return try reader.view(Shelves.self).rows(Shelves.items) { $0.string("top") }.map(\.key.name)
    }
    let values = observed.makeAsyncIterator()
    #expect(try await values.next() == [])
    try await buy(store, UUID(), "oil", shelf: "low")
    try await buy(store, id, "rice")
    #expect(try await values.next() == ["rice"])
    try await store.append { try $0.append(PantryEvent.moved("low"), to: id) }
    #expect(try await values.next() == [])
    #expect(counter.count == 3)
  }

  @Test func `a range that ended early is not touched beyond its end`() async throws {
    let store = try store()
    let counter = Counter()
    try await buy(store, UUID(), "melon")
    let observed = store.values { reader in
      counter.add()
      return try reader.view(Shelves.self).last(Shelves.items) { $0.string("top") }?.key.name
    }
    let values = observed.makeAsyncIterator()
    #expect(try await values.next() == "melon")
    try await buy(store, UUID(), "apple")
    try await buy(store, UUID(), "nut")
    #expect(try await values.next() == "nut")
    try await buy(store, UUID(), "berry")
    let waiting = Task { try await values.next() }
    try await buy(store, UUID(), "oil")
    #expect(try await waiting.value == "oil")
    #expect(counter.count == 3)
  }

  @Test func `a slow loop skips to the newest`() async throws {
    let store = try store()
    let (id, counter) = (UUID(), Counter())
    let observed = store.values { reader in
      counter.add()
      return try reader.entity(PantryItem.self, id)?.amount
    }
    let values = observed.makeAsyncIterator()
    #expect(try await values.next() == .some(nil))
    for amount in 1...200 as ClosedRange<Int64> {
      try await buy(store, id, "rice", amount: amount)
    }
    #expect(try await values.next() == .some(200))
    #expect(counter.count == 2)
  }

  @Test func `cancelling ends the loop`() async throws {
    let store = try store()
    let values = store.values(of: PantryItem.self, UUID())
    let waiting = Task {
      var count = 0
      for try await _ in values { count += 1 }
      return count
    }
    await Task.yield()
    waiting.cancel()
    #expect(try await waiting.value <= 1)
  }

  @Test func `no snapshot is held between values`() async throws {
    let store = try store()
    let values = store.values(of: PantryItem.self, UUID()).makeAsyncIterator()
    _ = try await values.next()
    for number in 0..<50 { try await buy(store, UUID(), "n\(number)") }
    let before = try store.statistics().bytes
    let id = UUID()
    for number in 0..<300 { try await buy(store, id, "rice", amount: Int64(number)) }
    // A snapshot that was held would keep every page that these commits replace.
    #expect(try store.statistics().bytes - before < 40 * 4096 * 16)
    withExtendedLifetime(values) {}
  }

  @Test func `what the closure throws ends the loop`() async throws {
    let store = try store()
    let values = store.values { _ -> Int in throw PantryError.negative }.makeAsyncIterator()
    await #expect(throws: PantryError.negative) { try await values.next() }
  }

  @Test @MainActor func `an observable box follows its value`() async throws {
    let store = try store()
    let id = UUID()
    let box = ObservedValue(store.values(of: PantryItem.self, id))
    #expect(box.value == nil)
    let changes = Observations { box.value?.name }
    let waiting = Task { @MainActor in
      for await name in changes where name == "salt" { return name }
      return nil
    }
    try await buy(store, id, "rice")
    try await buy(store, id, "salt")
    #expect(await waiting.value == "salt")
    #expect(box.failure == nil)
  }

  @Test @MainActor func `a box that goes ends its loop`() async throws {
    var store: EventStore? = try EventStore.temporary(schema: pantry)
    weak let left = store
    var box: ObservedValue<PantryItem?>? = store.map {
      ObservedValue($0.values(of: PantryItem.self, UUID()))
    }
    #expect(box?.value == .some(nil))
    box = nil
    store = nil
    while left != nil { await Task.yield() }
  }
}
