import Daybook
import DaybookTesting
import Testing

/// Pages of transactions between stores.
struct PageTests {
  private let clock = TestClock()

  /// Each is a replica of its own.
  private func store() throws -> EventStore {
    var options = StoreOptions()
    options.now = { [clock] in clock.now }
    return try EventStore.temporary(schema: pantry, options: options)
  }

  private func buy(_ store: EventStore, _ count: Int = 1) throws {
    for number in 0..<count {
      clock.advance(by: 1)
      try store.append(durability: .bulk) { draft in
        let item = PantryItem(name: "n\(number)", amount: 1)
        try draft.append(PantryEvent.bought(item), to: UUID())
      }
    }
    try store.flush()
  }

  private func vector(_ store: EventStore) throws -> VersionVector {
    try store.read { try $0.versionVector() }
  }

  /// What one has and the other lacks, in pages.
  private func bring(
    _ from: EventStore, to: EventStore, limit: PageLimit = .standard
  ) throws {
    while true {
      let page = try to.page(from: from, limit: limit)
      let report = try to.absorbRuns(page.messages)
      #expect(report.refused.isEmpty && report.known == 0 && report.held == 0)
      #expect(report.absorbed == page.messages.count)
      if !page.hasMore { return }
    }
  }

  @Test func `a vector says what a store has`() throws {
    let (first, second) = (try store(), try store())
    #expect(try vector(first) == VersionVector())
    try buy(first, 3)
    try buy(second, 2)
    try bring(first, to: second)
    let (small, large) = (try vector(first), try vector(second))
    #expect(small.count == 3)
    #expect(large.count == 5)
    #expect(large.covers(small))
    #expect(!small.covers(large))
    var merged = small
    merged.merge(large)
    #expect(merged == large)
    let dots = try second.read { try $0.transactions().map(\.dot) }
    for dot in dots {
      #expect(large.contains(dot))
      #expect(small.contains(dot) == (small[dot.replica] > 0))
    }
    #expect(!large.contains(Dot(replica: dots[0].replica, sequence: 0)))
  }

  @Test func `a page has what the peer lacks in order of arrival and passes on what came`()
    throws
  {
    let (first, second, third) = (try store(), try store(), try store())
    try buy(first, 5)
    try bring(first, to: second)
    try buy(second, 4)
    try bring(second, to: third)
    #expect(try third.digests() == second.digests())
    let page = try second.read { try $0.page(lackedBy: VersionVector()) }
    let all = try second.read { reader in
      try reader.transactions().map { try reader.message(of: $0.number) ?? [] }
    }
    #expect(page.messages == all)
    let dots = try second.read { try $0.transactions().map(\.dot) }
    #expect(page.dots == dots)
    #expect(!page.hasMore)
    #expect(try second.read { try $0.page(lackedBy: vector(second)).messages }.isEmpty)
  }

  @Test func `limits cut a page, and it has one transaction at least`() throws {
    let (first, second) = (try store(), try store())
    try buy(first, 20)
    let one = try first.read {
      try $0.page(lackedBy: VersionVector(), limit: .init(transactions: 512, bytes: 1))
    }
    #expect(one.messages.count == 1)
    #expect(one.hasMore)
    let seven = try first.read {
      try $0.page(lackedBy: VersionVector(), limit: .init(transactions: 7, bytes: 1 << 20))
    }
    #expect(seven.messages.count == 7)
    #expect(seven.hasMore)
    try bring(first, to: second, limit: .init(transactions: 3, bytes: 1 << 20))
    #expect(try second.digests() == first.digests())
  }

  @Test func `what is refused stops its own writer and nobody else`() throws {
    let (first, second, third) = (try store(), try store(), try store())
    try buy(first, 3)
    try buy(second, 2)
    let page = try third.page(from: first)
    let others = try third.page(from: second)
    // The first message is lost, so that the second one comes too early.
    let report = try third.absorbRuns(Array(page.messages[1...]) + others.messages)
    #expect(report.absorbed == 2)
    #expect(report.held == 1)
    #expect(report.refused.map(\.code) == [.missingTransaction])
    #expect(report.refused.map(\.dot?.sequence) == [2])
    #expect(try third.statistics().transactions == 2)
    #expect(try vector(third) == vector(second))
    // The same again once the gap is filled.
    try bring(first, to: third)
    #expect(try vector(third).count == 5)
    let again = try third.absorbRuns(others.messages)
    #expect(again.known == 2)
    #expect(again.absorbed == 0)
  }

  @Test func `what another writer has not signed is not passed on`() throws {
    let (first, second, third) = (try store(), try store(), try store())
    try buy(first, 5)
    let messages = try second.page(from: first).messages
    try second.absorbRuns(Array(messages[..<2]))
    for message in messages[2...] { try second.absorb(message) }
    try buy(second)
    let page = try third.page(from: second)
    #expect(page.messages.count == 3)
    #expect(page.dots.map(\.sequence) == [1, 2, 1])
    #expect(!page.hasMore)
  }

  @Test func `a page ends where each other writer has signed, beyond the limit if need be`() throws
  {
    let (first, second, third) = (try store(), try store(), try store())
    try buy(first, 5)
    try bring(first, to: second)
    let page = try third.page(from: second, limit: PageLimit(transactions: 1, bytes: 1))
    #expect(page.messages.count == 5)
    #expect(!page.hasMore)
  }

  @Test func `a peer that lacks what was purged needs a snapshot`() throws {
    let first = try store()
    try buy(first, 5)
    let early = try first.read { try $0.transactions()[2].token }
    var known = VersionVector()
    known[try first.read { try $0.transactions()[0].dot.replica }] = 3
    try first.purge(before: early)
    #expect(try first.read { try $0.page(lackedBy: known).messages }.count == 2)
    expectError(.expiredToken) { try first.read { try $0.page(lackedBy: VersionVector()) } }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `stores that exchange pages at random hold the same in the end`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let stores = [try store(), try store(), try store(), try store()]
    for _ in 0..<60 {
      let (from, to) = (stores.randomElement(using: &random), stores.randomElement(using: &random))
      guard let from, let to else { continue }
      if Bool.random(using: &random) {
        try buy(from, Int.random(in: 1...4, using: &random))
      } else if from !== to {
        let limit = PageLimit(
          transactions: Int.random(in: 1...6, using: &random), bytes: 4_096)
        var messages = try to.page(from: from, limit: limit).messages
        // A page that is cut, or comes twice.
        if Bool.random(using: &random) { messages.removeLast(messages.count / 2) }
        #expect(try to.absorbRuns(messages).refused.isEmpty)
        #expect(try to.absorbRuns(messages).known == messages.count)
      }
    }
    for _ in 0..<2 {
      for from in stores {
        for to in stores where from !== to { try bring(from, to: to) }
      }
    }
    let (digests, first) = (try stores[0].digests(), try vector(stores[0]))
    for store in stores {
      #expect(try store.digests() == digests, "seed \(seed)")
      #expect(try vector(store) == first, "seed \(seed)")
      #expect(try store.verify().ok)
    }
  }
}
