import Daybook
import DaybookTesting
import TestRun
import Testing

/// The history's values, and the store as it was.
@Suite(.tags(.slow)) struct TimeTravelTests {
  private let store: EventStore
  private let clock = TestClock()
  private let id = UUID()

  init() throws { store = try EventStore.temporary(schema: pantry, options: clock.options) }

  @discardableResult
  private func append(_ event: PantryEvent, to id: UUID? = nil) throws -> History.Token {
    clock.advance(by: 1)
    let target = id ?? self.id
    return try store.append(author: "Ada") { try $0.append(event, to: target) }
  }

  private func rice(_ amount: Int64, shelf: String? = nil) -> PantryItem {
    PantryItem(name: "rice", amount: amount, shelf: shelf)
  }

  @Test func `a transaction tells values before and after`() throws {
    try append(.bought(rice(3)))
    try append(.counted(5))
    try append(.eaten)
    let changes = try store.read { reader in
      try (1...3).map { try reader.changes(of: PantryItem.self, in: $0).map(\.change) }
    }
    #expect(changes[0] == [.inserted(rice(3))])
    #expect(changes[1] == [.updated(old: rice(3), new: rice(5))])
    #expect(changes[2] == [.deleted(last: rice(5))])
  }

  @Test func `a store's first undo is seen at once after a look at the past`() throws {
    let first = try append(.bought(rice(3)))
    try append(.counted(5))
    _ = try store.read(asOf: first) { try $0.view(Shelves.self).rows(Shelves.items).count }
    try store.preview(Shelves(), asOf: first) { _ in }
    try store.undo(by: "Ada")
    #expect(try store.read { try $0.transaction(2) }?.isRetracted == true)
    let now = try store.read { try $0.token() }
    #expect(try store.read { try $0.entity(PantryItem.self, id, asOf: now) }?.amount == 3)
    #expect(try !store.read { try $0.changes(of: PantryItem.self, in: 3) }.isEmpty)
  }

  @Test func `undo tells what it touches like any change`() throws {
    try append(.bought(rice(3)))
    let eaten = try append(.eaten)
    try store.append { try $0.retract(transaction: eaten.number) }
    let changes = try store.read { try $0.changes(of: PantryItem.self, in: 3).map(\.change) }
    #expect(changes == [.inserted(rice(3))])
    #expect(try store.read { try $0.entities(touchedBy: 3).map(\.id) } == [id])
    let before = try store.read { try $0.changes(of: PantryItem.self, in: 2).map(\.change) }
    #expect(before == [.deleted(last: rice(3))])
  }

  @Test func `a change that changes nothing is none`() throws {
    try append(.bought(rice(3)))
    try append(.counted(3))
    #expect(try store.read { try $0.changes(in: 2) }.isEmpty)
  }

  @Test func `ALL-1: an entity's versions tell who made each`() throws {
    try append(.bought(rice(3)))
    let counted = try append(.counted(5))
    try store.append(author: "Ben") { try $0.retract(transaction: counted.number) }
    let versions = try store.read { try $0.versions(of: PantryItem.self, id) }
    #expect(versions.map(\.value?.amount) == [3, 5, 3])
    #expect(versions.map(\.transaction.author) == ["Ada", "Ada", "Ben"])
  }

  @Test func `the difference between two tokens names each entity once`() throws {
    let first = try append(.bought(rice(3)))
    let other = UUID()
    try append(.bought(rice(1)), to: other)
    try append(.counted(4))
    let last = try append(.counted(5))
    let changes = try store.read { try $0.differences(from: first, to: last) }
    #expect(changes.map(\.entity) == [other, id])
    #expect(changes[1].typed(PantryItem.self)?.old == rice(3))
    #expect(changes[1].typed(PantryItem.self)?.new == rice(5))
    let back = try store.read { try $0.differences(from: last, to: first) }
    #expect(back.map(\.sort) == [.deleted, .updated])
  }

  @Test func `a time is the place after what was written by then`() throws {
    let first = try append(.bought(rice(3)))
    let between = clock.now
    try append(.counted(5))
    #expect(try store.read { try $0.token(at: between) } == first)
    let amount = try store.read(asOf: between) { [id] in
      try $0.entity(PantryItem.self, id)?.amount
    }
    #expect(amount == 3)
    let start = try store.read { try $0.token(at: Date(timeIntervalSince1970: 0)) }
    #expect(start.number == 0)
  }

  /// Counts at so many hours from now each, and says which transaction a time leads to.
  private func places(written hours: [Double], at times: [Double]) throws -> [UInt64] {
    let start = clock.now
    try append(.bought(rice(1)))
    for (index, hour) in hours.enumerated() {
      clock.advance(by: (start + hour * 3600).timeIntervalSince(clock.now))
      try append(.counted(Int64(index)))
    }
    return try store.read { reader in
      try times.map { try reader.token(at: start + $0 * 3600).number }
    }
  }

  @Test(
    arguments: [
      ([1, 8760, 2], [(-1, false), (0.5, false), (1.5, false), (2.5, true), (8761, false)]),
      ([1, -8760, 2], [(-8761, false), (-8000, true), (0.5, true), (1.5, false), (9, false)]),
      ([1, 2, 3], [(-1, false), (1.5, false), (9, false)]),
    ] as [([Double], [(Double, Bool)])])
  func `who asks for a time is told where a clock was wrong`(
    written: [Double], times: [(hour: Double, isOutOfOrder: Bool)]
  ) throws {
    let start = clock.now
    _ = try places(written: written, at: [])
    for (hour, isOutOfOrder) in times {
      let place = try store.read { try $0.place(at: start + hour * 3600) }
      #expect(place.isOutOfOrder == isOutOfOrder, "\(hour)")
    }
  }

  @Test func `a time leads past what a clock that was ahead once has written`() throws {
    let year = 8760.0
    let found = try places(
      written: [1, year, 2, 3, year, 4], at: [-1, 0.5, 1.1, 1.5, 2.5, 3.5, 5, year + 1])
    #expect(found == [0, 1, 2, 2, 4, 5, 7, 7])
  }

  @Test func `a time does not lead to what a clock that was behind once has written`() throws {
    let found = try places(written: [1, -8760, 2, 3], at: [-8761, -8000, -1, 0.5, 1.5, 2.5, 9])
    // It stands between what was written at 1 and at 2 hours.
    #expect(found == [0, 0, 0, 1, 3, 4, 5])
  }

  @Test func `a time leads to the last transaction when all later ones bear a wrong one`() throws {
    #expect(try places(written: [1, 8760], at: [1.5, 8761]) == [2, 3])
  }

  @Test func `a time before what a purge has left has expired`() throws {
    let start = clock.now
    try append(.bought(rice(3)))
    let purged = try append(.counted(5))
    let between = clock.now
    try store.purge(before: purged, forced: true)
    #expect(try store.read { try $0.token(at: between) } == purged)
    let last = try append(.counted(6))
    for time in [start - 86_400, start, between - 0.5] {
      expectError(.expiredToken) { try store.read { try $0.token(at: time) } }
      #expect(throws: StoreError.self) { try store.read(asOf: time) { _ in } }
    }
    #expect(try store.read { try $0.token(at: clock.now) } == last)
    // Who keeps what is later keeps all of it.
    let result = try store.purge(before: last, keeping: start)
    #expect(result.oldest == purged && result.events == 0)
  }

  @Test func `a token of another store is refused`() throws {
    let other = try EventStore.temporary(schema: pantry)
    let token = try other.read { try $0.token() }
    expectError(.foreignToken) { try store.read(asOf: token) { _ in } }
  }

  /// Random operations; then the store as of random tokens is a store with just those transactions.
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `ALL-1: the store as of a token is the fold of the transactions until then`(
    seed: UInt64
  ) throws {
    var random = SeededGenerator(seed: seed)
    var ids: [UUID] = []
    for number in 1...120 as ClosedRange<UInt64> {
      clock.advance(by: Double(Int.random(in: 0...1, using: &random)))
      if number > 5, Int.random(in: 0..<8, using: &random) == 0 {
        let target = UInt64.random(in: 1..<number, using: &random)
        try store.append(durability: .relaxed) { try $0.retract(transaction: target) }
        continue
      }
      let isNew = ids.count < 4 || Int.random(in: 0..<5, using: &random) == 0
      if isNew { ids.append(random.uuid()) }
      let target = isNew ? ids[ids.count - 1] : ids[Int.random(in: 0..<ids.count, using: &random)]
      let late = Int.random(in: 0..<6, using: &random) == 0
      let stamp = late ? HybridTime(rawValue: UInt64.random(in: 0..<1000, using: &random)) : nil
      let event = Self.event(isNew: isNew, number, &random)
      try store.append(stamp: stamp, durability: .relaxed) { try $0.append(event, to: target) }
    }
    for _ in 0..<100 {
      let number = UInt64.random(in: 0...120, using: &random)
      try compare(number, ids, seed)
    }
  }

  private static func event(
    isNew: Bool, _ number: UInt64, _ random: inout SeededGenerator
  ) -> PantryEvent {
    if isNew { return .bought(PantryItem(name: "n\(number)", amount: 1, shelf: "top")) }
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return .eaten
    case 1: return .moved(["top", "low", nil].randomElement(using: &random) ?? nil)
    case 2: return .bought(PantryItem(name: "again", amount: 2))
    default: return .counted(Int64.random(in: 0..<9, using: &random))
    }
  }

  /// Compares with a second store that holds the first `number` transactions and no more.
  private func compare(_ number: UInt64, _ ids: [UUID], _ seed: UInt64) throws {
    let other = try EventStore.temporary(schema: pantry)
    let messages = try store.read { reader in
      try reader.transactions(limit: Int(number)).map { try reader.message(of: $0.number) ?? [] }
    }
    for message in messages { try other.absorb(message, durability: .bulk) }
    try other.flush()
    let token = try store.read { try $0.token() }
    let place = try #require(
      History.Token("\(token)".replacing(":\(token.number)", with: ":\(number)")))
    let digest = try store.read(asOf: place) { try $0.digest(of: Shelves.self) }
    #expect(try other.digests()[Shelves.name] == digest, "seed \(seed), as of \(number)")
    for id in ids {
      let then = try store.read { try $0.entity(PantryItem.self, id, asOf: place) }
      let same = try other.read { try $0.entity(PantryItem.self, id) }
      #expect(then == same, "seed \(seed), as of \(number)")
    }
  }
}
