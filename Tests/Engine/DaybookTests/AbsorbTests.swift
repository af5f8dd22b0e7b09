import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

/// Transactions that travel between stores.
struct AbsorbTests {
  private let id = UUID()

  private func store(_ clock: TestClock = TestClock(), _ schema: Schema = pantry) throws
    -> EventStore
  {
    var options = StoreOptions()
    options.now = { clock.now }
    return try EventStore.temporary(schema: schema, options: options)
  }

  private func open(_ directory: TemporaryFolder) throws -> EventStore {
    try EventStore.open(at: directory.path, schema: pantry)
  }

  private func messages(_ store: EventStore) throws -> [[UInt8]] {
    try store.read { reader in
      try reader.transactions().map { try reader.message(of: $0.number) ?? [] }
    }
  }

  @Test func `a transaction that comes twice is absorbed once`() throws {
    let (first, second) = (try store(), try store())
    try first.append(author: "Ada", context: "kitchen") { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 3)), to: id)
    }
    let message = try messages(first)[0]
    let token = try second.absorb(message)
    #expect(try second.absorb(message) == token)
    let found = try #require(try second.read { try $0.transactions() }.first)
    #expect(found.author == "Ada")
    #expect(found.context == "kitchen")
    #expect(found.isRemote)
    #expect(try second.read { try $0.transactions() }.count == 1)
    #expect(try messages(second) == [message])
    #expect(try second.digests() == first.digests())
  }

  @Test func `an edit that arrives late does not win over a later one`() throws {
    let clock = TestClock()
    let (first, second) = (try store(clock), try store(clock))
    try first.buy("rice", 3, shelf: nil, as: id)
    try second.absorb(try messages(first)[0])
    clock.advance(by: 1)
    try first.append { [id] in try $0.append(PantryEvent.counted(5), to: id) }
    clock.advance(by: 1)
    try second.append { [id] in try $0.append(PantryEvent.counted(7), to: id) }
    try second.absorb(try messages(first)[1])
    #expect(try second.read { try $0.entity(PantryItem.self, id) }?.amount == 7)
    try first.absorb(try messages(second)[1])
    #expect(try first.read { try $0.entity(PantryItem.self, id) }?.amount == 7)
  }

  @Test func `what an author's undo would take back says whether another device wrote it`() throws {
    let clock = TestClock()
    let (first, second) = (try store(clock), try store(clock))
    try first.append(author: "Ada") { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 3)), to: id)
    }
    try second.absorb(try messages(first)[0])
    func isFromElsewhere(_ store: EventStore) throws -> Bool? {
      try store.read { reader in
        let number = try reader.undoable(by: "Ada") ?? reader.redoable(by: "Ada")
        return try number.flatMap { try reader.transaction($0) }?.isRemote
      }
    }
    #expect(try isFromElsewhere(first) == false)
    #expect(try isFromElsewhere(second) == true)
    clock.advance(by: 1)
    try second.undo(by: "Ada")
    #expect(try isFromElsewhere(second) == false)
    try first.absorb(try messages(second)[1])
    #expect(try isFromElsewhere(first) == true)
    try first.redo(by: "Ada")
    #expect(try first.read { try $0.entity(PantryItem.self, id) }?.amount == 3)
  }

  @Test func `a retraction that comes before its target waits for it`() throws {
    let clock = TestClock()
    let (first, second, third) = (try store(clock), try store(clock), try store(clock))
    try first.buy("rice", 3, shelf: nil, as: id)
    try second.absorb(try messages(first)[0])
    try second.append { try $0.retract(transaction: 1) }
    try third.absorb(try messages(second)[1])
    try third.absorb(try messages(first)[0])
    #expect(try third.read { try $0.entity(PantryItem.self, id) } == nil)
    #expect(try third.digests() == second.digests())
    #expect(try third.verify().ok)
  }

  @Test func `a gap in a replica's transactions is refused`() throws {
    let (first, second) = (try store(), try store())
    for number in 0..<2 {
      try first.buy("n\(number)", shelf: nil)
    }
    let late = try messages(first)[1]
    expectError(.missingTransaction) { try second.absorb(late) }
    #expect(try second.statistics().transactions == 0)
  }

  @Test(arguments: [[], [1, 2, 3], [0x0A, 0x10, 1, 2]] as [[UInt8]])
  func `bytes that are no transaction are refused`(bytes: [UInt8]) throws {
    let store = try store()
    expectError(.invalidArgument) { try store.absorb(bytes) }
    #expect(try store.statistics().transactions == 0)
  }

  @Test func `a transaction from a clock that is days ahead is refused`() throws {
    let clock = TestClock()
    let (first, second) = (try store(clock), try store())
    clock.advance(by: 2 * 86_400)
    try first.buy("rice", 3, shelf: nil, as: id)
    let message = try messages(first)[0]
    expectError(.clockAhead) { try second.absorb(message) }
    #expect(try second.statistics().transactions == 0)
  }

  @Test func `the clock stops at its end instead of trapping`() {
    let end = HybridTime(rawValue: .max)
    #expect(end.next(wall: 0) == end)
  }

  @Test func `a copy of a store that takes in what the other wrote goes on after it`() throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    do { try open(first).buy("rice") }
    let file = "/data.mdb"
    try FileManager.default.copyItem(atPath: first.path + file, toPath: second.path + file)
    let original = try open(first)
    try original.buy("milk")
    let copy = try open(second)
    try copy.absorb(try messages(original)[1])
    try copy.buy("tea")
    #expect(try copy.read { try $0.transactions() }.map(\.dot.sequence) == [1, 2, 3])
    #expect(try copy.verify().ok)
  }

  @Test func `two copies of a store that both wrote on are told apart`() throws {
    let (first, second) = (try TemporaryFolder(), try TemporaryFolder())
    do { try open(first).buy("rice") }
    try FileManager.default.copyItem(
      atPath: first.path + "/data.mdb", toPath: second.path + "/data.mdb")
    let (original, copy) = (try open(first), try open(second))
    try original.buy("milk")
    try copy.buy("tea")
    let message = try messages(original)[1]
    expectError(.forkedReplica) { try copy.absorb(message) }
    #expect(try copy.statistics().transactions == 2)
  }

  @Test func `what the schema does not know is kept and relayed byte for byte`() throws {
    let (first, relay, last) = (try store(), try store(TestClock(), Schema()), try store())
    try first.append { [id] draft in
      try draft.append(
        PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "top")), to: id)
      try draft.append(PantryEvent.counted(4), to: id)
    }
    for message in try messages(first) { try relay.absorb(message) }
    #expect(try relay.unknownTypes().map(\.events) == [1, 1])
    #expect(try relay.verify().ok)
    for message in try messages(relay) { try last.absorb(message) }
    #expect(try last.digests() == first.digests())
    #expect(try messages(last) == messages(first))
  }

  @Test func `what was kept is folded as soon as a schema knows it`() throws {
    let directory = try TemporaryFolder()
    let first = try store()
    try first.buy("rice", 3, as: id)
    do {
      let store = try EventStore.open(at: directory.path, schema: Schema())
      try store.absorb(try messages(first)[0])
    }
    let store = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 3)
    #expect(try store.digests() == first.digests())
    #expect(try store.verify().ok)
  }

  /// Replicas that write at once and pass on what the others lack, in random order.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `replicas that hold the same transactions hold the same rows`(seed: UInt64) throws {
    let clock = TestClock()
    var random = SeededGenerator(seed: seed)
    let stores = try (0..<3).map { _ in try store(clock) }
    var sent = stores.map { _ in [Int](repeating: 0, count: 3) }
    var ids: [UUID] = []
    for _ in 0..<60 {
      clock.advance(by: Double(Int.random(in: 0..<3, using: &random)))
      let place = Int.random(in: 0..<3, using: &random)
      try write(stores[place], &ids, &random)
      let (from, to) = (
        Int.random(in: 0..<3, using: &random), Int.random(in: 0..<3, using: &random)
      )
      if from != to, Bool.random(using: &random) {
        try send(stores[from], to: stores[to], &sent[from][to])
      }
    }
    for _ in 0..<2 {
      for from in 0..<3 {
        for to in 0..<3 where from != to { try send(stores[from], to: stores[to], &sent[from][to]) }
      }
    }
    let digests = try stores.map { try $0.digests() }
    #expect(digests[0] == digests[1], "seed \(seed)")
    #expect(digests[1] == digests[2], "seed \(seed)")
    let all = try stores.map { store in try Set(messages(store)) }
    #expect(all[0] == all[1] && all[1] == all[2])
    for store in stores {
      for check in try store.verify().checks {
        #expect(check.ok, "seed \(seed), \(check.name): \(check.detail)")
      }
    }
  }

  private func send(_ source: EventStore, to target: EventStore, _ sent: inout Int) throws {
    let messages = try messages(source)
    for message in messages[sent...] { try target.absorb(message, durability: .relaxed) }
    sent = messages.count
  }

  private func write(
    _ store: EventStore, _ ids: inout [UUID], _ random: inout SeededGenerator
  ) throws {
    let count = UInt64(try store.statistics().transactions)
    if count > 2, Int.random(in: 0..<6, using: &random) == 0 {
      let target = UInt64.random(in: 1...count, using: &random)
      try store.append(durability: .relaxed) { try $0.retract(transaction: target) }
      return
    }
    var event = PantryEvent.counted(Int64.random(in: 0..<100, using: &random))
    if ids.count < 5 || Int.random(in: 0..<4, using: &random) == 0 {
      ids.append(random.uuid())
      event = .bought(PantryItem(name: "n\(ids.count)", amount: 1, shelf: "top"))
    } else if Bool.random(using: &random) {
      event = .moved(["top", "low", nil].randomElement(using: &random) ?? nil)
    } else if Int.random(in: 0..<5, using: &random) == 0 {
      event = .eaten
    }
    let id = ids.randomElement(using: &random) ?? ids[0]
    let isNew = if case .bought = event { true } else { false }
    let target = isNew ? ids[ids.count - 1] : id
    let chosen = event
    try store.append(durability: .relaxed) { try $0.append(chosen, to: target) }
  }
}
