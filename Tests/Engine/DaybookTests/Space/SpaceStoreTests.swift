import DaybookTesting
import TemporaryFolders
import Testing

@testable import Daybook

/// What a store does with the statements about its space.
struct SpaceStoreTests {
  private let clock = TestClock()
  private let space = UUID()

  private func store() throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    options.space = space
    return try EventStore.temporary(schema: pantry, options: options)
  }

  /// A founder's store and another one, which is enrolled.
  private func house(_ role: SpaceRole = .writer) throws -> (first: EventStore, second: EventStore)
  {
    let (first, second) = (try store(), try store())
    let replica = try second.read { try $0.replica() }
    try first.append { try $0.append(.created(name: "Pantry", key: [1], member: "Ada")) }
    try first.append { try $0.append(.enrolled(replica, key: [2], member: "Ben", role: role)) }
    try bring(first, to: second)
    return (first, second)
  }

  private func bring(_ from: EventStore, to: EventStore) throws {
    #expect(try to.absorbRuns(to.page(from: from).messages).refused.isEmpty)
  }

  @discardableResult
  private func buy(
    _ store: EventStore, _ name: String = "bread", id: UUID = UUID(), ago seconds: Double = 0
  ) throws -> History.Token {
    clock.advance(by: 1)
    let stamp = HybridTime(clock.now.addingTimeInterval(-seconds))
    return try store.append(stamp: seconds > 0 ? stamp : nil) {
      try $0.append(PantryEvent.bought(PantryItem(name: name, amount: 1)), to: id)
    }
  }

  private func item(_ store: EventStore, _ id: UUID) throws -> PantryItem? {
    try store.read { try $0.entity(PantryItem.self, id) }
  }

  @Test func `a store that nobody shares has no space`() throws {
    let store = try store()
    try buy(store)
    #expect(try store.read { try $0.space() } == nil)
    #expect(try store.complaints() == [])
  }

  @Test func `members see the same space`() throws {
    let (first, second) = try house()
    let space = try #require(try first.read { try $0.space() })
    #expect(space.name == "Pantry")
    #expect(space.members.count == 2)
    #expect(try second.read { try $0.space() } == space)
    #expect(try second.unknownTypes().isEmpty)
    #expect(try second.complaints() == [])
  }

  @Test func `one that may only read is told so, and appends nothing`() throws {
    let (_, second) = try house(.reader)
    let before = try second.read { try $0.token() }
    expectError(.notPermitted) { try buy(second) }
    #expect(try second.read { try $0.token() } == before)
    // Also when it has looked at what it wrote.
    #expect(throws: StoreError.self) {
      try second.append { draft in
        try draft.append(PantryEvent.bought(PantryItem(name: "milk", amount: 1)), to: UUID())
        _ = try draft.now().transactions().count
      }
    }
    #expect(try second.read { try $0.token() } == before)
    #expect(try second.complaints() == [])
  }

  @Test func `what comes after a cut stays in the log and counts for nothing`() throws {
    let (first, second) = try house()
    let (kept, cut) = (UUID(), UUID())
    try buy(second, id: kept)
    let replica = try second.read { try $0.replica() }
    let before = try buy(second, id: cut)
    try bring(second, to: first)
    #expect(try item(first, cut) != nil)
    let token = try first.append { try $0.append(.revoked(replica, through: 1)) }
    #expect(try item(first, kept) != nil)
    #expect(try item(first, cut) == nil)
    let transaction = try first.read { try $0.transaction(token.number - 1) }
    #expect(transaction?.dot.sequence == 2)
    #expect(transaction?.isVoid == true)
    #expect(transaction?.isRetracted == false)
    // The history has both, and says what the cut changed.
    let changes = try first.read { try $0.changes(in: token.number) }
    #expect(changes.contains { $0.entity == cut && $0.sort == .deleted })
    #expect(!changes.contains { $0.entity == kept })
    #expect(
      try first.read(asOf: try #require(transaction).token) {
        try $0.entity(PantryItem.self, cut)
      } != nil)
    try bring(first, to: second)
    #expect(try item(second, cut) == nil)
    #expect(try first.digests() == second.digests())
    #expect(before.number > 0)
    #expect(try first.complaints() == [])
    #expect(try second.complaints() == [])
  }

  @Test func `what was taken back before a cut is no part of what the cut ends`() throws {
    let (first, second) = try house()
    let (id, replica) = (UUID(), try second.read { try $0.replica() })
    try buy(second, id: id)
    for (store, amount) in [(second, 8), (first, 9)] as [(EventStore, Int64)] {
      clock.advance(by: 1)
      if store === first { try bring(second, to: first) }
      try store.append { try $0.append(PantryEvent.counted(amount), to: id) }
    }
    let newest = try first.read { try $0.newestNumber() }
    for number in [newest - 1, newest] { try first.undo(transaction: number) }
    #expect(try item(first, id)?.amount == 1)
    try first.append { try $0.append(.revoked(replica, through: 0)) }
    #expect(try item(first, id) == nil)
    let amount = try first.read { reader in
      try reader.registry.type(PantryItem.self).omitted(reader.log, id)?.version.state.amount
    }
    #expect(amount == 1)
  }

  @Test func `a purge goes by a cut that came after what it takes`() throws {
    let (first, second) = try house()
    let third = try store()
    let (victim, other) = (
      try second.read { try $0.replica() }, try third.read { try $0.replica() }
    )
    try first.append {
      try $0.append(.enrolled(other, key: [3], member: "Cleo", role: .writer))
    }
    try bring(first, to: third)
    let id = UUID()
    try buy(second, id: id)
    try bring(second, to: first)
    try buy(third)
    try bring(third, to: first)
    try first.append { try $0.append(.revoked(victim, through: 0)) }
    // All but what comes between the two is final, so the purge ends before the cut.
    var final = try first.read { try $0.versionVector() }
    final[other] = 0
    try first.append { [final] in try $0.append(.frontier(number: 1, final)) }
    try SpaceSnapshots.keepChains(first)
    let digests = try first.digests()
    let result = try first.purge(before: first.read { try $0.token() }, forced: true)
    #expect(result.events > 0)
    #expect(try item(first, id) == nil)
    #expect(try first.complaints() == [])
    try first.rebuild()
    #expect(try first.digests() == digests)
  }

  @Test func `what a frontier does not hold comes after it`() throws {
    let (first, second) = try house()
    let id = UUID()
    try buy(first, "first", id: id)
    try bring(first, to: second)
    // Written before, but nobody knows of it when the frontier is set.
    try buy(second, "early", id: id, ago: 1000)
    #expect(try item(second, id)?.name == "first")
    let vector = try first.read { try $0.versionVector() }
    clock.advance(by: 1)
    try first.append { try $0.append(.frontier(number: 1, vector)) }
    try bring(first, to: second)
    try bring(second, to: first)
    #expect(try item(first, id)?.name == "early")
    #expect(try item(second, id)?.name == "early")
    #expect(try first.digests() == second.digests())
    #expect(try second.complaints() == [])
  }

  @Test func `taking back what is final comes too late`() throws {
    let (first, second) = try house()
    let id = UUID()
    let token = try buy(first, id: id)
    try bring(first, to: second)
    let vector = try first.read { try $0.versionVector() }
    try first.append { try $0.append(.frontier(number: 1, vector)) }
    let number = try #require(
      try second.read { reader in try reader.transactions().last?.number })
    try second.append { try $0.retract(transaction: number) }
    #expect(try item(second, id) == nil)
    try bring(first, to: second)
    #expect(try item(second, id) != nil)
    try bring(second, to: first)
    #expect(try item(first, id) != nil)
    #expect(token.number > 0)
    #expect(try first.digests() == second.digests())
    #expect(try first.complaints() == [])
  }

  @Test func `a purge of a shared store ends at the frontier`() throws {
    let (first, second) = try house()
    try buy(first)
    let none = try first.purge(before: first.read { try $0.token() }, forced: true)
    #expect(none.endsAtFrontier && none.events == 0)
    let vector = try first.read { try $0.versionVector() }
    try first.append { try $0.append(.frontier(number: 1, vector)) }
    try buy(first)
    let open = try first.purge(before: first.read { try $0.token() })
    #expect(open.endsAtFrontier && open.events == 0, "nobody could go on without the chains")
    try SpaceSnapshots.keepChains(first)
    let result = try first.purge(before: first.read { try $0.token() })
    #expect(result.endsAtFrontier)
    #expect(result.events == 1)
    // The statements stay.
    #expect(try first.read { try $0.space() }?.members.count == 2)
    #expect(try first.complaints() == [])
    let known = try second.read { try $0.versionVector() }
    #expect(throws: StoreError.self) { try first.read { try $0.page(lackedBy: known) } }
  }

  @Test func `rows that were left behind before a cut are built anew after a purge`() throws {
    let directory = try TemporaryFolder()
    var options = clock.options
    options.space = space
    let second = try store()
    let victim = try second.read { try $0.replica() }
    let token: History.Token
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry, options: options)
      try store.append { try $0.append(.created(name: "Pantry", key: [1], member: "Ada")) }
      try store.append {
        try $0.append(.enrolled(victim, key: [2], member: "Ben", role: .writer))
      }
      try buy(store, "milk")
      try bring(store, to: second)
      try buy(second)
      try bring(second, to: store)
      token = try store.read { try $0.token() }
    }
    do {
      let store = try EventStore.open(
        at: directory.path, schema: Schema().entity(PantryItem.self), options: options)
      try store.append { try $0.append(.revoked(victim, through: 0)) }
      let final = try store.read { try $0.versionVector() }
      try store.append { try $0.append(.frontier(number: 1, final)) }
      try SpaceSnapshots.keepChains(store)
      #expect(try store.purge(before: token, forced: true).events > 0)
    }
    let store = try EventStore.open(at: directory.path, schema: pantry, options: options)
    let shelves = try store.read { try $0.view(Shelves.self).rows(Shelves.items).map(\.key.name) }
    #expect(shelves == ["milk"])
    #expect(try store.complaints() == [])
  }

  @Test func `a version that does not know spaces refuses the store`() throws {
    let directory = try TemporaryFolder()
    var options = clock.options
    options.space = space
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry, options: options)
      try store.append { try $0.append(.created(name: "Pantry", key: [1], member: "Ada")) }
      let features = try store.inspect { scope in
        try StoreFormat.features(scope.reading, scope.tables.meta)
      }
      #expect(features == [StoreFormat.journal, "space"])
    }
    let again = try EventStore.open(at: directory.path, schema: pantry, options: options)
    #expect(try again.read { try $0.space() }?.name == "Pantry")
  }

  @Test func `a store that was minted anew has other tokens and another writer`() throws {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    let store = try EventStore.temporary(schema: pantry, options: options)
    let token = try buy(store)
    let (id, replica) = (store.id, try store.read { try $0.replica() })
    try store.mintReplica()
    #expect(store.id != id)
    #expect(try store.read { try $0.replica() } != replica)
    expectError(.foreignToken) { try store.read { try $0.transactions(after: token).count } }
    let next = try buy(store)
    #expect(next.store == store.id)
    #expect(try store.read { try $0.transaction(next.number)?.dot.sequence } == 1)
    #expect(try store.complaints() == [])
  }
}
