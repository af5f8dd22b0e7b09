import Daybook
import Nursery
import NurseryHousehold
import TestRun
import Testing

@Suite(.tags(.slow)) struct HouseholdTests {
  private static let long = Array(Household(seed: 11, events: 50_000))

  @Test(arguments: [0, 1, 2, 3, 17, 1_000, 20_011], [1, 2, 3] as [UInt64])
  func `a household has exactly as many events as asked for`(events: Int, seed: UInt64) {
    let household = Household(seed: seed, events: events)
    #expect(household.reduce(0) { $0 + $1.steps.count } == events)
    #expect(household.allSatisfy { !$0.steps.isEmpty && $0.wallTime <= household.end })
  }

  @Test(arguments: [1] as [UInt64])
  func `the same seed writes the same log, and another seed another`(seed: UInt64) async throws {
    let one = try await HouseholdStore(Household(seed: seed, events: 2_000))
    let same = try await HouseholdStore(Household(seed: seed, events: 2_000))
    let other = try await HouseholdStore(Household(seed: seed + 100, events: 2_000))
    #expect(try one.logDigest() == same.logDigest())
    #expect(try one.logDigest() != other.logDigest())
    #expect(try one.store.digests() == same.store.digests())
    #expect(try one.store.digests() != other.store.digests())
  }

  @Test func `the household of a seed is the same on every machine`() async throws {
    let household = try await HouseholdStore(Household(seed: 1, events: 1_000))
    #expect(try household.logDigest() == 0x96E9_78A6_A3E9_2A2C)
  }

  @Test func `each transaction is one of the store, with its author, device and time`() async throws
  {
    let made = Array(Household(seed: 5, events: 3_000))
    let household = try await HouseholdStore(made)
    let stored = try household.store.read { try $0.transactions() }
    #expect(stored.map(\.author) == made.map(\.author))
    #expect(stored.map(\.context) == made.map(\.context))
    #expect(stored.map(\.wallTime) == made.map(\.wallTime))
    #expect(stored.map(\.positions.count) == made.map(\.steps.count))
    for (stored, made) in zip(stored, made) where made.stamp != nil {
      #expect(stored.stampTime == made.stamp)
    }
  }

  @Test func `a file that grows meanwhile is reported, because times would be wrong`() async throws
  {
    let household = try HouseholdStore(mapSize: 1 << 20)
    await #expect {
      try await household.store.append(
        Household(seed: 5, events: 10_000), clock: household.clock)
    } throws: {
      ($0 as? StoreError)?.code == .invalidArgument
    }
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `two to four carers write on two or three devices`(seed: UInt64) {
    let transactions = Array(Household(seed: seed, events: 2_000))
    #expect((2...4).contains(Set(transactions.map(\.author)).count))
    #expect((2...3).contains(Set(transactions.map(\.context)).count))
  }

  @Test func `events are edits, deletions and undo in their shares`() {
    let steps = Self.long.flatMap(\.steps)
    let share = { (isCounted: (HouseholdStep) -> Bool) in
      Double(steps.count(where: isCounted)) / Double(steps.count)
    }
    #expect((0.025...0.035).contains(share(\.isEdit)))
    #expect((0.008...0.012).contains(share(\.isDeletion)))
    #expect((0.0035...0.0065).contains(share(\.isUndo)))
  }

  @Test func `an undo takes back an earlier transaction of the same carer, or an undo`() {
    var undos: Set<UInt64> = []
    var redos = 0
    for (place, transaction) in Self.long.enumerated() {
      for case .undo(let target) in transaction.steps {
        undos.insert(UInt64(place) + 1)
        if undos.contains(target) { redos += 1 }
        #expect(target >= 1 && target <= place)
        #expect(Self.long[Int(target) - 1].author == transaction.author)
      }
    }
    #expect(redos > undos.count / 10)
  }

  @Test func `devices that were offline bring what they wrote hours ago`() {
    let late = Self.long.filter { transaction in
      guard let stamp = transaction.stamp else { return false }
      let wall = Int64(transaction.wallTime.timeIntervalSince1970 * 1000)
      return wall - stamp.milliseconds > 3_600_000
    }
    #expect(late.count > 100)
  }

  @Test func `clocks are wrong by minutes, and rarely by hours`() {
    let back = zip(Self.long, Self.long.dropFirst()).map {
      $0.wallTime.timeIntervalSince($1.wallTime)
    }
    #expect(back.contains { $0 > 0 && $0 < 240 })
    #expect(back.contains { $0 > 3_000 })
  }

  @Test func `half of the entries are written down later, some within the same five minutes twice`()
  {
    var delays: [Double] = []
    var bottles: [FeedSession] = []
    var doubles = 0
    for transaction in Self.long where transaction.stamp == nil {
      for case .feedEvent(_, .recorded(let feed)) in transaction.steps {
        delays.append(transaction.wallTime.timeIntervalSince(feed.end ?? feed.start))
        let isDouble = bottles.suffix(4).contains {
          $0.baby == feed.baby && $0.amount == feed.amount && $0.route == .bottle
            && feed.start.timeIntervalSince($0.start).magnitude < 300
        }
        if isDouble { doubles += 1 }
        bottles.append(feed)
      }
    }
    let backdated = Double(delays.count { $0 > 60 }) / Double(delays.count)
    #expect((0.35...0.6).contains(backdated))
    #expect(doubles > 250)
  }
}

extension HouseholdStep {
  fileprivate var isEdit: Bool {
    switch self {
    case .babyEvent(_, .amended), .feedEvent(_, .amended), .diaperEvent(_, .amended),
      .feedEvent(_, .restored), .diaperEvent(_, .restored):
      true
    default: false
    }
  }

  fileprivate var isDeletion: Bool {
    switch self {
    case .feedEvent(_, .deleted), .diaperEvent(_, .deleted): true
    default: false
    }
  }

  fileprivate var isUndo: Bool { if case .undo = self { true } else { false } }
}
