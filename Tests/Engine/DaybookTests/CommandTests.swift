import DaybookSnapshot
import DaybookTesting
import TemporaryFolders
import Testing

@testable import Daybook

/// Appends that are done once, however often they are asked for.
struct CommandTests {
  private let clock = TestClock()
  private let directory: TemporaryFolder
  private let id = CardStore.id(1)
  private let command = CardStore.id(2)

  init() throws { directory = try TemporaryFolder() }

  private func open(_ faults: FaultPlan? = nil) throws -> EventStore {
    var options = clock.options
    faults?.install(in: &options)
    return try EventStore.open(at: directory.path, schema: pantry, options: options)
  }

  private func press(
    _ store: EventStore, amount: Int64 = 1, durability: Durability = .durable
  ) throws -> History.Token {
    try store.append(command: command, durability: durability) { [id] draft in
      let known = try draft.entity(PantryItem.self, id)?.amount ?? 0
      try draft.append(
        PantryEvent.bought(PantryItem(name: "rice", amount: known + amount)), to: id)
    }
  }

  private func amount(_ store: EventStore) throws -> Int64? {
    try store.read { try $0.entity(PantryItem.self, id) }?.amount
  }

  private func expectSound(_ store: EventStore) throws {
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `a command that is given twice is one transaction with one token`() throws {
    let store = try open()
    let first = try press(store)
    try store.append { [id] in try $0.append(PantryEvent.moved("top"), to: id) }
    #expect(try press(store) == first)
    #expect(first.number == 1)
    #expect(try amount(store) == 1)
    #expect(try store.read { try $0.transactions() }.count == 2)
    try expectSound(store)
  }

  @Test func `it is one transaction after a restart too`() throws {
    let first: History.Token
    do { first = try press(open()) }
    let store = try open()
    #expect(try press(store) == first)
    #expect(try amount(store) == 1)
  }

  @Test func `other commands are other transactions`() async throws {
    let store = try open()
    for _ in 0..<3 {
      try await store.append(command: UUID()) { [id] in
        try $0.append(PantryEvent.moved("top"), to: id)
      }
    }
    #expect(try store.read { try $0.transactions() }.count == 3)
  }

  @Test func `of many at a time in one commit one is carried out`() async throws {
    let store = try open()
    let tokens = try await withThrowingTaskGroup(of: History.Token.self) { group in
      for _ in 0..<20 {
        group.addTask { [id, command] in
          try await store.append(command: command) { draft in
            try draft.append(
              PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }
    #expect(tokens.map(\.number) == [1])
    #expect(try store.read { try $0.transactions() }.count == 1)
  }

  @Test func `it is remembered with a bulk append, and when the file had to grow`() throws {
    let faults = FaultPlan()
    let store = try open(faults)
    faults.failNextCommit(.growth)
    let first = try press(store, durability: .bulk)
    #expect(try press(store, durability: .bulk) == first)
    #expect(try press(store) == first)
    #expect(try amount(store) == 1)
  }

  @Test func `it is remembered when a view of the draft was asked for`() throws {
    let store = try open()
    for _ in 0..<2 {
      try store.append(command: command) { [id] draft in
        try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
        _ = try draft.view(Shelves.self).rows(Shelves.items).count
      }
    }
    #expect(try store.read { try $0.transactions() }.count == 1)
  }

  @Test func `one that threw or appended nothing is still open`() throws {
    let store = try open()
    #expect(throws: PantryError.self) {
      try store.append(command: command) { _ in throw PantryError.negative }
    }
    #expect(try store.append(command: command) { _ in }.number == 0)
    #expect(try press(store).number == 1)
  }

  @Test func `one whose transaction was taken back or purged is not carried out again`() throws {
    let store = try open()
    let first = try press(store)
    try store.append { try $0.retract(transaction: first.number) }
    #expect(try press(store) == first)
    #expect(try amount(store) == nil)
    let newest = try store.append { [id] in try $0.append(PantryEvent.moved("low"), to: id) }
    try store.purge(before: newest, forced: true)
    #expect(try press(store) == first)
    expectError(.expiredToken) { try store.read { try $0.transactions(after: first) } }
    try expectSound(store)
  }

  @Test func `a write tells by the missing value that the command was carried out before`()
    async throws
  {
    let store = try open()
    let first = try await write(store)
    #expect(first.value == id && first.token.number == 1)
    let second = try await write(store)
    #expect(second.value == nil && second.token == first.token)
    let third = try blockingWrite(store)
    #expect(third.value == nil && third.token == first.token)
  }

  private func write(_ store: EventStore) async throws -> CommandResult<UUID> {
    try await store.write(command: command) { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
      return id
    }
  }

  private func blockingWrite(_ store: EventStore) throws -> CommandResult<UUID> {
    try store.write(command: command) { [id] draft in
      try draft.append(PantryEvent.moved("low"), to: id)
      return id
    }
  }

  @Test func `a message of the inbox with the identifier of a command is the same thing`() throws {
    let store = try open()
    let first = try press(store)
    var payload = PayloadWriter()
    PantryEvent.counted(9).encode(into: &payload)
    let event = InboxEvent(
      PantryEvent.types[2].name, kind: PantryItem.kind, entity: id, payload: payload.array)
    let message = InboxMessage(
      id: command, wallTime: clock.now, events: [event])
    let delivery = InboxDelivery(message)
    _ = try store.append { try delivery.write(into: $0) }
    #expect(!delivery.isNew)
    #expect(try press(store) == first)
    #expect(try amount(store) == 1)
  }

  @Test func `a store that was salvaged knows the commands, with the transactions they led to`()
    throws
  {
    do {
      let store = try open()
      try store.append { [id] in try $0.append(PantryEvent.moved("top"), to: id) }
      #expect(try press(store).number == 2)
      try store.append { [id] in try $0.append(PantryEvent.counted(7), to: id) }
    }
    let new = try TemporaryFolder()
    _ = try EventStore.salvage(from: directory.path, into: new.path)
    let store = try EventStore.open(at: new.path, schema: pantry)
    #expect(try press(store).number == 2)
    #expect(try amount(store) == 7)
    try expectSound(store)
  }

  @Test func `a command whose transaction was lost is not carried out again`() throws {
    do {
      let store = try open()
      _ = try press(store)
      // As where the transaction lay in a page that cannot be read.
      try store.change { [command] in try $0.markIngested(command, by: 99) }
    }
    let new = try TemporaryFolder()
    _ = try EventStore.salvage(from: directory.path, into: new.path)
    let store = try EventStore.open(at: new.path, schema: pantry)
    let before = try amount(store)
    #expect(try press(store).number == 0)
    #expect(try amount(store) == before)
    try expectSound(store)
  }
}
