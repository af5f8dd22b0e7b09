import Daybook
import DaybookTesting
import Foundation
import Testing

/// Pages of transactions between stores.
@Suite struct PageTests {
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
    _ from: EventStore, to: EventStore, limit: TransactionPage.Limit = .standard
  ) async throws {
    while true {
      let known = try vector(to)
      let page = try from.read { try $0.page(lackedBy: known, limit: limit) }
      let report = try await to.absorb(page)
      #expect(report.refused.isEmpty && report.known == 0 && report.held == 0)
      #expect(report.absorbed == page.messages.count)
      if !page.hasMore { return }
    }
  }

  @Test func `a vector says what a store has`() async throws {
    let (first, second) = (try store(), try store())
    #expect(try vector(first) == VersionVector())
    try buy(first, 3)
    try buy(second, 2)
    try await bring(first, to: second)
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
    async throws
  {
    let (first, second, third) = (try store(), try store(), try store())
    try buy(first, 5)
    try await bring(first, to: second)
    try buy(second, 4)
    try await bring(second, to: third)
    #expect(try third.digests() == second.digests())
    let page = try second.read { try $0.page(lackedBy: VersionVector()) }
    let all = try second.read { reader in
      try reader.transactions().map { try reader.message(of: $0.number) ?? [] }
    }
    #expect(page.messages == all)
    #expect(!page.hasMore)
    #expect(try second.read { try $0.page(lackedBy: vector(second)).messages }.isEmpty)
  }

  @Test func `limits cut a page, and it has one transaction at least`() async throws {
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
    try await bring(first, to: second, limit: .init(transactions: 3, bytes: 1 << 20))
    #expect(try second.digests() == first.digests())
  }

  @Test func `what is refused stops its own writer and nobody else`() async throws {
    let (first, second, third) = (try store(), try store(), try store())
    try buy(first, 3)
    try buy(second, 2)
    var page = try first.read { try $0.page(lackedBy: VersionVector()) }
    let others = try second.read { try $0.page(lackedBy: VersionVector()) }
    // The first message is lost, so that the second one comes too early.
    page.messages = Array(page.messages[1...]) + others.messages + [[1, 2, 3]]
    let report = try await third.absorb(page)
    #expect(report.absorbed == 2)
    #expect(report.held == 1)
    #expect(report.refused.map(\.code) == [.invalidArgument, .missingTransaction])
    #expect(report.refused.map(\.dot?.sequence) == [nil, 2])
    #expect(try third.statistics().transactions == 2)
    #expect(try vector(third) == vector(second))
    // The same again once the gap is filled.
    try await bring(first, to: third)
    #expect(try vector(third).count == 5)
    let again = try await third.absorb(others)
    #expect(again.known == 2)
    #expect(again.absorbed == 0)
  }

  @Test func `a peer that lacks what was purged needs a snapshot`() throws {
    let first = try store()
    try buy(first, 5)
    let early = try first.read { try $0.transactions()[2].token }
    var known = VersionVector()
    known[try first.read { try $0.transactions()[0].dot.replica }] = 3
    try first.purge(before: early)
    #expect(try first.read { try $0.page(lackedBy: known).messages }.count == 2)
    let error = #expect(throws: StoreError.self) {
      try first.read { try $0.page(lackedBy: VersionVector()) }
    }
    #expect(error?.code == .expiredToken)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `stores that exchange pages at random hold the same in the end`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let stores = [try store(), try store(), try store(), try store()]
    for _ in 0..<60 {
      let (from, to) = (stores.randomElement(using: &random), stores.randomElement(using: &random))
      guard let from, let to else { continue }
      if Bool.random(using: &random) {
        try buy(from, Int.random(in: 1...4, using: &random))
      } else if from !== to {
        let known = try vector(to)
        let limit = TransactionPage.Limit(
          transactions: Int.random(in: 1...6, using: &random), bytes: 4_096)
        var page = try from.read { try $0.page(lackedBy: known, limit: limit) }
        // A page that is cut, or comes twice.
        if Bool.random(using: &random) { page.messages.removeLast(page.messages.count / 2) }
        #expect(try await to.absorb(page).refused.isEmpty)
        #expect(try await to.absorb(page).known == page.messages.count)
      }
    }
    for _ in 0..<2 {
      for from in stores {
        for to in stores where from !== to { try await bring(from, to: to) }
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
