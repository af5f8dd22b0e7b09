import Daybook
import DaybookTesting
import TestRun
import Testing

/// Retractions at random, valid or not, against the definition.
@Suite(.tags(.model)) struct RandomRetractionTests {
  /// A transaction as the model remembers it.
  private struct Entry {
    let time: Int64
    let peer: Int
    let sequence: UInt64
    let amount: Int64?
    let targets: [(peer: Int, sequence: UInt64)]

    func comes(after other: Entry, _ peers: [Peer]) -> Bool {
      if time != other.time { return time > other.time }
      if peer != other.peer {
        return peers[other.peer].replica.uuidString < peers[peer].replica.uuidString
      }
      return sequence > other.sequence
    }
  }

  /// From the newest to the oldest: one counts unless a newer one that counts names it.
  private static func counting(_ log: ArraySlice<Entry>, _ peers: [Peer]) -> [Entry] {
    var counting: [Entry] = []
    for entry in log.sorted(by: { $0.comes(after: $1, peers) }) {
      let isNamed = counting.contains {
        $0.targets.contains { $0 == (entry.peer, entry.sequence) }
      }
      if !isNamed { counting.append(entry) }
    }
    return counting.reversed()
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `a retraction counts as defined, now, then and in every order`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let id = random.uuid()
    var peers = (0..<3).map { _ in Peer(random.uuid()) }
    var (log, messages): ([Entry], [[UInt8]]) = ([], [])
    for _ in 0..<40 { messages.append(Self.next(&log, &peers, id, &random)) }
    let store = try EventStore.temporary(schema: pantry, options: TestClock().options)
    for message in messages { try store.absorb(message, durability: .relaxed) }

    let versions = try store.read { try $0.versions(of: PantryItem.self, id) }
    for version in versions {
      let then = log[..<Int(version.transaction.number)]
      let expected = Self.counting(then, peers).compactMap(\.amount).last
      #expect(version.value?.amount == expected, "seed \(seed), \(version.transaction.number)")
      let value = try store.read {
        try $0.entity(PantryItem.self, id, asOf: version.transaction.token)
      }
      #expect(value == version.value, "seed \(seed), as of \(version.transaction.number)")
    }
    let counting = Self.counting(log[...], peers)
    let listed = try store.read { try $0.transactions() }
    for (entry, transaction) in zip(log, listed) {
      let counts = counting.contains { ($0.peer, $0.sequence) == (entry.peer, entry.sequence) }
      #expect(transaction.isRetracted == !counts, "seed \(seed), \(transaction.number)")
    }
    #expect(try store.complaints() == [], "seed \(seed)")
    try compareOrders(store, log, messages, &random, seed)
  }

  private func compareOrders(
    _ store: EventStore, _ log: [Entry], _ messages: [[UInt8]], _ random: inout SeededGenerator,
    _ seed: UInt64
  ) throws {
    let other = try EventStore.temporary(schema: pantry, options: TestClock().options)
    var rest = (0..<3).map { peer in log.indices.filter { log[$0].peer == peer }[...] }
    while let peer = rest.indices.filter({ !rest[$0].isEmpty }).randomElement(using: &random) {
      let place = rest[peer].removeFirst()
      try other.absorb(messages[place], durability: .relaxed)
    }
    #expect(try other.digests() == store.digests(), "seed \(seed)")
    #expect(try other.complaints() == [], "seed \(seed)")
  }

  private static func next(
    _ log: inout [Entry], _ peers: inout [Peer], _ id: UUID, _ random: inout SeededGenerator
  ) -> [UInt8] {
    let peer = Int.random(in: 0..<3, using: &random)
    let time = Int64.random(in: 0..<12, using: &random)
    var (events, targets): ([Peer.Event], [(peer: Int, sequence: UInt64)]) = ([], [])
    let amount = Bool.random(using: &random) ? Int64(log.count) : nil
    if let amount {
      events.append(.pantry(.bought(PantryItem(name: "rice", amount: amount)), id))
    }
    for _ in 0..<Int.random(in: amount == nil ? 1...3 : 0...2, using: &random) {
      // Also itself, what is newer, and what never comes.
      let target = (
        peer: Int.random(in: 0..<3, using: &random),
        sequence: UInt64.random(in: 1...16, using: &random)
      )
      targets.append(target)
      events.append(.retraction(peers[target.peer].replica, target.sequence))
    }
    let message = peers[peer].message(events, at: .later(time))
    log.append(
      Entry(
        time: time, peer: peer, sequence: peers[peer].sequence, amount: amount, targets: targets))
    return message
  }
}
