import Daybook
import DaybookTesting
import Foundation
import Testing

/// Events about entities that nobody made.
struct NeverMadeTests {
  private let store: EventStore
  private let id = UUID()

  init() throws {
    store = try EventStore.temporary(schema: pantry.entity(Jar.self), options: TestClock().options)
  }

  private func entities() throws -> String? {
    let checks = try store.verify().checks
    #expect(checks.filter { !$0.isSound }.map(\.name) == [])
    return checks.first { $0.name == "entities" }?.detail
  }

  @Test(arguments: [JarEvent.counted(2), .broken])
  private func
    `an event that does not make the entity is refused, and the rest of the draft is not`(
      event: JarEvent
    ) throws
  {
    let error = expectError(.noSuchEntity) { try store.append { try $0.append(event, to: id) } }
    #expect(
      error?.message
        == "there is no jar \(id), and \("\(event)".prefix { $0 != "(" }) of jar.event does not make one; append the event that makes it first"
    )
    #expect(try store.read { try $0.token() }.number == 0)
    try store.append { draft in
      try? draft.append(event, to: id)
      try draft.append(JarEvent.filled(3), to: UUID())
    }
    #expect(try store.read { try $0.transactions() }.map(\.positions.count) == [1])
    #expect(try store.read { try $0.entities(of: Jar.self).map(\.state.amount) } == [3])
    #expect(try entities() == "1 entity")
    try store.append { draft in
      try? draft.append(event, to: id)
      try draft.append(JarEvent.filled(4), to: id)
      try draft.append(event, to: id)
    }
    #expect(try entities() == "2 entities")
  }

  @Test func `an event after the one that makes the entity is taken, also when it is gone`() throws
  {
    let other = UUID()
    try store.append { draft in
      try draft.append(JarEvent.filled(3), to: id)
      try draft.append(JarEvent.broken, to: id)
      try draft.append(JarEvent.filled(5), to: other)
    }
    try store.append { try $0.append(JarEvent.counted(2), to: id) }
    #expect(try entities() == "2 entities")
    try store.purge(before: store.read { try $0.token() })
    try store.append { try $0.append(JarEvent.broken, to: other) }
    try store.append { try $0.append(JarEvent.counted(2), to: other) }
    #expect(try store.read { try $0.entities(of: Jar.self).count } == 0)
    #expect(try entities()?.contains("nothing that makes them") == false)
  }

  @Test func `what was taken back waits for nothing`() throws {
    try store.append { try $0.append(JarEvent.filled(3), to: id) }
    try store.append { try $0.append(JarEvent.counted(2), to: id) }
    try store.undo(transaction: 1)
    #expect(try store.read { try $0.entity(Jar.self, id) } == nil)
    #expect(try entities() == "1 entity")
  }

  @Test func `one that arrives from elsewhere waits for its beginning, and verify says so`() throws
  {
    var peer = Peer()
    try store.absorb(peer.message([.pantry(.counted(7), id)], at: .later(1)))
    #expect(
      try entities()
        == "1 entity, 1 of them with events and nothing that makes them, such as pantry.item \(id)"
    )
    // What has events is here, whoever made it.
    try store.append { try $0.append(PantryEvent.counted(8), to: id) }
    var other = Peer()
    try store.absorb(
      other.message([.pantry(.bought(PantryItem(name: "rice", amount: 3)), id)], at: .later(0)))
    #expect(try store.read { try $0.entity(PantryItem.self, id)?.amount } == 8)
    #expect(try entities() == "1 entity")
  }
}

private struct Jar: Entity, CodablePayload {
  static let kind = "jar"
  var amount: Int

  static func fold(_ jar: inout Jar?, _ event: JarEvent) {
    switch event {
    case .filled(let amount): jar = Jar(amount: amount)
    case .counted(let amount): jar?.amount = amount
    case .broken: jar = nil
    }
  }
}

private enum JarEvent: CodableEntityEvent {
  static let type = EventType("jar.event")
  case filled(Int)
  case counted(Int)
  case broken
}
