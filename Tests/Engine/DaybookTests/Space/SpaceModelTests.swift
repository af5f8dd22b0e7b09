import Daybook
import DaybookTesting
import TestRun
import Testing

/// Stores of one space that exchange, cut, settle and purge at random come to what the set of their
/// transactions comes to.
@Suite(.tags(.slow, .model)) struct SpaceModelTests {
  /// Four stores, the first of which is the founder's, and what all of them wrote.
  private struct House {
    private var random: SeededGenerator
    private let clocks: [TestClock]
    let stores: [EventStore]
    private let replicas: [ReplicaID]
    private let ids = (0..<5).map { _ in UUID() }
    private(set) var oracle = SpaceOracle()
    private(set) var tally: [String: Int] = [:]

    init(seed: UInt64) throws {
      var random = SeededGenerator(seed: seed)
      let clocks = (0..<4).map { _ in
        let clock = TestClock()
        clock.advance(by: Double.random(in: -4_000...4_000, using: &random))
        return clock
      }
      let space = UUID()
      stores = try clocks.map { clock in
        var options = StoreOptions()
        options.now = { clock.now }
        options.space = space
        return try EventStore.temporary(schema: pantry, options: options)
      }
      replicas = try stores.map { try $0.read { try $0.replica() } }
      self.random = random
      self.clocks = clocks
      let owner = stores[0]
      try owner.append { try $0.append(.created(name: "Pantry", key: [1], member: "Ada")) }
      for replica in replicas.dropFirst() {
        try owner.append {
          try $0.append(.enrolled(replica, key: [2], member: "Ben", role: .writer))
        }
      }
      for store in stores.dropFirst() { try bring(owner, to: store) }
    }

    private func vector(_ store: EventStore) throws -> VersionVector {
      try store.read { try $0.versionVector() }
    }

    private func newest(_ store: EventStore) throws -> History.Transaction {
      try store.read { reader in
        try #require(try reader.transaction(reader.token().number))
      }
    }

    private mutating func count(_ step: String) { tally[step, default: 0] += 1 }

    // MARK: Steps

    mutating func step() throws {
      let index = Int.random(in: 0..<stores.count, using: &random)
      clocks[index].advance(by: Double.random(in: 0...30, using: &random))
      do {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<40: try write(stores[index])
        case 40..<50: try retract(stores[index])
        case 50..<80: try exchange(to: stores[index])
        case 80..<88: try settle()
        case 88: try cut()
        case 89..<94: try bringAll()
        default: try purge(stores[index])
        }
      } catch let error as StoreError where error.code == .notPermitted {
        count("refused")
      }
    }

    private mutating func write(_ store: EventStore) throws {
      let id = ids.randomElement(using: &random) ?? UUID()
      let event: PantryEvent =
        switch Int.random(in: 0..<8, using: &random) {
        case 0...3:
          .bought(PantryItem(name: "n\(Int.random(in: 0..<9, using: &random))", amount: 1))
        case 4: .moved(["cellar", "top", nil].randomElement(using: &random) ?? nil)
        case 5, 6: .counted(Int64.random(in: 0...99, using: &random))
        default: .eaten
        }
      var stamp: HybridTime?
      if Int.random(in: 0..<3, using: &random) == 0 {
        let now = try newest(store).time
        stamp = HybridTime(
          milliseconds: now.milliseconds - Int64.random(in: 0...200_000, using: &random))
      }
      try store.append(stamp: stamp) { try $0.append(event, to: id) }
      let made = try newest(store)
      oracle.written.append(
        .init(dot: made.dot, time: made.time, stamp: made.stampTime, events: [(event, id)]))
      count("written")
    }

    private mutating func retract(_ store: EventStore) throws {
      let all = try store.read { reader in try reader.transactions().map { ($0.number, $0.dot) } }
      let known = Set(oracle.written.map(\.dot))
      guard
        let (number, dot) = all.suffix(20).filter({ known.contains($0.1) })
          .randomElement(using: &random)
      else { return }
      try store.append { try $0.retract(transaction: number) }
      let made = try newest(store)
      oracle.written.append(
        .init(dot: made.dot, time: made.time, stamp: made.stampTime, retracts: dot))
      count("retracted")
    }

    private mutating func exchange(to store: EventStore) throws {
      guard let other = stores.randomElement(using: &random), other !== store else { return }
      let known = try vector(store)
      let limit = PageLimit(
        transactions: Int.random(in: 1...30, using: &random), bytes: 1 << 20)
      let page: TransactionPage
      do { page = try other.read { try $0.page(lackedBy: known, limit: limit) } } catch let error
        as StoreError
        where error.code == .expiredToken
      { return try begin(store, with: other) }
      let report = try store.absorbRuns(page.messages)
      #expect(report.refused.isEmpty)
      count("exchanged")
    }

    /// Begins anew with a snapshot of another store, which has purged what lacks.
    private mutating func begin(_ store: EventStore, with other: EventStore) throws {
      let snapshot = try SpaceSnapshots.make(other, cutAt: Int.random(in: 1...999, using: &random))
      try store.bootstrap { snapshot.indices.contains($0) ? snapshot[$0] : nil }
      count("bootstrapped")
    }

    /// What every store has, or all that the founder's has, is final.
    private mutating func settle() throws {
      var final = try vector(stores[0])
      if Bool.random(using: &random) {
        let all = try stores.map { try vector($0) }
        for replica in replicas { final[replica] = all.map { $0[replica] }.min() ?? 0 }
      }
      if let last = oracle.frontiers.last, !final.covers(last.vector) { return }
      let number = UInt64(oracle.frontiers.count + 1)
      try stores[0].append { [final] in try $0.append(.frontier(number: number, final)) }
      let made = try newest(stores[0])
      oracle.frontiers.append(.init(dot: made.dot, time: made.time, vector: final))
      count("settled")
    }

    private mutating func cut() throws {
      guard oracle.cuts.count < 2, let victim = replicas.dropFirst().randomElement(using: &random)
      else { return }
      let through = UInt64.random(in: 0...(try vector(stores[0])[victim] + 2), using: &random)
      try stores[0].append { try $0.append(.revoked(victim, through: through)) }
      oracle.cuts.append(.init(dot: try newest(stores[0]).dot, replica: victim, through: through))
      count("cut")
    }

    private mutating func purge(_ store: EventStore) throws {
      try SpaceSnapshots.keepChains(store)
      let result = try store.purge(before: store.read { try $0.token() }, forced: true)
      count(result.events > 0 ? "purged" : "nothing to purge")
    }

    // MARK: The end

    private func bring(_ from: EventStore, to: EventStore) throws {
      var hasMore = true
      while hasMore {
        let known = try vector(to)
        let page: TransactionPage
        do { page = try from.read { try $0.page(lackedBy: known) } } catch let error as StoreError
          where error.code == .expiredToken
        {
          let snapshot = try SpaceSnapshots.make(from)
          #expect(try to.bootstrap { snapshot.indices.contains($0) ? snapshot[$0] : nil })
          continue
        }
        let report = try to.absorbRuns(page.messages)
        #expect(report.refused.isEmpty)
        hasMore = page.hasMore
      }
    }

    func bringAll() throws {
      for _ in 0..<2 {
        for from in stores {
          for to in stores where from !== to { try bring(from, to: to) }
        }
      }
    }

    func items(_ store: EventStore) throws -> [UUID: PantryItem] {
      try store.read { reader in
        var items: [UUID: PantryItem] = [:]
        for id in ids { items[id] = try reader.entity(PantryItem.self, id) }
        return items
      }
    }
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `stores come to what their transactions come to`(seed: UInt64) throws {
    var house = try House(seed: seed)
    for _ in 0..<250 { try house.step() }
    try house.bringAll()
    let expected = house.oracle.items()
    let digests = try house.stores[0].digests()
    for (index, store) in house.stores.enumerated() {
      #expect(try house.items(store) == expected, "seed \(seed), store \(index)")
      #expect(try store.digests() == digests, "seed \(seed), store \(index)")
      #expect(try store.complaints() == [], "seed \(seed), store \(index)")
      #expect(try store.read { try $0.space() } == house.stores[0].read { try $0.space() })
    }
    let snapshots = try house.stores.map { try SpaceSnapshots.make($0) }
    #expect(snapshots.allSatisfy { $0 == snapshots[0] }, "seed \(seed), snapshots")
    try house.stores[1].rebuild()
    #expect(try house.stores[1].digests() == digests, "seed \(seed), rebuilt")
    let done = house.tally
    #expect((done["written"] ?? 0) > 10 && (done["exchanged"] ?? 0) > 5, "\(done)")
    #expect((done["purged"] ?? 0) + (done["cut"] ?? 0) > 0, "\(done)")
  }
}
