import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Removing the rows of one projection, in the schema or not.
struct DropProjectionTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open(_ projections: any Projection...) throws -> EventStore {
    var options = StoreOptions()
    // The journal keeps few pages.
    options.checkpoint = (1 << 20, 1, 2_000_000)
    return try EventStore.open(
      at: directory.path,
      schema: projections.reduce(Schema().entity(PantryItem.self)) { $0.projection($1) },
      options: options)
  }

  private func fill(_ store: EventStore, _ count: Int) throws {
    try store.append { draft in
      for number in 0..<count {
        let name = "item \(number) \(String(repeating: "x", count: 200))"
        try draft.append(PantryEvent.bought(PantryItem(name: name, amount: 1)), to: UUID())
      }
    }
  }

  @Test func `rows of a projection that left the schema go, and are built for who has it`() throws {
    do { try fill(try open(Shelves(), ItemNames()), 50) }
    do {
      let store = try open(ItemNames())
      try store.dropProjection(Shelves.name)
      #expect(try store.verify().ok)
      #expect(try store.read { try $0.view(ItemNames.self).rows(ItemNames.rows).count } == 50)
      // Once more does nothing.
      try store.dropProjection(Shelves.name)
      try store.buy("rice")
    }
    let store = try open(Shelves(), ItemNames())
    #expect(try store.read { try $0.view(Shelves.self).rows(Shelves.items).count } == 51)
    #expect(try store.verify().ok)
  }

  @Test func `the file has the pages of the rows again`() throws {
    do { try fill(try open(Shelves()), 3000) }
    let full = try EventStore.compact(at: directory.path).after
    do { try open().dropProjection(Shelves.name) }
    let dropped = try EventStore.compact(at: directory.path).after
    // Rows of 200 bytes of text each.
    #expect(full - dropped > 3000 * 200, "\(full) \(dropped)")
  }

  @Test(arguments: [false, true])
  func `the file does not grow while there are pages of dropped rows`(drops: Bool) throws {
    do { try fill(try open(Shelves()), 3000) }
    try EventStore.compact(at: directory.path)
    if drops { try open().dropProjection(Shelves.name) }
    // The journal of a store that is open keeps the pages of its last checkpoint.
    let store = try open()
    // The pages can be used from the commit after the next on.
    for _ in 0..<2 { try store.buy("rice") }
    let before = try store.statistics().bytes
    for _ in 0..<100 { try fill(store, 2) }
    let grown = try store.statistics().bytes - before
    #expect((grown > 100_000) == !drops, "by \(grown) bytes")
  }

  @Test func `one of the schema has no rows until it is rebuilt, the others keep theirs`() throws {
    let store = try open(Shelves(), ItemNames())
    try fill(store, 10)
    try store.dropProjection(Shelves.name)
    expectError(.projectionNotReady) {
      try store.read { try $0.view(Shelves.self).rows(Shelves.items) }
    }
    try store.buy("rice")
    #expect(try store.read { try $0.view(ItemNames.self).rows(ItemNames.rows).count } == 11)
    try store.rebuild(Shelves.name)
    #expect(try store.read { try $0.view(Shelves.self).rows(Shelves.items).count } == 11)
    #expect(try store.verify().ok)
  }

  @Test func `a build that nobody ended goes, too`() throws {
    do {
      let store = try open(Shelves())
      try fill(store, 20)
      try store.dropProjections()
      try store.startRebuild(of: Shelves.name)
      #expect(try !store.advanceRebuild(of: Shelves.name, limit: 5))
    }
    try open().dropProjection(Shelves.name)
    let store = try open(Shelves())
    #expect(try store.read { try $0.view(Shelves.self).rows(Shelves.items).count } == 20)
    #expect(try store.verify().ok)
  }

  @Test func `what a projection has left out goes with its rows`() throws {
    do {
      let store = try open(Particular())
      let elsewhere = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
      try elsewhere.buy("rice")
      try store.absorb(try elsewhere.newestMessage())
      #expect(try store.statistics().quarantined == 1)
    }
    let store = try open()
    try store.dropProjection(Particular.name)
    #expect(try store.statistics().quarantined == 0)
    #expect(try store.quarantine().isEmpty)
    #expect(try store.verify().ok)
  }

  @Test func `a name that is not there is refused with those that are`() throws {
    do { try fill(try open(Shelves()), 1) }
    let store = try open(ItemNames())
    let error = expectError(.notInSchema) { try store.dropProjection("pantry.shelf") }
    #expect(error?.message.contains("there are pantry.names, pantry.shelves") == true)
    try store.dropProjection(Shelves.name)
    let later = #expect(throws: StoreError.self) { try store.dropProjection("pantry.shelf") }
    #expect(later?.message.hasSuffix("there are pantry.names") == true)
    let empty = try EventStore.temporary(schema: Schema())
    let none = #expect(throws: StoreError.self) { try empty.dropProjection("names") }
    #expect(none?.message.hasSuffix("there is none") == true)
  }

  @Test func `rows of another with the same beginning of its name stay`() throws {
    let store = try open(Shelves(), LongerName())
    try fill(store, 10)
    try store.dropProjection(Shelves.name)
    #expect(try store.read { try $0.view(LongerName.self).rows(LongerName.items).count } == 10)
    #expect(try store.verify().ok)
  }

  @Test func `rows that a higher revision keeps are left to it`() throws {
    do { try fill(try open(LaterShelves()), 10) }
    let digest: [String: Digest]
    do {
      let store = try open(Shelves())
      expectError(.viewKeptByOther) { try store.dropProjection(Shelves.name) }
    }
    let store = try open(LaterShelves())
    digest = try store.digests()
    #expect(digest[Shelves.name]?.rows ?? 0 > 10)
    #expect(try store.verify().ok)
  }
}

/// Takes in nothing.
private struct Particular: Projection {
  static let name = "particular"
  static let rows = ViewTable<UUID, Empty>("rows", at: 0)
  static let tables: [any AnyViewTable] = [rows]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { _, _ in throw PantryError.negative }
  }
}

private struct LongerName: Projection {
  static let name = Shelves.name + ".too"
  static let items = Shelves.items
  static let tables = Shelves.tables

  func register(_ handlers: inout ChangeHandlers) { Shelves().register(&handlers) }
}

private struct LaterShelves: Projection {
  static let name = Shelves.name
  static let revision = 2
  static let tables = Shelves.tables

  func register(_ handlers: inout ChangeHandlers) { Shelves().register(&handlers) }
}
