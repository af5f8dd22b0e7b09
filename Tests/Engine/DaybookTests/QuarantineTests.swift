import Daybook
import Foundation
import TemporaryFolders
import Testing

/// What throws is left out and listed, and everything else goes on.
struct QuarantineTests {
  let directory: TemporaryFolder
  private let rice = UUID()
  private let salt = UUID()
  /// Where things are bought that arrive.
  private let elsewhere: EventStore

  init() throws {
    directory = try TemporaryFolder()
    elsewhere = try EventStore.temporary(schema: Schema().entity(PantryItem.self))
  }

  private func open(_ projection: Picky = Picky()) throws -> EventStore {
    try EventStore.open(
      at: directory.path, schema: Schema().entity(PantryItem.self).projection(projection))
  }

  private func buy(_ store: EventStore, _ id: UUID, _ name: String, shelf: String = "top") throws {
    try store.buy(name, shelf: shelf, as: id)
  }

  /// Takes in what was bought elsewhere.
  private func receive(_ store: EventStore, _ id: UUID, _ name: String) throws {
    try buy(elsewhere, id, name)
    let message = try elsewhere.read { reader in
      try reader.message(of: UInt64(reader.token().number))
    }
    try store.absorb(try #require(message))
  }

  private func names(_ store: EventStore) throws -> [String] {
    try store.read { try $0.view(Picky.self).rows(Picky.items).map(\.key.name) }
  }

  @Test func `an entity that a projection cannot take is left out, the rest goes on`() throws {
    let store = try open(Picky(dislikes: "rice"))
    try receive(store, rice, "rice")
    try receive(store, salt, "salt")
    #expect(try names(store) == ["salt"])
    let item = try #require(try store.quarantine().first)
    #expect(item.projection == Picky.name)
    #expect(item.entity == rice)
    #expect(item.kind == PantryItem.kind)
    #expect(item.error.contains("rice"))
    #expect(try store.read { try $0.entity(PantryItem.self, rice) } != nil)
  }

  @Test func `an edit that cannot be taken takes the old row out`() throws {
    let store = try open(Picky(dislikes: "sand"))
    try receive(store, rice, "rice")
    try receive(store, rice, "sand")
    #expect(try names(store).isEmpty)
    #expect(try store.quarantine().count == 1)
    try receive(store, rice, "rice again")
    #expect(try names(store) == ["rice again"])
    #expect(try store.quarantine().isEmpty)
  }

  @Test func `the rows with a quarantine are those of a build`() throws {
    let store = try open(Picky(dislikes: "sand"))
    try receive(store, rice, "rice")
    try receive(store, salt, "salt")
    try receive(store, rice, "sand")
    let before = try store.digests()
    for check in try store.verify().checks {
      #expect(check.isSound, "\(check.name): \(check.detail)")
    }
    try store.rebuild()
    #expect(try store.digests() == before)
    #expect(try store.quarantine().count == 1)
  }

  @Test func `a build leaves out the rows of a key that is too long, as appending does`() throws {
    let store = try EventStore.open(
      at: directory.path, schema: Schema().entity(PantryItem.self).projection(Spelled()))
    // 63 letters of eight bytes fit; of 64 only the same 63 do.
    for (number, count) in [63, 64, 63].enumerated() {
      let id = UUID(uuid: (UInt8(number), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
      try receive(store, id, String(repeating: "a", count: count))
    }
    #expect(try store.quarantine().count == 1)
    let before = try store.digests()
    try store.rebuild()
    #expect(try store.quarantine().count == 1)
    #expect(try store.digests() == before)
    let counts = try store.read { try $0.view(Spelled.self).rows(Spelled.counts) }
    #expect(counts.map(\.row.count) == [2])
  }

  @Test func `requeue after a fix gives the rows of a clean build`() throws {
    let taste = Taste()
    taste.dislikes = "rice"
    let store = try open(Picky(taste: taste))
    try receive(store, rice, "rice")
    #expect(try store.requeue() == 1)
    taste.dislikes = ""
    #expect(try store.requeue() == 0)
    #expect(try names(store) == ["rice"])
    let requeued = try store.digests()
    try store.rebuild()
    #expect(try store.digests() == requeued)
  }

  @Test func `an event that a late arrival makes senseless is left out of the fold`() throws {
    let store = try open()
    let start = HybridTime(milliseconds: 1_000)
    try store.append(stamp: start) { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 3)), to: rice)
    }
    try store.append(stamp: HybridTime(milliseconds: 3_000)) { draft in
      try draft.append(PantryEvent.moved("odd"), to: rice)
    }
    try store.append(stamp: HybridTime(milliseconds: 2_000)) { draft in
      try draft.append(PantryEvent.moved("even"), to: rice)
    }
    #expect(try store.quarantine().isEmpty)
    // A negative count throws in the fold; what arrives is stored nevertheless.
    var peer = Peer()
    try store.absorb(
      peer.message([.pantry(.counted(-1), rice)], at: HybridTime(milliseconds: 2_500)))
    let item = try #require(try store.quarantine().first)
    #expect(item.projection == nil)
    #expect(item.position == 4)
    let state = try store.read { try $0.entity(PantryItem.self, rice) }
    #expect(state?.amount == 3)
    #expect(state?.shelf == "odd")
    for check in try store.verify().checks {
      #expect(check.isSound, "\(check.name): \(check.detail)")
    }
    try store.append { try $0.retract(transaction: 4) }
    #expect(try store.quarantine().isEmpty)
  }
}

