import Daybook
import Foundation
import Nursery
import NurseryHousehold
import Synchronization
import Testing

/// The last amounts under the names of babies, as older apps look them up.
struct LastAmountCacheTests {
  private final class Values: KeyValueStore {
    private struct State {
      var content: [String: Data] = [:]
      var writes = 0
      var refused: Set<String> = []
    }

    private let state = Mutex(State())

    var content: [String: Data] {
      get { state.withLock { $0.content } }
      set { state.withLock { $0.content = newValue } }
    }

    var writes: Int {
      get { state.withLock { $0.writes } }
      set { state.withLock { $0.writes = newValue } }
    }

    var refused: Set<String> {
      get { state.withLock { $0.refused } }
      set { state.withLock { $0.refused = newValue } }
    }

    func data(forKey key: String) -> Data? { content[key] }

    func set(_ data: Data?, forKey key: String) throws {
      try state.withLock { state in
        if state.refused.contains(key) { throw CocoaError(.fileWriteNoPermission) }
        state.content[key] = data
        state.writes += 1
      }
    }
  }

  private let household: HouseholdStore
  private let values = Values()
  private let mina = UUID()
  private let noor = UUID()

  init() throws {
    household = try HouseholdStore()
    household.clock.show(Date(timeIntervalSinceReferenceDate: 784_152_300))
    try add(mina, "Mina")
  }

  private var cache: LastAmountCache { LastAmountCache(values) }
  private var store: EventStore { household.store }

  private func write(_ body: @escaping @Sendable (inout Draft) throws -> Void) throws {
    household.clock.show(household.clock.now + 60)
    try store.append(durability: .relaxed, body)
  }

  private func add(_ baby: UUID, _ name: String) throws {
    let now = household.clock.now
    try write { try $0.addBaby(baby, BabyProfile(name: name, createdAt: now)) }
  }

  @discardableResult
  private func feed(
    _ baby: UUID, _ value: Double, _ unit: String? = "mL", ago: Double = 0
  ) throws -> UUID {
    let (id, start) = (UUID(), household.clock.now - ago)
    try write {
      try $0.record(
        id, FeedSession(baby: baby, start: start, end: start, amount: Amount(value, unitText: unit))
      )
    }
    return id
  }

  private func amount(_ name: String) throws -> Double? { try cache.amount(of: name)?.amountValue }

