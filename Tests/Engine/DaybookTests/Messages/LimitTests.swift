import DaybookSnapshot
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

@testable import Daybook

/// What a transaction may hold, the same for all the ways in which it can come.
struct LimitTests {
  private let clock = TestClock()

  private func store() throws -> EventStore {
    try EventStore.temporary(schema: pantry, options: clock.options)
  }

  /// Appends events of all types, of which the last has as many bytes as asked for.
  private func append(_ store: EventStore, events: Int, bytes: Int) throws {
    try store.append(author: "Ada", durability: .relaxed) { draft in
      for number in 1..<events {
        let event: PantryEvent = number % 3 == 0 ? .eaten : .counted(Int64(number))
        try draft.append(event, to: UUID())
      }
      let item = PantryItem(name: String(repeating: "x", count: bytes), amount: 1)
      try draft.append(PantryEvent.bought(item), to: UUID())
    }
  }

  private func refusal(_ body: () throws -> Void) -> StoreError? {
    let error = #expect(throws: StoreError.self, performing: body)
    #expect(error?.code == .tooLarge)
    let remedies = ["write it in several", "shorten it"]
    #expect(
      remedies.contains { error?.message.contains($0) == true }, "\(error?.message ?? "")")
    return error
  }

  @Test(arguments: [1, 2, 3000])
  func `a transaction of exactly a mebibyte travels, one byte more is refused`(events: Int) throws {
    // Without the view of shelves, whose keys hold the name.
    let items = Schema().entity(PantryItem.self)
    let stores = try (0..<3).map { _ in
      try EventStore.temporary(schema: items, options: clock.options)
    }
    let (probe, peer, store) = (stores[0], stores[1], stores[2])
    let start = 800_000
    try append(probe, events: events, bytes: start)
    let size = try #require(try probe.read { try $0.message(of: 1) }).count
    try append(store, events: events, bytes: start + (1 << 20) - size)
    let message = try #require(try store.read { try $0.message(of: 1) })
    #expect(message.count == 1 << 20)
    try peer.absorb(message)
    let error = refusal { try append(store, events: events, bytes: start + (1 << 20) - size + 1) }
    #expect(error?.message.contains("1048577") == true)
    #expect(error?.message.contains("1048576") == true)
    #expect(try store.statistics().transactions == 1)
    #expect(try store.verify().ok)
  }

  @Test func `a message of more than a mebibyte is refused`() throws {
    let store = try store()
    var message = WrittenMessage(clock)
    message.events[0].payload = [UInt8](repeating: 0, count: 1 << 20)
    #expect(refusal { try store.absorb(message.bytes) }?.message.contains("1048576") == true)
  }

  @Test func `a transaction has at most 4,096 events`() throws {
    let (store, peer) = (try store(), try store())
    try append(store, events: 4096, bytes: 1)
    try peer.absorb(try #require(try store.read { try $0.message(of: 1) }))
    let error = refusal { try append(store, events: 4097, bytes: 1) }
    #expect(error?.message.contains("4096") == true)
    var message = WrittenMessage(clock)
    message.events = Array(repeating: message.events[0], count: 4097)
    _ = refusal { try peer.absorb(message.bytes) }
    #expect(try [store, peer].map { try $0.statistics().transactions } == [1, 1])
  }

  static let texts: [(String, @Sendable (inout WrittenMessage, String) -> Void)] = [
    ("author", { $0.author = $1 }), ("context", { $0.context = $1 }),
    ("process", { $0.process = $1 }),
  ]

  @Test(arguments: texts.indices)
  func `author, context and process of a message have at most 1,000 bytes`(index: Int) throws {
    let (name, set) = Self.texts[index]
    let store = try store()
    var message = WrittenMessage(clock)
    set(&message, String(repeating: "a", count: 1001))
    #expect(refusal { try store.absorb(message.bytes) }?.message.contains(name) == true)
    set(&message, String(repeating: "a", count: 1000))
    try store.absorb(message.bytes)
    #expect(try store.read { try $0.message(of: 1) } == message.bytes)
  }

  @Test func `author and context of an append have at most 1,000 bytes`() throws {
    let store = try store()
    let (fits, long) = (String(repeating: "a", count: 1000), String(repeating: "é", count: 501))
    _ = refusal { try store.append(author: long) { try $0.append(PantryEvent.eaten, to: UUID()) } }
    _ = refusal { try store.append(context: long) { try $0.append(PantryEvent.eaten, to: UUID()) } }
    try store.append(author: fits, context: fits) { try $0.append(PantryEvent.eaten, to: UUID()) }
    #expect(try store.statistics().transactions == 1)
  }

  @Test func `the name of a process has at most 1,000 bytes`() throws {
    var options = StoreOptions()
    options.process = String(repeating: "p", count: 1001)
    _ = refusal { _ = try EventStore.temporary(schema: pantry, options: options) }
  }

  @Test func `names of events and kinds in a message have at most 200 bytes`() throws {
    let store = try store()
    for count in [200, 201] {
      let name = String(repeating: "n", count: count)
      var (event, kind) = (WrittenMessage(clock), WrittenMessage(clock))
      event.events[0].name = name
      kind.events[0].kind = name
      for message in [event.bytes, kind.bytes] {
        if count == 200 {
          try store.absorb(message)
        } else {
          _ = refusal { try store.absorb(message) }
        }
      }
    }
    var empty = WrittenMessage(clock)
    empty.events[0].kind = ""
    expectError(.invalidArgument) { try store.absorb(empty.bytes) }
  }

  @Test func `a schema with a name of more than 200 bytes is refused at open`() throws {
    expectError(.invalidSchema) {
      _ = try EventStore.temporary(schema: Schema().entity(Lengthy.self))
    }
  }

  @Test func `an inbox file that tells too long an author is set aside`() throws {
    let (store, directory) = (try store(), try TemporaryFolder())
    let inbox = InboxFolder(path: directory.path + "/inbox")
    var payload = PayloadWriter()
    PantryEvent.counted(1).encode(into: &payload)
    let event = InboxEvent(
      "item.counted", kind: PantryItem.kind, entity: UUID(), payload: payload.array)
    try inbox.drop(
      event, author: String(repeating: "w", count: 1001), wallTime: clock.now - 1)
    try inbox.drop(event, author: "widget", wallTime: clock.now)
    let report = try store.ingest(inbox: inbox.path)
    #expect(report.ingested.count == 1)
    #expect(report.rejected.map { ($0.reason as? StoreError)?.code } == [.tooLarge])
  }
}

/// An entity whose name is too long.
private struct Lengthy: Entity, Equatable, CodablePayload {
  static let kind = String(repeating: "k", count: 201)

  enum Event: CodableEntityEvent {
    static let type = EventType("lengthy.event")
    case made
  }

  static func fold(_ state: inout Lengthy?, _ event: Event) {}
}
