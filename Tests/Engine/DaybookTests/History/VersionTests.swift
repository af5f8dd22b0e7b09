import Daybook
import DaybookTesting
import Synchronization
import Testing

/// The versions of one entity, which take one pass.
struct VersionTests {
  private let store: EventStore
  private let clock = TestClock()
  private let id = UUID()

  init() throws { store = try EventStore.temporary(schema: counters, options: clock.options) }

  private func count(_ amount: Double, stamp: HybridTime? = nil) throws {
    try store.append(stamp: stamp, durability: .bulk) { [id] draft in
      try draft.append(CounterEvent.added(amount), to: id)
    }
  }

  private func versions() throws -> [Double?] {
    try store.read { try $0.versions(of: Counter.self, id).map(\.value?.sum) }
  }

  @Test func `versions of thousands of transactions fold each event once`() throws {
    for _ in 0..<3_000 {
      try store.append(durability: .bulk) { [id] in try $0.append(CounterEvent.looked, to: id) }
    }
    try store.flush()
    let before = Counter.folds.withLock { $0[id] ?? 0 }
    let versions = try store.read { try $0.versions(of: Counter.self, id) }
    #expect(versions.map(\.value?.looks) == (1...3_000).map { $0 })
    #expect(Counter.folds.withLock { $0[id] ?? 0 } - before == 3_000)
  }

  @Test func `an event that arrives late is there from then on`() throws {
    for amount in [1, 2, 4] as [Double] { try count(amount) }
    try count(8, stamp: HybridTime(milliseconds: 1))
    try count(16)
    try store.flush()
    #expect(try versions() == [1, 3, 7, 15, 31])
    let last = try store.read { try $0.versions(of: Counter.self, id).last?.value }
    #expect(last?.amounts == [8, 1, 2, 4, 16])
  }

  @Test func `what is taken back is not there until it is brought back`() throws {
    for amount in [1, 2, 4] as [Double] { try count(amount) }
    try store.append { try $0.retract(transaction: 2) }
    try store.append { try $0.retract(transaction: 4) }
    #expect(try versions() == [1, 3, 7, 5, 7])
  }

  @Test func `versions after a purge begin with what the entity was then`() throws {
    for amount in [1, 2, 4] as [Double] { try count(amount) }
    let token = try store.append { [id] in try $0.append(CounterEvent.added(8), to: id) }
    try store.purge(before: token)
    try count(16)
    try store.flush()
    #expect(try versions() == [31])
  }

  @Test func `a number that is not one neither changes by itself nor fails the checks`() throws {
    try count(.nan)
    try count(0)
    try store.flush()
    #expect(try store.complaints() == [])
    #expect(try store.read { try $0.changes(of: Counter.self, in: 2) }.count == 1)
    try store.append { [id] in try $0.append(CounterEvent.slept, to: id) }
    #expect(try store.read { try $0.changes(in: 3) }.isEmpty)
    #expect(try store.complaints() == [])
  }
}

private let counters = Schema().entity(Counter.self)

/// Sums that count how often each is folded.
private struct Counter: ContextualEntity {
  static let kind = "test.counter"
  static let folds = Mutex<[UUID: Int]>([:])
  var amounts: [Double] = []
  var looks: Int64 = 0
  var sum: Double { amounts.reduce(0, +) }

  init() {}

  init(from reader: inout PayloadReader) throws {
    while let field = try reader.next() {
      switch field {
      case 1: amounts.append(try reader.double())
      case 2: looks = try reader.int()
      default: break
      }
    }
  }

  func encode(into writer: inout PayloadWriter) {
    for amount in amounts { writer.double(1, amount) }
    writer.int(2, looks)
  }

  static func fold(_ state: inout Self?, _ event: CounterEvent, in context: EventContext) {
    folds.withLock { $0[context.id, default: 0] += 1 }
    var next = state ?? Counter()
    switch event {
    case .added(let amount): next.amounts.append(amount)
    case .looked: next.looks += 1
    case .slept: break
    }
    state = next
  }
}

private enum CounterEvent: EntityEvent {
  case added(Double)
  case looked
  case slept

  static let types = ["counter.added", "counter.looked", "counter.slept"].map { EventType($0) }

  var typeIndex: Int {
    switch self {
    case .added: 0
    case .looked: 1
    case .slept: 2
    }
  }

  func encode(into writer: inout PayloadWriter) {
    if case .added(let amount) = self { writer.double(1, amount) }
  }

  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> CounterEvent {
    guard typeIndex == 0 else { return typeIndex == 1 ? .looked : .slept }
    guard try reader.next() != nil else { throw PayloadError.missing(1) }
    return .added(try reader.double())
  }
}
