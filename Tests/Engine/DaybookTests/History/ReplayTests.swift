import Daybook
import DaybookTesting
import Testing

/// The whole log, event by event, where it is stored.
struct ReplayTests {
  private let clock = TestClock()
  private let id = UUID()
  private let store: EventStore

  init() throws { store = try EventStore.temporary(schema: pantry, options: clock.options) }

  private func append(_ events: PantryEvent...) throws -> History.Token {
    try store.append(durability: .relaxed) { [id] draft in
      for event in events { try draft.append(event, to: id) }
    }
  }

  /// What a walk gets to see.
  private struct Seen: Equatable {
    let position: UInt64
    let transaction: UInt64
    let entity: UUID
    let kind: String
    let type: EventType
    let payload: [UInt8]
  }

  private func replayed(after token: History.Token? = nil) throws -> [Seen] {
    try store.read { reader in
      var seen: [Seen] = []
      try reader.replay(after: token) { event in
        seen.append(
          Seen(
            position: event.position, transaction: event.transaction, entity: event.entity,
            kind: try event.kind(), type: try event.type(),
            payload: event.payload.withUnsafeBytes { [UInt8]($0) }))
      }
      return seen
    }
  }

  @Test func `a walk hands out what each event is`() throws {
    _ = try append(.bought(PantryItem(name: "rice", amount: 3)), .counted(2))
    _ = try store.append { try $0.retract(transaction: 1) }
    let seen = try replayed()
    #expect(seen.map(\.position) == [1, 2, 3])
    #expect(seen.map(\.kind) == ["pantry.item", "pantry.item", ""])
    let read = try store.read { reader in try (1...3).map { try reader.event($0) } }
    let events = read.map {
      Seen(
        position: $0.position, transaction: $0.transaction, entity: $0.entity, kind: $0.kind,
        type: $0.type, payload: $0.payload)
    }
    #expect(seen == events)
  }

  @Test func `a walk begins after a token`() throws {
    let first = try append(.bought(PantryItem(name: "rice", amount: 3)), .counted(2))
    _ = try append(.counted(4))
    let third = try append(.counted(5))
    #expect(try replayed(after: first).map(\.position) == [3, 4])
    #expect(try replayed(after: third).isEmpty)
  }

  @Test func `what was purged is passed over, and older tokens are refused`() throws {
    let first = try append(.bought(PantryItem(name: "rice", amount: 3)), .counted(2))
    let second = try append(.counted(4))
    _ = try append(.counted(5))
    try store.purge(before: second)
    #expect(try replayed().map(\.position) == [4])
    #expect(try replayed(after: second).map(\.position) == [4])
    expectError(.expiredToken) { try replayed(after: first) }
  }

  @Test func `a decoder gives the events of its kind`() throws {
    _ = try append(.bought(PantryItem(name: "rice", amount: 3)), .moved("top"))
    _ = try store.append { try $0.retract(transaction: 1) }
    let events = try store.read { reader in
      let items = try reader.decoder(of: PantryItem.self)
      var events: [PantryEvent?] = []
      try reader.replay { events.append(try items.decode($0)) }
      return events
    }
    #expect(events == [.bought(PantryItem(name: "rice", amount: 3)), .moved("top"), nil])
  }

  @Test func `a walk ends with what its closure throws`() throws {
    _ = try append(.bought(PantryItem(name: "rice", amount: 3)), .counted(2))
    var count = 0
    #expect(throws: PantryError.self) {
      try store.read { reader in
        try reader.replay { _ in
          count += 1
          throw PantryError.negative
        }
      }
    }
    #expect(count == 1)
  }
}
