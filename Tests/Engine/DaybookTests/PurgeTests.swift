import Daybook
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import TestRun
import Testing

/// A shorter log with the same states.
@Suite(.tags(.slow)) struct PurgeTests {
  private let clock = TestClock()
  private let id = UUID()

  private func store() throws -> EventStore {
    try EventStore.temporary(schema: pantry, options: clock.options)
  }

  @discardableResult
  private func append(
    _ store: EventStore, _ event: PantryEvent, to id: UUID? = nil, stamp: HybridTime? = nil
  ) throws -> History.Token {
    clock.advance(by: 1)
    let target = id ?? self.id
    return try store.append(stamp: stamp, durability: .relaxed) {
      try $0.append(event, to: target)
    }
  }

  private func rice(_ amount: Int64) -> PantryEvent {
    .bought(PantryItem(name: "rice", amount: amount, shelf: "top"))
  }

  @Test func `states and rows stay, older tokens expire`() throws {
    let store = try store()
    let first = try append(store, rice(3))
    let second = try append(store, .counted(5))
    try append(store, .counted(7))
    let before = try store.digests()
    let result = try store.purge(before: second)
    #expect(result.events == 2)
    #expect(result.transactions == 2)
    #expect(result.oldest == second)
    #expect(try store.digests() == before)
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 7)
    let error = expectError(.expiredToken) { try store.read { try $0.transactions(after: first) } }
    #expect(error?.message.contains("\(second)") == true)
    #expect(error?.message.contains("start from the current state") == true)
    #expect(try store.read { try $0.transactions() }.map(\.number) == [3])
    #expect(
      try store.read { try $0.changes(of: PantryItem.self, in: 3) }.first?.change.old?.amount == 5)
    for check in try store.verify().checks { #expect(check.ok, "\(check.name): \(check.detail)") }
  }

  @Test func `a transaction of which only some events are left is neither listed nor sent`() throws
  {
    let store = try store()
    let other = UUID()
    let token = try store.append { [id] draft in
      try draft.append(rice(3), to: id)
      try draft.append(rice(4), to: other)
    }
    try append(store, .counted(9), to: other, stamp: HybridTime(milliseconds: 1))
    try store.purge(before: token)
    #expect(try store.statistics().events == 2)
    #expect(try store.read { try $0.message(of: 1) } == nil)
    #expect(
      try store.read { try $0.versions(of: PantryItem.self, other) }.map(\.transaction.number) == [
        2
      ])
    #expect(try store.read { try $0.newestTransactions(limit: 9) }.map(\.number) == [2])
  }

  @Test func `what arrives later with an older stamp sorts after the baseline`() throws {
    let store = try store()
    try append(store, rice(3))
    let token = try append(store, .counted(5))
    try store.purge(before: token)
    try append(store, .counted(9), stamp: HybridTime(milliseconds: 1))
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 9)
    #expect(try store.verify().ok)
  }

  @Test func `a transaction that was purged cannot be undone`() throws {
    let store = try store()
    try append(store, rice(3))
    let token = try append(store, .counted(5))
    try store.purge(before: token)
    expectError(.noSuchTransaction) { try store.append { try $0.retract(transaction: 1) } }
  }

  @Test func `a purged transaction that comes again is absorbed`() throws {
    let (first, second) = (try store(), try store())
    try append(first, rice(3))
    try append(first, .counted(5))
    let messages = try first.read { reader in try (1...2).map { try reader.message(of: $0) ?? [] } }
    for message in messages { try second.absorb(message) }
    try second.purge(before: try second.read { try $0.token() })
    for message in messages { try second.absorb(message) }
    #expect(try second.read { try $0.entity(PantryItem.self, id) }?.amount == 5)
    #expect(try second.statistics().transactions == 0)
    #expect(try second.digests() == first.digests())
    #expect(try second.verify().ok)
  }

  @Test func `a purge keeps what is younger than asked for, unless forced`() throws {
    let store = try store()
    try append(store, rice(3))
    let date = clock.now
    try append(store, .counted(5))
    let token = try append(store, .counted(7))
    #expect(try store.purge(before: token, keeping: date).oldest.number == 1)
    #expect(try store.purge(before: token, keeping: date, forced: true).oldest == token)
  }

  @Test func `a purge does not pass a consumer, and one passed by force starts again`() async throws
  {
    let store = try store()
    try append(store, rice(3))
    let consumer = store.history.consumer("counts")
    let done = Mutex<[UInt64]>([])
    try await consumer.process { transaction, _ in done.withLock { $0.append(transaction.number) } }
    try append(store, .counted(5))
    let token = try append(store, .counted(7))
    let held = try await store.purge(before: token)
    #expect(held.oldest.number == 1)
    #expect(held.heldBackBy == "counts")
    #expect(try await store.purge(before: token, forced: true).oldest == token)
    try append(store, .counted(9))
    let rebased = Mutex(0)
    try await consumer.process { transaction, _ in
      done.withLock { $0.append(transaction.number) }
    } rebase: { _ in
      rebased.withLock { $0 += 1 }
    }
    #expect(rebased.withLock { $0 } == 1)
    #expect(done.withLock { $0 }.first == 1)
    #expect(try store.history.consumers().first?.lag == 0)
  }

  /// Random operations with purges in between, beside a store that is never purged.
  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `purges at random tokens change nothing`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (store, whole) = (try store(), try EventStore.temporary(schema: pantry))
    var ids: [UUID] = []
    var oldest: UInt64 = 0
    for number in 1...200 as ClosedRange<UInt64> {
      try step(number, store, oldest, &ids, &random)
      let message = try store.read { try $0.message(of: number) } ?? []
      try whole.absorb(message, durability: .relaxed)
      guard Int.random(in: 0..<25, using: &random) == 0 else { continue }
      let target = UInt64.random(in: oldest...number, using: &random)
      let all = try store.read { try $0.transactions() }
      guard let token = all.first(where: { $0.number == target })?.token else { continue }
      let result = try store.purge(before: token)
      // One that removes nothing leaves the beginning where it is.
      let isFutile = result.events == 0 && result.transactions == 0
      #expect(result.oldest.number == (isFutile ? oldest : target))
      oldest = result.oldest.number
      #expect(try store.digests() == whole.digests(), "seed \(seed), purge at \(target)")
      for check in try store.verify().checks {
        #expect(check.ok, "seed \(seed), at \(number), \(check.name): \(check.detail)")
      }
    }
    try store.rebuild()
    #expect(try store.digests() == whole.digests(), "seed \(seed)")
    for id in ids {
      let (mine, other) = try (
        store.read { try $0.entity(PantryItem.self, id) },
        whole.read { try $0.entity(PantryItem.self, id) }
      )
      #expect(mine == other, "seed \(seed)")
    }
  }

  /// One transaction: no event is stamped before the last purge, where it would sort otherwise.
  private func step(
    _ number: UInt64, _ store: EventStore, _ oldest: UInt64, _ ids: inout [UUID],
    _ random: inout SeededGenerator
  ) throws {
    if number > oldest + 5, Int.random(in: 0..<8, using: &random) == 0 {
      let target = UInt64.random(in: oldest + 1..<number, using: &random)
      clock.advance(by: 1)
      try store.append(durability: .relaxed) { try $0.retract(transaction: target) }
      return
    }
    if ids.count < 4 || Int.random(in: 0..<5, using: &random) == 0 {
      ids.append(random.uuid())
      try append(
        store, .bought(PantryItem(name: "n\(number)", amount: 1, shelf: "top")), to: ids.last)
      return
    }
    let id = ids[Int.random(in: 0..<ids.count, using: &random)]
    let events: [PantryEvent] = [
      .eaten, .moved("low"), .counted(Int64(number)),
      .bought(PantryItem(name: "again", amount: 2)),
    ]
    let event = events[Int.random(in: 0..<4, using: &random)]
    var stamp: HybridTime?
    if Int.random(in: 0..<6, using: &random) == 0 {
      let purged = try store.read { try $0.transactions() }.first?.time
      stamp = purged.map { HybridTime(rawValue: $0.rawValue + 1) }
    }
    try append(store, event, to: id, stamp: stamp)
  }

  @Test func `a purged file shrinks by at least half when it is compacted`() throws {
    let directory = try TemporaryFolder()
    do {
      let store = try EventStore.open(at: directory.path, schema: pantry, options: clock.options)
      // Of 10,000 events, 6,000 are superseded.
      let ids = (0..<4_000).map { _ in UUID() }
      for id in ids { try buy(store, id) }
      for round in 0..<2 {
        for id in ids.prefix(3_000) {
          try store.append(durability: .bulk) {
            try $0.append(PantryEvent.moved("shelf number \(round)"), to: id)
          }
        }
      }
      try store.flush()
      let token = try store.read { try $0.token() }
      expectError(.alreadyOpen) { try EventStore.compact(at: directory.path) }
      try store.purge(before: token)
    }
    let sizes = try EventStore.compact(at: directory.path)
    #expect(sizes.after * 2 < sizes.before, "\(sizes)")
    let store = try EventStore.open(at: directory.path, schema: pantry)
    #expect(try store.verify().ok)
    #expect(try store.read { try $0.view(Shelves.self).rows(Shelves.items) }.count == 4_000)
  }

  private func buy(_ store: EventStore, _ id: UUID) throws {
    try store.append(durability: .bulk) {
      try $0.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1, shelf: "s")), to: id)
    }
  }
}
