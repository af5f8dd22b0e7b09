import Foundation
import Observation
import Synchronization
import Testing

@testable import Daybook

/// Observed values whose question changes.
@MainActor struct ObservedValueTests {
  private typealias Names = ObservedValue<[String]>

  private let store: EventStore
  /// How often an observed closure ran.
  private let runs = Runs()

  private final class Runs: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .acquiring) }
    func add() { number.add(1, ordering: .acquiringAndReleasing) }
  }

  init() throws { store = try EventStore.temporary(schema: pantry) }

  private func buy(_ name: String, shelf: String) async throws {
    try await store.append(durability: .relaxed) { draft in
      let item = PantryItem(name: name, amount: 1, shelf: shelf)
      try draft.append(PantryEvent.bought(item), to: UUID())
    }
  }

  /// The names on a shelf, as a search field would ask for them.
  private func names(on shelf: String) -> StoreValues<[String]> {
    store.values(of: Shelves.self, id: shelf) { [runs] view in
      runs.add()
      return try view.rows(Shelves.items) { $0.string(shelf) }.map(\.key.name)
    }
  }

  private func value<Value: Sendable>(
    of box: ObservedValue<Value>, where wanted: @escaping @Sendable (Value) -> Bool
  ) async -> Value? {
    for await value in Observations({ box.value }) where wanted(value) { return value }
    return nil
  }

  @Test func `the answer to another question is there at once, and is followed`() async throws {
    try await buy("rice", shelf: "top")
    try await buy("oil", shelf: "low")
    let box = Names(names(on: "top"))
    #expect(box.value == ["rice"])
    box.follow(names(on: "low"))
    #expect(box.value == ["oil"])
    try await buy("salt", shelf: "low")
    #expect(await value(of: box) { $0.count == 2 } == ["oil", "salt"])
    #expect(box.failure == nil)
  }

  @Test func `questions of two projections differ, also with one id`() async throws {
    let store = try EventStore.temporary(schema: pantry.projection(ByShelf()))
    let box = ObservedValue(store.values(of: Shelves.self, id: 1) { _ in 1 }, otherwise: 0)
    #expect(box.value == 1)
    box.follow(store.values(of: ByShelf.self, id: 1) { _ in 5 })
    #expect(box.value == 5)
  }

  @Test func `a purge is seen by who reads the log`() async throws {
    try await buy("rice", shelf: "top")
    try await buy("oil", shelf: "low")
    let box = ObservedValue(store.values { try $0.newestTransactions(limit: 9).map(\.number) })
    #expect(box.value == [2, 1])
    let now = try store.read { try $0.newestTransactions(limit: 1)[0].token }
    try await store.purge(before: now)
    #expect(await value(of: box) { $0.count < 2 } != nil)
  }

  @Test func `only what touches the new question is read`() async throws {
    let box = Names(names(on: "top"))
    box.follow(names(on: "low"))
    #expect(runs.count == 2)
    for number in 0..<20 { try await buy("n\(number)", shelf: "top") }
    try await buy("salt", shelf: "low")
    #expect(await value(of: box) { !$0.isEmpty } == ["salt"])
    #expect(runs.count == 3)
  }

  @Test func `the same question is not asked again`() async throws {
    let query = Shelves.query(Shelves.items).limit(3)
    let box = Names(names(on: "top"))
    box.follow(names(on: "top"))
    #expect(runs.count == 1)
    let values = store.values(of: query).isSame(as: store.values(of: query))
    #expect(values)
    #expect(!store.values(of: query).isSame(as: store.values(of: query.descending)))
    #expect(!store.values(of: query).isSame(as: store.values(of: query.limit(2))))
    let (one, other) = (UUID(), UUID())
    #expect(
      store.values(of: PantryItem.self, one).isSame(as: store.values(of: PantryItem.self, one)))
    #expect(
      !store.values(of: PantryItem.self, one).isSame(as: store.values(of: PantryItem.self, other)))
    let copy = try EventStore.temporary(schema: pantry)
    #expect(
      !store.values(of: PantryItem.self, one).isSame(as: copy.values(of: PantryItem.self, one)))
    let closure: @Sendable (borrowing Reader) throws -> Int = { _ in 1 }
    #expect(!store.values(closure).isSame(as: store.values(closure)))
  }

  /// Lets the old question's answer be on its way while the new one is asked, thirty times.
  @Test(.timeLimit(.minutes(5)))
  func `no answer to the old question comes after the new one`() async throws {
    let box = Names()
    let (isHeld, ended) = (Runs(), Runs())
    for number in 0..<30 {
      let old = "a\(number)"
      box.follow(
        store.values(of: Shelves.self) { [runs] view in
          runs.add()
          // Not for ever: an earlier question's loop may come here too, and holds a thread then.
          let end = ContinuousClock.now + .milliseconds(100)
          while isHeld.count % 2 == 1, ContinuousClock.now < end { sched_yield() }
          defer { ended.add() }
          return try view.rows(Shelves.items) { $0.string(old) }.map(\.key.name)
        })
      let (known, done) = (runs.count, ended.count)
      isHeld.add()
      try append("late", shelf: old)
      while runs.count == known { await Task.yield() }
      isHeld.add()
      // Without a pause of this actor, so that the answer waits for it.
      while ended.count == done { sched_yield() }
      for _ in 0..<200 { sched_yield() }
      box.follow(names(on: "b\(number)"))
      // The loops over the old questions have come to their ends.
      while store.signal.observers.load(ordering: .relaxed) > 1 {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(box.value == [])
    }
  }

  private func append(_ name: String, shelf: String) throws {
    try store.append(durability: .relaxed) { draft in
      let item = PantryItem(name: name, amount: 1, shelf: shelf)
      try draft.append(PantryEvent.bought(item), to: UUID())
    }
  }

  @Test func `what cannot be read is a property, and shows no older answer`() async throws {
    try await buy("rice", shelf: "top")
    let box = Names(names(on: "top"))
    let fails = Mutex(true)
    let failing = store.values(id: "failing") { _ -> [String] in
      if fails.withLock({ $0 }) { throw PantryError.negative }
      return ["mended"]
    }
    box.follow(failing)
    #expect(box.value == [])
    #expect(box.failure as? PantryError == .negative)
    fails.withLock { $0 = false }
    box.follow(failing)
    #expect(box.value == ["mended"])
    #expect(box.failure == nil)
    box.follow(nil)
    #expect(box.value == [])
  }

  @Test func `a failure later on keeps the last answer and ends the following`() async throws {
    let fails = Mutex(false)
    let box = ObservedValue(
      store.values { reader in
        if fails.withLock({ $0 }) { throw PantryError.negative }
        return try reader.entities(of: PantryItem.self).count
      }, otherwise: -1)
    #expect(box.value == 0)
    fails.withLock { $0 = true }
    try await buy("rice", shelf: "top")
    for await failure in Observations({ box.failure != nil }) where failure { break }
    #expect(box.value == 0)
    #expect(box.failure as? PantryError == .negative)
  }

  @Test func `a box without a question shows its fallback`() {
    #expect(Names().value == [])
    #expect(ObservedValue<PantryItem?>().value == nil)
    #expect(ObservedValue(otherwise: 7).value == 7)
  }

  @Test func `a closed store is a failure`() async throws {
    let box = Names(names(on: "top"))
    try await store.close()
    for await failure in Observations({ box.failure != nil }) where failure { break }
    #expect((box.failure as? StoreError)?.code == .closed)
    #expect((Names(names(on: "top")).failure as? StoreError)?.code == .closed)
  }
}
