import TemporaryFolders
import Testing

@testable import Daybook

/// Views that are built once, when much was appended.
struct DeferredViewsTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open() throws -> EventStore {
    try EventStore.open(
      at: directory.path,
      schema: Schema().entity(PantryItem.self).projection(Shelves()).projection(ItemNames()))
  }

  private func buy(_ count: Int, in store: EventStore) throws {
    try store.append { draft in
      for _ in 0..<count {
        try draft.append(
          PantryEvent.bought(PantryItem(name: "\(UUID())", amount: 1, shelf: "top")),
          to: UUID())
      }
    }
  }

  private func counts(_ store: EventStore) throws -> [Int] {
    try store.read { reader in
      [
        try reader.view(Shelves.self).rows(Shelves.items).count,
        try reader.view(ItemNames.self).rows(ItemNames.rows).count,
        try reader.entities(of: PantryItem.self).count,
      ]
    }
  }

  @Test func `readers see the rows as they were, and all of them when they are built`() throws {
    let store = try open()
    try buy(3, in: store)
    let names = try store.deferViews(for: 1000)
    #expect(names == [Shelves.name])
    for round in 1...3 {
      try buy(300, in: store)
      let found = try counts(store)
      #expect(found == [3, 300 * round + 3, 300 * round + 3])
    }
    try store.buildDeferredViews(names)
    #expect(try counts(store) == [903, 903, 903])
    #expect(try store.verify().ok)
    try buy(1, in: store)
    #expect(try counts(store) == [904, 904, 904])
    // There is nothing more to build.
    try store.buildDeferredViews(names)
    #expect(try store.verify().ok)
  }

  @Test func `what was deferred is built when the store is opened`() throws {
    do {
      let store = try open()
      try buy(3, in: store)
      _ = try store.deferViews(for: 1000)
      try buy(300, in: store)
    }
    let store = try open()
    #expect(try counts(store) == [303, 303, 303])
    #expect(try store.verify().ok)
  }

  @Test func `whoever needs the rows has them brought up to date`() throws {
    let store = try open()
    try buy(3, in: store)
    _ = try store.deferViews(for: 1000)
    try buy(300, in: store)
    let seen = try store.write { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
      return try draft.view(Shelves.self).rows(Shelves.items).count
    }
    #expect(seen == 304)
    #expect(try counts(store)[0] == 304)
    #expect(try store.verify().ok)
  }

  @Test func `verify and digests do not take old rows for those of now`() throws {
    let store = try open()
    try buy(3, in: store)
    let names = try store.deferViews(for: 1000)
    try buy(300, in: store)
    #expect(try store.verify().ok)
    let digests = try store.digests()
    try store.buildDeferredViews(names)
    #expect(try store.digests() == digests)
    #expect(try counts(store) == [303, 303, 303])
  }

  @Test func `a store that holds more than comes defers nothing`() throws {
    let store = try open()
    try buy(30, in: store)
    #expect(try store.deferViews(for: 29) == [])
    try buy(5, in: store)
    #expect(try counts(store) == [35, 35, 35])
  }

  @Test func `what a view refuses is refused meanwhile`() throws {
    let store = try open()
    _ = try store.deferViews(for: 1000)
    let rice = PantryEvent.bought(PantryItem(name: "rice", amount: 1))
    try store.append { draft in try draft.append(rice, to: UUID()) }
    expectError(.refusedByView) { try store.append { draft in try draft.append(rice, to: UUID()) } }
  }

  @Test func `a change of what was there before is in the rows too`() throws {
    let store = try open()
    let id = UUID()
    try store.buy("rice", shelf: nil, as: id)
    let names = try store.deferViews(for: 1000)
    try store.append { draft in try draft.append(PantryEvent.eaten, to: id) }
    try buy(300, in: store)
    try store.buildDeferredViews(names)
    #expect(try counts(store) == [300, 300, 300])
    #expect(try store.verify().ok)
  }
}