/// What a projection cannot stand.
private final class Taste: @unchecked Sendable {  // only the writer's thread and the test, in turn
  var dislikes = ""
}

/// Items in a projection that throws for one name.
private struct Picky: Projection {
  static let name = "pantry.picky"
  static let items = ViewTable<ShelfKey, Empty>("items", at: 0)
  static let tables: [any AnyViewTable] = [items]

  var taste = Taste()

  init(taste: Taste = Taste()) { self.taste = taste }

  init(dislikes: String) { taste.dislikes = dislikes }

  func register(_ handlers: inout ChangeHandlers) {
    let taste = taste
    handlers.on(PantryItem.self) { change, rows in
      try rows.replace(
        Self.items, old: change.old.map { (ShelfKey($0.state, change.id.rawValue), Empty()) },
        new: change.new.map { (ShelfKey($0.state, change.id.rawValue), Empty()) })
      if change.new?.name == taste.dislikes {
        throw StoreError(.invalidArgument, "\(taste.dislikes) is not to my taste")
      }
    }
  }
}

/// How many items have each name, whose letters take eight bytes of the key.
private struct Spelled: Projection {
  struct Key: OrderedKey {
    var letters: [UInt64]

    init(_ name: String) { letters = name.unicodeScalars.map { UInt64($0.value) } }

    init(from reader: inout KeyReader) throws {
      letters = []
      while let letter = try? reader.uint64() { letters.append(letter) }
    }

    func encode(into writer: inout KeyWriter) {
      for letter in letters { writer.uint64(letter) }
    }
  }

  struct Count: PayloadCodable {
    var count: Int64 = 0

    init() {}

    init(from reader: inout PayloadReader) throws {
      while let field = try reader.next() {
        if field == 1 { count = try reader.int() }
      }
    }

    func encode(into writer: inout PayloadWriter) { writer.int(1, count) }
  }

  static let name = "pantry.spelled"
  static let counts = ViewTable<Key, Count>("counts", at: 0)
  static let tables: [any AnyViewTable] = [counts]

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { change, rows in
      guard let item = change.new else { return }
      try rows.update(Self.counts, Key(item.state.name)) { row in
        row = row ?? Count()
        row?.count += 1
      }
    }
  }
}
