import Daybook
import DaybookTesting
import Testing

/// No two entities with the same value: refused where they are made, listed where they arrive.
struct UniqueTests {
  private static let schema = Schema().entity(PantryItem.self).projection(ItemNames())
  private let rice = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  private let salt = UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

  private func store(_ clock: TestClock = TestClock()) throws -> EventStore {
    var options = StoreOptions()
    options.now = { clock.now }
    return try EventStore.temporary(schema: Self.schema, options: options)
  }

  /// Two stores that hold the same two items of one name, which came to them the other way round.
  private func merged() throws -> [EventStore] {
    let clock = TestClock()
    let stores = [try store(clock), try store(clock)]
    try stores[0].buy("rice", as: rice)
    try stores[1].buy("rice", as: salt)
    let messages = try stores.map { try $0.newestMessage() }
    try stores[0].absorb(messages[1])
    try stores[1].absorb(messages[0])
    return stores
  }

  private func holder(_ store: EventStore, _ name: String) throws -> UUID? {
    try store.read { try $0.view(ItemNames.self).holder(of: name)?.rawValue }
  }

  private func bought(_ name: String) -> PantryEvent { .bought(PantryItem(name: name, amount: 1)) }

  @Test func `a second one is refused with both ids, and nothing is stored`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    let digests = try store.digests()
    let error = expectError(.refusedByView) { try store.buy("rice", as: salt) }
    #expect(error?.message.contains("\(rice)") == true)
    #expect(error?.message.contains("\(salt)") == true)
    #expect(try store.read { try $0.entity(PantryItem.self, salt) } == nil)
    #expect(try store.digests() == digests)
    #expect(try holder(store, "rice") == rice)
  }

  @Test func `an entity is no obstacle to itself`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    try store.buy("rice", 7, as: rice)
    try store.buy("brown rice", as: rice)
    try store.buy("rice", as: rice)
    #expect(try holder(store, "rice") == rice)
    #expect(try holder(store, "brown rice") == nil)
  }

  @Test func `a value that was given up is free, and so is that of what is gone`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    try store.buy("brown rice", as: rice)
    try store.buy("rice", as: salt)
    try store.append { [salt] in try $0.append(PantryEvent.eaten, to: salt) }
    try store.buy("rice", as: rice)
    #expect(try holder(store, "rice") == rice)
  }

  @Test func `an edit that takes another one's value is refused`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    try store.buy("salt", as: salt)
    #expect(throws: StoreError.self) { try store.buy("rice", as: salt) }
    #expect(try holder(store, "salt") == salt)
  }

  @Test func `two of one append cannot have the same value`() throws {
    let store = try store()
    expectError(.refusedByView) {
      try store.append { [rice, salt] draft in
        try draft.append(bought("rice"), to: rice)
        try draft.append(bought("rice"), to: salt)
      }
    }
    #expect(try store.statistics().events == 0)
  }

  @Test func `two may swap values in one append`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    try store.buy("salt", as: salt)
    try store.append { [rice, salt] draft in
      try draft.append(bought("salt"), to: rice)
      try draft.append(bought("rice"), to: salt)
    }
    #expect(try holder(store, "rice") == salt)
    #expect(try holder(store, "salt") == rice)
    #expect(try store.complaints() == [])
  }

  @Test(arguments: [false, true])
  func `an append that makes room for another one can be taken back`(isReversed: Bool) throws {
    let store = try store()
    let (first, second) = isReversed ? (salt, rice) : (rice, salt)
    try store.buy("rice", as: first)
    try store.append { draft in
      try draft.append(bought("brown rice"), to: first)
      try draft.append(bought("rice"), to: second)
    }
    try store.append { try $0.retract(transaction: 2) }
    #expect(try holder(store, "rice") == first)
    try store.append { try $0.retract(transaction: 3) }
    #expect(try holder(store, "rice") == second)
  }

  @Test func `taking back is refused when two would have the same value`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    try store.append { [rice] in try $0.append(PantryEvent.eaten, to: rice) }
    try store.buy("rice", as: salt)
    #expect(throws: StoreError.self) { try store.append { try $0.retract(transaction: 2) } }
    #expect(try holder(store, "rice") == salt)
  }

  @Test func `what the same append has shown counts`() throws {
    let store = try store()
    try store.append { [rice, salt] draft in
      try draft.append(bought("rice"), to: rice)
      if try draft.view(ItemNames.self).holder(of: "rice") == nil {
        try draft.append(bought("rice"), to: salt)
      }
    }
    #expect(try holder(store, "rice") == rice)
    #expect(try store.read { try $0.entity(PantryItem.self, salt) } == nil)
  }

  @Test func `duplicates that arrive are listed, whatever came first`() throws {
    let stores = try merged()
    for store in stores {
      #expect(try store.quarantine().isEmpty)
      #expect(
        try store.read { try $0.view(ItemNames.self).duplicates() }
          == [Duplicate(value: "rice", ids: [rice, salt].map { ID($0) })])
      #expect(try holder(store, "rice") == rice)
      #expect(try store.complaints() == [])
    }
    #expect(try stores[0].digests() == stores[1].digests())
    try stores[0].rebuild()
    #expect(try stores[0].digests() == stores[1].digests())
  }

  @Test func `three of a value are one duplicate, beside another one`() throws {
    let target = try store()
    var ids: [String: [UUID]] = [:]
    for name in ["rice", "salt", "rice", "salt", "rice", "bread"] {
      let elsewhere = try store()
      ids[name, default: []].append(try elsewhere.buy(name))
      try target.absorb(try elsewhere.newestMessage())
    }
    #expect(
      try target.read { try $0.view(ItemNames.self).duplicates() }
        == ["rice", "salt"].map {
          Duplicate(value: $0, ids: ids[$0, default: []].sorted().map { ID($0) })
        })
  }

  @Test func `a duplicate may be edited, and is none once its value differs`() throws {
    let store = try merged()[0]
    try store.append { [salt] in try $0.append(PantryEvent.counted(5), to: salt) }
    #expect(throws: StoreError.self) { try store.buy("rice") }
    try store.buy("sea salt", as: salt)
    #expect(try store.read { try $0.view(ItemNames.self).duplicates() }.isEmpty)
    #expect(throws: StoreError.self) { try store.buy("rice", as: salt) }
  }

  @Test func `one of three duplicates that gives way leaves the value taken`() throws {
    let store = try merged()[0]
    let third = UUID()
    #expect(throws: StoreError.self) {
      try store.append { [salt] draft in
        try draft.append(bought("salt"), to: salt)
        try draft.append(bought("rice"), to: third)
      }
    }
    #expect(try store.read { try $0.entity(PantryItem.self, third) } == nil)
  }

  @Test func `values that begin alike are different ones`() throws {
    let store = try store()
    try store.buy("rice", as: rice)
    try store.buy("rice cake", as: salt)
    try store.buy("ric")
    try store.buy("", as: UUID())
    try store.buy("", as: UUID())
    #expect(try holder(store, "rice") == rice)
    #expect(try store.read { try $0.view(ItemNames.self).duplicates() }.isEmpty)
  }
}
