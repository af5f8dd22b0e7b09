import Daybook
import Foundation
import TemporaryFolders
import Testing

/// Rows and states of another version of the app that was here before, one version at a time.
struct TakeoverTests {
  let directory: TemporaryFolder
  private let rice = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open(_ projection: any Projection) throws -> EventStore {
    try EventStore.open(
      at: directory.path, schema: Schema().entity(PantryItem.self).projection(projection))
  }

  private func buy(_ store: EventStore, _ name: String) throws {
    let event = PantryEvent.bought(PantryItem(name: name, amount: 1, shelf: "top"))
    try store.append { try $0.append(event, to: UUID()) }
  }

  private func names(_ store: EventStore) throws -> [String] {
    try store.read { try $0.view(Shelves.self).rows(Shelves.items).map(\.key.name) }
  }

  @Test func `a lower revision leaves the rows to the higher one, and appends`() throws {
    do { try buy(try open(RevisedShelves()), "rice") }
    do {
      let store = try open(Shelves())
      expectError(.viewKeptByOther) { try names(store) }
      #expect(throws: StoreError.self) { try store.rebuild() }
      #expect(throws: StoreError.self) { try store.dropProjections() }
      try buy(store, "salt")
      #expect(try store.digests().isEmpty)
      #expect(try store.verify().ok)
    }
    let store = try open(RevisedShelves())
    let rows = try store.read { try $0.view(RevisedShelves.self).rows(Shelves.items) }
    #expect(rows.map(\.key.name) == ["rice", "salt"])
    #expect(try store.verify().ok)
  }

  @Test func `an abandoned build of other parameters takes nothing from the live rows`() throws {
    do { try buy(try open(Shelves(parameters: "mine")), "rice") }
    do {
      let store = try open(Shelves(parameters: "mine"))
      try store.rebuild()
      try store.dropProjections()
      try store.startRebuild(of: Shelves.name)
    }
    // Nobody has live rows: the build that was begun must not block this version.
    do {
      let store = try open(Shelves(parameters: "other"))
      #expect(try names(store) == ["rice"])
      try store.startRebuild(of: Shelves.name)
      try buy(store, "salt")
    }
    let store = try open(Shelves(parameters: "other"))
    #expect(try names(store) == ["rice", "salt"])
    #expect(try store.verify().ok)
  }

  @Test func `a first build that nobody ended is ended by who reads the rows`() throws {
    let store = try open(Shelves())
    for name in ["beans", "rice", "salt"] { try buy(store, name) }
    try store.dropProjections()
    expectError(.projectionNotReady) { try names(store) }
    try store.startRebuild(of: Shelves.name)
    #expect(try !store.advanceRebuild(of: Shelves.name, limit: 1))
    #expect(try names(store) == ["beans", "rice", "salt"])
    #expect(try store.verify().ok)
  }

  @Test func `a lower revision of a kind neither reads nor writes what a higher one folded`() throws
  {
    let id = UUID()
    do {
      let store = try EventStore.open(
        at: directory.path, schema: Schema().entity(Coin<New>.self).entity(PantryItem.self))
      try store.append { try $0.append(Flipped<New>(), to: id) }
    }
    do {
      let store = try EventStore.open(
        at: directory.path, schema: pantry.entity(Coin<Old>.self).projection(Flips<Old>()))
      for attempt in [
        { _ = try store.read { try $0.entity(Coin<Old>.self, id) } },
        { try store.append { try $0.append(Flipped<Old>(), to: id) } },
        { try store.append { try $0.append(Flipped<Old>(), to: UUID()) } },
        { _ = try store.read { try $0.view(Flips<Old>.self).rows(Flips<Old>.rows) } },
        { try store.preview(Flips<Old>()) { _ = try $0.rows(Flips<Old>.rows) } },
        { try store.append { _ = try $0.now().entity(Coin<Old>.self, id) } },
      ] as [() throws -> Void] {
        let error = expectError(.schemaChanged) { try attempt() }
        #expect(error?.message.contains("revision 2") == true)
      }
      try buy(store, "rice")
      #expect(try names(store) == ["rice"])
      #expect(try store.verify().ok)
    }
    let store = try EventStore.open(at: directory.path, schema: Schema().entity(Coin<New>.self))
    #expect(try store.read { try $0.entity(Coin<New>.self, id) }?.flips == 10)
    #expect(try store.verify().ok)
  }
}

/// The same rows by a later version of the code.
private struct RevisedShelves: Projection {
  static let name = Shelves.name
  static let revision = 2
  static let tables = Shelves.tables

  func register(_ handlers: inout ChangeHandlers) { Shelves().register(&handlers) }
}

private protocol Edition: Sendable { static var number: Int { get } }
private enum Old: Edition { static let number = 1 }
private enum New: Edition { static let number = 2 }

/// How often a coin was flipped; the second edition counts in tenths.
private struct Coin<App: Edition>: Entity, CodablePayload {
  static var kind: String { "coin" }
  static var revision: Int { App.number }
  var flips = 0

  static func fold(_ state: inout Self?, _ event: Flipped<App>) {
    state = Coin(flips: (state?.flips ?? 0) + (App.number == 2 ? 10 : 1))
  }
}

private struct Flipped<App: Edition>: CodableEntityEvent {
  static var type: EventType { EventType("coin.flipped") }
}

private struct Flips<App: Edition>: Projection {
  static var name: String { "flips" }
  static var rows: ViewTable<UUID, Empty> { ViewTable("rows", at: 0) }
  static var tables: [any AnyViewTable] { [rows] }

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Coin<App>.self) { change, rows in
      let id = change.id.rawValue
      try rows.replace(Self.rows, change) { _ in (id, Empty()) }
    }
  }
}
