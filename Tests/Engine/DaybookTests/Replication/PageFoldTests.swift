import Daybook
import DaybookTesting
import Synchronization
import Testing

/// What is taken in at once comes to what its messages come to one by one, though each entity is
/// folded once.
struct PageFoldTests {
  /// Messages of three writers about few entities: in order or late, taking each other back, some
  /// with what no fold takes, some that nobody can take in.
  private struct Arrivals {
    private var random: SeededGenerator
    private var writers = [Peer(), Peer(), Peer()]
    private var dots: [(UUID, UInt64)] = []
    private let ids = [UUID(), UUID(), UUID(), UUID()]

    init(seed: UInt64) { random = SeededGenerator(seed: seed) }

    private mutating func event() -> Peer.Event {
      let id = ids.randomElement(using: &random) ?? UUID()
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2: return .pantry(.bought(PantryItem(name: "bread", amount: 1)), id)
      case 3, 4: return .pantry(.moved(["cellar", nil].randomElement(using: &random) ?? nil), id)
      case 5: return .pantry(.counted(Int64.random(in: -2...9, using: &random)), id)
      case 6: return .pantry(.eaten, id)
      case 7: return .engine("daybook.of a newer version", [1, 2, 3])
      default:
        // One that is here, comes later, or never comes.
        let (replica, sequence) =
          dots.randomElement(using: &random) ?? (writers[0].replica, UInt64(1))
        return .retraction(replica, sequence + UInt64.random(in: 0...2, using: &random))
      }
    }

    /// The next messages.
    mutating func next(_ count: Int) -> [[UInt8]] {
      (0..<count).map { _ in
        let writer = Int.random(in: 0..<writers.count, using: &random)
        let time = HybridTime.later(Int64.random(in: 0...40, using: &random) * 1000)
        let events = (0...Int.random(in: 0...2, using: &random)).map { _ in event() }
        let message = writers[writer].message(events, at: time)
        dots.append((writers[writer].replica, writers[writer].sequence))
        switch Int.random(in: 0..<30, using: &random) {
        case 0: return Array(message.dropLast())
        case 1: return message + [0x28, 1]
        default: return message
        }
      }
    }
  }

  @Test(arguments: 1...60 as ClosedRange<UInt64>)
  func `a page is its messages one by one`(seed: UInt64) throws {
    let clock = TestClock()
    var options = StoreOptions()
    options.now = { clock.now }
    let paged = try EventStore.temporary(schema: pantry, options: options)
    let single = try EventStore.temporary(schema: pantry, options: options)
    var arrivals = Arrivals(seed: seed)
    var random = SeededGenerator(seed: seed &+ 1000)
    for _ in 0..<6 {
      let messages = arrivals.next(Int.random(in: 1...25, using: &random))
      let report = try paged.absorbRuns(messages)
      var taken = 0
      for message in messages {
        // What comes after a refused one of its writer is missing that one.
        if (try? single.absorb(message)) != nil { taken += 1 }
      }
      #expect(report.absorbed == taken)
      #expect(try paged.digests() == single.digests(), "seed \(seed)")
      #expect(
        try paged.read { try $0.versionVector() } == single.read { try $0.versionVector() })
      #expect(try paged.quarantine() == single.quarantine(), "seed \(seed)")
      #expect(try paged.complaints() == [], "seed \(seed)")
    }
    try paged.rebuild()
    #expect(try paged.digests() == single.digests(), "seed \(seed)")
  }

  @Test func `projections see one change of an entity that a page touches often`() throws {
    let handed = Mutex<[Int64]>([])
    let store = try EventStore.temporary(
      schema: Schema().entity(PantryItem.self).projection(
        HandedOn(amounts: { amount in
          handed.withLock { $0.append(amount) }
        })))
    var peer = Peer()
    let id = UUID()
    let first = peer.message(
      [.pantry(.bought(PantryItem(name: "jam", amount: 1)), id)], at: .later(0))
    let counts = (1...100).map { count in
      peer.message([.pantry(.counted(Int64(count)), id)], at: .later(Int64(count)))
    }
    try store.absorb(first)
    try store.absorbRuns(counts)
    #expect(try store.read { try $0.entity(PantryItem.self, id)?.amount } == 100)
    #expect(try store.read { try $0.transactions().count } == 101)
    #expect(handed.withLock { $0 } == [1, 100])
  }

  @Test func `a run of more than a thousand is taken in whole or not at all`() throws {
    let store = try EventStore.temporary(schema: pantry)
    var peer = Peer()
    let messages = (0..<1300).map { number in
      peer.message(
        [.pantry(.bought(PantryItem(name: "n\(number)", amount: 1)), UUID())],
        at: .later(Int64(number)))
    }
    var holed = messages
    holed.remove(at: 700)
    var report = try store.absorbRuns(holed)
    #expect(report.absorbed == 0)
    #expect(report.refused.map(\.code) == [.missingTransaction])
    #expect(report.held == 1298)
    #expect(try store.statistics().transactions == 0)
    #expect(try store.absorbRuns(Array(messages[..<700])).absorbed == 700)
    report = try store.absorbRuns(messages)
    #expect(report.known == 700)
    #expect(report.absorbed == 600)
    #expect(try store.complaints() == [])
  }

  @Test func `a store that is closed takes in nothing`() throws {
    let store = try EventStore.temporary(schema: pantry)
    var peer = Peer()
    let message = peer.message([.pantry(.eaten, UUID())], at: .later(0))
    try store.close()
    expectError(.closed) { try store.absorbRuns([message]) }
  }
}

/// Tells which amounts it was handed, and keeps no row.
private struct HandedOn: Projection {
  static let name = "pantry.handed"
  static let tables: [any AnyViewTable] = []

  let amounts: @Sendable (Int64) -> Void

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(PantryItem.self) { [amounts] change, _ in
      if let new = change.new { amounts(new.amount) }
    }
  }
}
