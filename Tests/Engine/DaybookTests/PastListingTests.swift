import Daybook
import Testing

/// All entities of a kind, and all events of a type, as they were.
struct PastListingTests {
  private let store: EventStore
  private let ids = (0..<4).map { _ in UUID.timeOrdered() }
    .sorted { $0.uuidString < $1.uuidString }

  init() throws { store = try EventStore.temporary(schema: pantry) }

  private func append(_ event: PantryEvent, to index: Int) throws -> History.Token {
    try store.append { [id = ids[index]] in try $0.append(event, to: id) }
  }

  private func buy(_ index: Int, amount: Int64) throws -> History.Token {
    try append(.bought(PantryItem(name: "n\(index)", amount: amount)), to: index)
  }

  /// Amounts by id, and the ids, as of a token.
  private func listing(_ token: History.Token, after last: UUID? = nil, limit: Int = .max) throws
    -> [Int64]
  {
    try store.read(asOf: token) { reader in
      try reader.entities(of: PantryItem.self, after: last.map { ID($0) }, limit: limit).map(
        \.state.amount)
    }
  }

  @Test func `entities are listed as they were, in pages`() throws {
    let first = try buy(0, amount: 1)
    _ = try buy(1, amount: 2)
    let second = try buy(2, amount: 3)
    let third = try append(.counted(7), to: 0)
    let eaten = try append(.eaten, to: 1)
    let last = try buy(3, amount: 9)
    #expect(try listing(first) == [1])
    #expect(try listing(second) == [1, 2, 3])
    #expect(try listing(third) == [7, 2, 3])
    #expect(try listing(eaten) == [7, 3])
    #expect(try listing(last) == [7, 3, 9])
    #expect(try listing(third, after: ids[0], limit: 1) == [2])
    #expect(try listing(third, limit: 0) == [])
  }

  @Test func `an undo that came later changes nothing then`() throws {
    _ = try buy(0, amount: 1)
    let counted = try append(.counted(7), to: 0)
    try store.append { try $0.retract(transaction: counted.number) }
    let now = try store.read { try $0.token() }
    #expect(try listing(counted) == [7])
    #expect(try listing(now) == [1])
  }

  @Test func `an entity has the times that it had`() throws {
    let token = try buy(0, amount: 1)
    let before = try store.read { try $0.entities(of: PantryItem.self) }
    _ = try append(.counted(7), to: 0)
    let then = try store.read(asOf: token) { try $0.entities(of: PantryItem.self) }
    #expect(then == before)
    let now = try store.read { try $0.entities(of: PantryItem.self) }
    #expect(now.first?.modified != then.first?.modified)
  }

  @Test func `events are those that had arrived`() throws {
    _ = try buy(0, amount: 1)
    let first = try append(.counted(2), to: 0)
    let second = try append(.counted(3), to: 0)
    _ = try append(.counted(4), to: 0)
    let name = try #require(PantryEvent.types.first { $0.name.contains("counted") }).name
    func events(
      _ token: History.Token, after: History.Token? = nil, _ order: History.Order = .oldestFirst,
      limit: Int = .max
    ) throws -> [PantryEvent] {
      try store.read(asOf: token) {
        try $0.events(of: PantryItem.self, named: name, after: after, order: order, limit: limit)
          .map(\.event)
      }
    }
    #expect(try events(first) == [.counted(2)])
    #expect(try events(second) == [.counted(2), .counted(3)])
    #expect(try events(second, .newestFirst, limit: 1) == [.counted(3)])
    #expect(try events(second, after: first) == [.counted(3)])
    #expect(try events(first, after: second) == [])
    #expect(try events(first, after: second, .newestFirst) == [])
  }

  private static func count(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable
  ) throws -> Int {
    try reader.entities(of: PantryItem.self).count
  }

  @Test func `code for any time lists entities`() throws {
    let token = try buy(0, amount: 1)
    _ = try buy(1, amount: 1)
    #expect(try store.read { try Self.count($0) } == 2)
    #expect(try store.read(asOf: token) { try Self.count($0) } == 1)
  }
}
