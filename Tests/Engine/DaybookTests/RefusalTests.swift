import Daybook
import Foundation
import Synchronization
import TemporaryFolders
import Testing

/// What a projection cannot take is refused where it is made.
struct RefusalTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open(_ onQuarantine: (@Sendable ([QuarantinedItem]) -> Void)? = nil) throws
    -> EventStore
  {
    var options = StoreOptions()
    options.onQuarantine = onQuarantine
    return try EventStore.open(
      at: directory.path,
      schema: Schema().entity(PantryItem.self).projection(Shelves()).projection(ByName()),
      options: options)
  }

  private func buy(
    _ store: EventStore, _ name: String, _ id: UUID = UUID(), durability: Durability = .durable
  ) throws -> History.Token {
    try store.append(durability: durability) { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: name, amount: 1)), to: id)
    }
  }

  private func names(_ store: EventStore) throws -> [String] {
    try store.read { try $0.view(ByName.self).rows(ByName.items).map(\.key) }
  }

  private func check(_ store: EventStore, _ expected: [String]) throws {
    #expect(try names(store) == expected)
    #expect(try store.quarantine().isEmpty)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test
  func `an event that does not fold at its earlier stamp is refused, one that arrives left out`()
    throws
  {
    let store = try open()
    let id = UUID()
    let first = try buy(store, "rice", id)
    let past = HybridTime(Date(timeIntervalSinceNow: -3_600))
    let error = expectError(.refusedByFold) {
      try store.append(stamp: past) { try $0.append(PantryEvent.counted(-1), to: id) }
    }
    for part in ["pantry.item", "\(id)", "event 1", "negative"] {
      #expect(error?.message.contains(part) == true, "\(part)")
    }
    #expect(try store.read { try $0.token() } == first)
    try check(store, ["rice"])
    // With other appends in the same commit, those stay.
    _ = try buy(store, "salt", durability: .bulk)
    #expect(throws: StoreError.self) {
      try store.append(stamp: past, durability: .bulk) {
        try $0.append(PantryEvent.counted(-1), to: id)
      }
    }
    try store.flush()
    try check(store, ["rice", "salt"])
  }

  @Test func `an append whose unique key is taken says so, and nothing of it is stored`() throws {
    let store = try open()
    let first = try buy(store, "rice")
    let (id, other) = (UUID(), UUID())
    let error = expectError(.refusedByView) {
      try store.append { draft in
        try draft.append(PantryEvent.bought(PantryItem(name: "salt", amount: 1)), to: other)
        try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
      }
    }
    for part in ["byName", "pantry.item", "\(id)", "taken"] {
      #expect(error?.message.contains(part) == true, "\(part)")
    }
    #expect(try store.read { try $0.token() } == first)
    #expect(try store.read { try $0.entity(PantryItem.self, other) } == nil)
    #expect(try buy(store, "salt", other).number == 2)
    try check(store, ["rice", "salt"])
  }

  @Test func `a key of more than 511 bytes is refused, also in an edit`() throws {
    let store = try open()
    let id = UUID()
    _ = try buy(store, "rice", id)
    let long = String(repeating: "x", count: 600)
    let error = expectError(.refusedByView) { try buy(store, long, id) }
    #expect(error?.message.contains("511") == true)
    try check(store, ["rice"])
  }

  @Test func `the others in a group commit are stored, whoever is refused`() async throws {
    let store = try open()
    let refused = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          do {
            try await store.append(durability: .relaxed) { draft in
              let item = PantryItem(name: "item \(number % 50)", amount: 1)
              try draft.append(PantryEvent.bought(item), to: UUID())
            }
            return false
          } catch { return true }
        }
      }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(refused == 150)
    #expect(try store.statistics().events == 50)
    try check(store, (0..<50).map { "item \($0)" }.sorted())
  }

  @Test func `appends in bulk keep the tokens that they were given`() throws {
    let store = try open()
    var given: [String: UInt64] = [:]
    for number in 0..<60 {
      let name = "item \(number % 40)"
      if let token = try? buy(store, name, durability: .bulk) { given[name] = token.number }
    }
    try store.flush()
    #expect(given.count == 40)
    let stored = try store.read { try $0.transactions() }.map(\.number)
    #expect(stored == given.values.sorted())
    try check(store, given.keys.sorted())
  }

  @Test func `taking back what freed a key is refused while another has it`() throws {
    let store = try open()
    let id = UUID()
    _ = try buy(store, "rice", id)
    let renamed = try buy(store, "salt", id)
    _ = try buy(store, "rice")
    expectError(.refusedByView) { try store.append { try $0.retract(transaction: renamed.number) } }
    try check(store, ["rice", "salt"])
  }

  @Test func `what arrives is left out and told, and may be edited`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [QuarantinedItem].self)
    let store = try open { continuation.yield($0) }
    try await store.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
    }
    let elsewhere = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
    let id = UUID()
    try await elsewhere.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 2)), to: id)
    }
    let message = try elsewhere.read { try $0.message(of: 1) }
    try await store.absorb(try #require(message))
    var told = stream.makeAsyncIterator()
    let items = await told.next()
    #expect(items?.map(\.entity) == [id])
    #expect(items?.map(\.projection) == [ByName.name])
    #expect(try store.statistics().quarantined == 1)
    #expect(try store.quarantine() == items)
    // It was left out before: who edits it is not to blame.
    try await store.append { try $0.append(PantryEvent.counted(7), to: id) }
    #expect(try store.statistics().quarantined == 1)
    try await store.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "salt", amount: 2)), to: id)
    }
    #expect(try store.statistics().quarantined == 0)
    #expect(try names(store) == ["rice", "salt"])
  }

  @Test func `a callback that tries again is not told the same for ever`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [QuarantinedItem].self)
    let place = Mutex<EventStore?>(nil)
    let store = try open { items in
      continuation.yield(items)
      _ = try? place.withLock { $0 }?.requeue()
    }
    place.withLock { $0 = store }
    defer { place.withLock { $0 = nil } }
    try await store.append { draft in
      for name in ["rice", "salt"] {
        try draft.append(PantryEvent.bought(PantryItem(name: name, amount: 1)), to: UUID())
      }
    }
    let (rice, salt) = (UUID(), UUID())
    var told = stream.makeAsyncIterator()
    for (id, name) in [(rice, "rice"), (salt, "salt")] {
      let elsewhere = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
      try await elsewhere.append { draft in
        try draft.append(PantryEvent.bought(PantryItem(name: name, amount: 2)), to: id)
      }
      let message = try elsewhere.read { try $0.message(of: 1) }
      try await store.absorb(try #require(message))
      #expect(await told.next()?.map(\.entity) == [id])
    }
    #expect(try store.quarantine().count == 2)
  }
}

/// Items by names that no two may have.
private struct ByName: Projection {
  static let name = "pantry.byName"
  static let items = ViewTable<String, Empty>("items", at: 0)
  static let tables: [any AnyViewTable] = [items]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      try rows.replace(Self.items, change) { ($0.name, Empty()) }
    }
  }
}