  private func text(_ name: String) -> String? {
    values.content["lastFeedAmount." + name].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func `as a consumer the cache follows, also past a purge`() async throws {
    try feed(mina, 120)
    try await cache.consume(store)
    #expect(try amount("Mina") == 120)
    #expect(try store.history.consumers().map(\.name) == [LastAmountCache.consumerName])
    try feed(mina, 90)
    try await store.purge(before: try store.read { try $0.token() }, forced: true)
    try await cache.consume(store)
    #expect(try amount("Mina") == 90)
    #expect(try store.history.consumers().map(\.lag) == [0])
  }

  @Test func `a value is JSON under a key with the name as it is`() throws {
    try add(noor, "Ü  nal.b")
    try feed(noor, 120)
    try cache.update(from: store)
    #expect(text("Ü  nal.b") == #"{"amountUnitSymbol":"mL","amountValue":120}"#)
    try cache.remove("Ü  nal.b")
    #expect(text("Ü  nal.b") == nil)
  }

  @Test func `units are written as symbols, and what names none as it was typed`() throws {
    try feed(mina, 4, "floz")
    try cache.update(from: store)
    #expect(try cache.amount(of: "Mina") == CachedAmount(value: 4, unitSymbol: "fl oz"))
    try feed(mina, 4, "oz")
    try cache.update(from: store)
    #expect(try cache.amount(of: "Mina")?.amountUnitSymbol == "oz")
  }

  @Test func `the cache follows edits, deletions and undo`() throws {
    try feed(mina, 90, ago: 7200)
    let newest = try feed(mina, 120)
    #expect(try cache.update(from: store) == ["Mina"])
    try write { try $0.edit(FeedSession.self, newest) { $0.amount = Amount(0, .millilitre) } }
    try cache.update(from: store)
    #expect(try amount("Mina") == 0)
    try write { try $0.delete(FeedSession.self, newest) }
    try cache.update(from: store)
    #expect(try amount("Mina") == 90)
    try write { try $0.retract(transaction: 5) }
    try cache.update(from: store)
    #expect(try amount("Mina") == 0)
  }

  @Test func `an edit of an old feed changes nothing`() throws {
    let old = try feed(mina, 90, ago: 7200)
    try feed(mina, 120)
    try cache.update(from: store)
    try write { try $0.edit(FeedSession.self, old) { $0.amount = Amount(60, .millilitre) } }
    #expect(try cache.update(from: store) == [])
    #expect(try amount("Mina") == 120)
  }

  @Test func `without any amount left the key goes`() throws {
    let only = try feed(mina, 90)
    try cache.update(from: store)
    try write { try $0.delete(FeedSession.self, only) }
    #expect(try cache.update(from: store) == ["Mina"])
    #expect(text("Mina") == nil)
  }

  @Test func `of two babies with one name the amount counts that was written last`() throws {
    try add(noor, "Mina")
    try feed(noor, 60)
    try feed(mina, 120, ago: 7200)
    try cache.update(from: store)
    #expect(try amount("Mina") == 120)
    try feed(noor, 70)
    try cache.update(from: store)
    #expect(try amount("Mina") == 70)
  }

  @Test func `a rename moves the key, and leaves it to another of that name`() throws {
    try feed(mina, 120)
    try cache.update(from: store)
    let (mina, noor) = (mina, noor)
    try write { try $0.editBaby(mina) { $0.name = "Mino" } }
    #expect(try cache.update(from: store) == ["Mina", "Mino"])
    #expect(text("Mina") == nil)
    #expect(try amount("Mino") == 120)
    try add(noor, "Mino")
    try feed(noor, 60)
    try cache.update(from: store)
    try write { try $0.editBaby(noor) { $0.name = "Noor" } }
    try cache.update(from: store)
    #expect(try amount("Mino") == 120)
    #expect(try amount("Noor") == 60)
  }

  @Test func `a rename takes along what only an older app knew`() throws {
    try cache.set(CachedAmount(value: 80, unitSymbol: "mL"), for: "Mina")
    try cache.update(from: store)
    #expect(try amount("Mina") == 80)
    let mina = mina
    try write { try $0.editBaby(mina) { $0.name = "Mino" } }
    try cache.update(from: store)
    #expect(text("Mina") == nil)
    #expect(try amount("Mino") == 80)
  }

  @Test func `the key of a deleted baby goes and comes back with it`() throws {
    try feed(mina, 120)
    try cache.update(from: store)
    let mina = mina
    try write { try $0.deleteBaby(mina) }
    #expect(try cache.update(from: store) == ["Mina"])
    #expect(text("Mina") == nil)
    try write { try $0.restoreBaby(mina) }
    try cache.update(from: store)
    #expect(try amount("Mina") == 120)
  }

  @Test func `backfill fills only what is absent and reports what it covers`() throws {
    try feed(mina, 120)
    try add(noor, "Noor")
    try feed(noor, 60, nil)
    for name in ["Ada", "Bo"] {
      let baby = UUID()
      try add(baby, name)
      try feed(baby, 30)
    }
    try cache.set(CachedAmount(value: 1, unitSymbol: "cup"), for: "Ada")
    values.refused = ["lastFeedAmount.Bo"]
    let coverage = try cache.backfill(from: store)
    #expect(coverage.babies == 4)
    #expect(coverage.filled == 1)
    #expect(coverage.hits == 1)
    #expect(coverage.withoutAmount == 1)
    #expect(coverage.failures.map(\.name) == ["Bo"])
    #expect(coverage.share == 0.5)
    #expect(try amount("Ada") == 1)
    #expect(try cache.update(from: store) == [])
    #expect(try cache.backfill(from: store).hits == 2)
  }

  @Test func `after a backfill only touched babies are written`() throws {
    try add(noor, "Noor")
    try feed(mina, 120)
    try feed(noor, 60)
    try cache.set(CachedAmount(value: 1, unitSymbol: "cup"), for: "Mina")
    try cache.backfill(from: store)
    try feed(noor, 70)
    #expect(try cache.update(from: store) == ["Noor"])
    #expect(try amount("Mina") == 1)
    try feed(mina, 130)
    try cache.update(from: store)
    #expect(try amount("Mina") == 130)
  }

  @Test func `an update of what is known already writes nothing`() throws {
    try feed(mina, 120)
    try cache.update(from: store)
    let writes = values.writes
    try cache.update(from: store)
    #expect(values.writes == writes)
  }

  @Test func `a place in another store's history is none`() throws {
    try feed(mina, 120)
    try cache.update(from: store)
    let other = try HouseholdStore()
    let (mina, start) = (mina, household.clock.now)
    try other.store.append { draft in
      try draft.addBaby(mina, BabyProfile(name: "Mina", createdAt: start))
      try draft.record(
        UUID(), FeedSession(baby: mina, start: start, amount: Amount(5, .millilitre)))
    }
    #expect(try cache.update(from: other.store) == ["Mina"])
    #expect(try amount("Mina") == 5)
  }

  @Test func `user defaults hold JSON, and give dictionaries of older apps as JSON`() throws {
    let suite = "daybook-test-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let cache = LastAmountCache(UserDefaultsStore(defaults))
    try feed(mina, 120)
    try cache.update(from: store)
    #expect(
      defaults.data(forKey: "lastFeedAmount.Mina")
        == Data(#"{"amountUnitSymbol":"mL","amountValue":120}"#.utf8))
    try cache.remove("Mina")
    #expect(defaults.object(forKey: "lastFeedAmount.Mina") == nil)
    defaults.set(["amountValue": 4.5, "amountUnitSymbol": "fl oz"], forKey: "lastFeedAmount.Ada")
    #expect(try cache.amount(of: "Ada") == CachedAmount(value: 4.5, unitSymbol: "fl oz"))
    defaults.set(7, forKey: "lastFeedAmount.Bo")
    #expect(throws: DecodingError.self) { try cache.amount(of: "Bo") }
  }
}
