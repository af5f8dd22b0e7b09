import Daybook
import DaybookTesting
import TestRun
import Testing

/// Which retractions count, whoever wrote them.
@Suite(.tags(.slow)) struct RetractionTests {
  private let store: EventStore
  private let id = UUID()

  init() throws { store = try EventStore.temporary(schema: pantry, options: TestClock().options) }

  private func rice(_ amount: Int64 = 3) -> Peer.Event {
    .pantry(.bought(PantryItem(name: "rice", amount: amount)), id)
  }

  private func amount(_ store: EventStore) throws -> Int64? {
    try store.read { try $0.entity(PantryItem.self, id)?.amount }
  }

  private func retracted(_ store: EventStore) throws -> [UInt64] {
    try store.read { try $0.transactions() }.filter(\.isRetracted).map(\.number)
  }

  /// Everything that walks along retractions.
  private func walk(_ store: EventStore) throws {
    let token = try store.read { try $0.token() }
    try store.read { reader in
      for number in try reader.transactions().map(\.number) {
        _ = try reader.entities(touchedBy: number)
        _ = try reader.changes(in: number)
      }
      _ = try reader.versions(of: PantryItem.self, id)
      _ = try reader.differences(from: reader.token(at: .distantPast), to: token)
    }
    _ = try store.history.transactions(where: .entity(PantryItem.self, id)).all()
    _ = try store.history.transactions(where: .kind(PantryItem.self)).all()
    _ = try store.read(asOf: token) { try $0.digest(of: Shelves.self) }
  }

  @Test func `who has no author takes back what was written here, and nothing from elsewhere`()
    throws
  {
    var peer = Peer()
    try store.buy("rice", 3, shelf: nil, as: id)
    try store.absorb(peer.message([.pantry(.counted(7), id)], at: .later(1)))
    #expect(try amount(store) == 7)
    #expect(try store.read { try $0.undoable(by: nil) } == 1)
    try store.undo(by: nil)
    #expect(try retracted(store) == [1])
    #expect(throws: StoreError.self) { try store.undo(by: nil) }
    try store.redo(by: nil)
    #expect(try amount(store) == 7)
  }

  @Test func `a transaction that retracts itself counts all the same`() throws {
    var peer = Peer()
    try store.absorb(peer.message([rice(), .retraction(peer.replica, 1)], at: .later(0)))
    #expect(try amount(store) == 3)
    #expect(try retracted(store) == [])
    try walk(store)
    #expect(try store.complaints() == [])
    try store.purge(before: try store.read { try $0.token() })
    #expect(try amount(store) == 3)
    #expect(try store.statistics().transactions == 0)
    #expect(try store.complaints() == [])
  }

  @Test func `of two that retract each other the later one counts`() throws {
    var (one, other) = (Peer(), Peer())
    try store.absorb(one.message([rice(), .retraction(other.replica, 1)], at: .later(0)))
    try store.absorb(
      other.message([.pantry(.counted(7), id), .retraction(one.replica, 1)], at: .later(1)))
    #expect(try retracted(store) == [1])
    #expect(try amount(store) == nil)
    try walk(store)
    #expect(try store.complaints() == [])
    try store.purge(before: try store.read { try $0.token() })
    #expect(try store.complaints() == [])
  }

  @Test func `a retraction that is older than its target does not count`() throws {
    var (one, other) = (Peer(), Peer())
    try store.absorb(one.message([rice()], at: .later(5)))
    try store.absorb(other.message([.retraction(one.replica, 1)], at: .later(4)))
    #expect(try amount(store) == 3)
    #expect(try retracted(store) == [])
    #expect(try store.complaints() == [])
  }

  @Test(arguments: [true, false])
  func `of equal times the replica decides, the same on every store`(isGreater: Bool) throws {
    let low = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    let high = UUID(uuid: (2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var target = Peer(isGreater ? low : high)
    var retraction = Peer(isGreater ? high : low)
    let messages = [
      target.message([rice()], at: .later(0)),
      retraction.message([.retraction(target.replica, 1)], at: .later(0)),
    ]
    let other = try EventStore.temporary(schema: pantry, options: TestClock().options)
    for message in messages { try store.absorb(message) }
    for message in messages.reversed() { try other.absorb(message) }
    #expect(try amount(store) == (isGreater ? nil : 3))
    #expect(try store.digests() == other.digests())
  }

  @Test func `of one replica and one time the sequence decides`() throws {
    var peer = Peer()
    try store.absorb(peer.message([rice(), .retraction(peer.replica, 2)], at: .later(0)))
    try store.absorb(
      peer.message([.pantry(.counted(4), id), .retraction(peer.replica, 1)], at: .later(0)))
    #expect(try retracted(store) == [1])
  }

  @Test func `a target named twice in one transaction is one retraction`() throws {
    var peer = Peer()
    try store.absorb(peer.message([rice()], at: .later(0)))
    try store.absorb(
      peer.message(
        [.retraction(peer.replica, 1), .retraction(peer.replica, 1)], at: .later(1)))
    #expect(try amount(store) == nil)
    #expect(try store.complaints() == [])
    try store.purge(before: try store.read { try $0.token() })
    #expect(try store.complaints() == [])
    try store.buy("beans", 2, shelf: nil, as: id)
    #expect(try store.complaints() == [])
  }

  @Test func `taking back by hand twice in one draft is one retraction`() throws {
    try store.buy("beans", 2, shelf: nil, as: id)
    try store.append { draft in
      try draft.retract(transaction: 1)
      try draft.retract(transaction: 1)
    }
    try store.purge(before: try store.read { try $0.token() })
    #expect(try store.complaints() == [])
  }

  /// Each names all before it: asked one by one without memory, 2^40 questions.
  @Test func `forty retractions that each name all before them take no time`() throws {
    var peer = Peer()
    try store.absorb(peer.message([rice()], at: .later(0)))
    for number in 2...40 as ClosedRange<UInt64> {
      let events = (1..<number).map { Peer.Event.retraction(peer.replica, $0) }
      try store.absorb(peer.message(events, at: .later(Int64(number))), durability: .relaxed)
    }
    // The newest counts; it takes back all others.
    #expect(try retracted(store) == Array(1...39))
    try walk(store)
    #expect(try store.complaints() == [])
    try store.purge(before: try store.read { try $0.token() })
    #expect(try store.complaints() == [])
  }

  /// From forty writers, whose transactions can arrive in any order.
  @Test(arguments: [false, true])
  func `a page of forty that each take back all before them takes no time`(
    isReversed: Bool
  ) throws {
    var (peers, messages) = ((0..<40).map { _ in Peer() }, [[UInt8]]())
    for index in peers.indices {
      let events =
        index == 0 ? [rice()] : peers[..<index].map { Peer.Event.retraction($0.replica, 1) }
      messages.append(peers[index].message(events, at: .later(Int64(index))))
    }
    let arriving = isReversed ? messages.reversed() : messages
    let took = try workTime { try store.absorbRuns(arriving, durability: .relaxed) }
    #expect(took < .seconds(2))
    #expect(try retracted(store) == Array(isReversed ? 2...40 : 1...39))
    #expect(try amount(store) == nil)
    #expect(try store.complaints() == [])
  }

  /// Deeper than a stack has frames.
  @Test func `a chain of a thousand retractions is followed`() throws {
    let length: UInt64 = 1_000
    var peer = Peer()
    try store.absorb(peer.message([rice()], at: .later(0)), durability: .bulk)
    for number in 1...length {
      try store.absorb(
        peer.message([.retraction(peer.replica, number)], at: .later(Int64(number))),
        durability: .bulk)
    }
    try store.flush()
    #expect(try amount(store) == 3)
    let versions = try store.read { try $0.versions(of: PantryItem.self, id) }
    #expect(versions.map { $0.value == nil } == (0...length).map { $0 % 2 == 1 })
    #expect(try retracted(store).count == Int(length) / 2)
    let found = try store.history.transactions(where: .entity(PantryItem.self, id)).all()
    #expect(found.count == Int(length) + 1)
    #expect(try store.complaints() == [])
    try store.purge(before: try store.read { try $0.token() })
    #expect(try amount(store) == 3)
    #expect(try store.complaints() == [])
  }

  @Test func `retractions that wait for a target of one another are followed when it comes`() throws
  {
    var (target, chain) = (Peer(), Peer())
    let message = target.message([rice()], at: .later(0))
    let first = chain.message([.retraction(target.replica, 1)], at: .later(1))
    let second = chain.message([.retraction(chain.replica, 1)], at: .later(2))
    for message in [first, second, message] { try store.absorb(message) }
    #expect(try amount(store) == 3)
    let found = try store.history.transactions(where: .kind(PantryItem.self)).all()
    #expect(found.map(\.number) == [1, 2, 3])
    #expect(try store.complaints() == [])
  }

  @Test func `retracting a purged transaction is kept, and its replica goes on`() throws {
    var peer = Peer()
    try store.absorb(peer.message([rice()], at: .later(0)))
    try store.purge(before: try store.read { try $0.token() })
    try store.absorb(peer.message([.retraction(peer.replica, 1)], at: .later(1)))
    try store.absorb(peer.message([.pantry(.counted(9), id)], at: .later(2)))
    #expect(try amount(store) == 9)
    try walk(store)
    #expect(try store.complaints() == [])
    #expect(throws: StoreError.self) { try store.redo(by: nil) }
  }

  @Test(arguments: [[], [0x0A, 0x10, 1], [0x10, 1], [0xFF]] as [[UInt8]])
  func `a retraction that names no transaction is refused as no message`(payload: [UInt8]) throws {
    var peer = Peer()
    let message = peer.message([rice(), .engine("daybook.retracted", payload)], at: .later(0))
    expectError(.invalidArgument) { try store.absorb(message) }
    #expect(try store.statistics().transactions == 0)
    #expect(try store.complaints() == [])
  }

  @Test(arguments: [("daybook.something", 1), ("daybook.retracted", 2)] as [(String, UInt64)])
  func `an event of a newer engine is kept, and the store is sound`(
    name: String, version: UInt64
  ) throws {
    var peer = Peer()
    let message = peer.message(
      [rice(), .engine(name, version: version, [0x08, 1])], at: .later(0))
    try store.absorb(message)
    try store.append { try $0.retract(transaction: 1) }
    #expect(try amount(store) == nil)
    #expect(try store.read { try $0.message(of: 1) } == message)
    try walk(store)
    #expect(try store.complaints() == [])
    try store.purge(before: try store.read { try $0.token() })
    #expect(try store.complaints() == [])
  }
}
