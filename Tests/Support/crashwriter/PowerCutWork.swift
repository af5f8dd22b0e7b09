import Daybook
import DaybookTesting
import Foundation

/// A little of everything that writes, for a recording: `durable NUMBER` is said of what may not be
/// lost from then on.
struct PowerCutWork {
  let store: EventStore
  private var lane: Lane

  init(store: EventStore, seed: UInt64) throws {
    self.store = store
    lane = Lane(seed: seed, known: try store.counters())
  }

  mutating func run(steps: Int) throws -> Never {
    for _ in 0..<steps {
      switch Int.random(in: 0..<10, using: &lane.random) {
      case 0: try appendInBulk()
      case 1, 2: try appendTogether()
      case 3: try rebuild()
      case 4: try append(long())
      case 5: try change()
      default: try append(lane.next())
      }
    }
    Output.line("finished")
    Output.rest()
  }

  private mutating func append(_ plan: Plan) throws {
    let token = try Self.append(plan, to: store)
    lane.advance(to: token.number)
  }

  private static func append(_ plan: Plan, to store: EventStore) throws -> History.Token {
    let token = try store.append(durability: plan.durability) { try plan.write(&$0) }
    if plan.durability == .durable { Output.line("durable \(token.number)") }
    return token
  }

  /// Appends that wait at the same time and share commits.
  private mutating func appendTogether() throws {
    let plans = (0..<Int.random(in: 2...8, using: &lane.random)).map { _ in lane.next() }
    let store = store
    DispatchQueue.concurrentPerform(iterations: plans.count) { index in
      do { _ = try Self.append(plans[index], to: store) } catch { Output.fail(error) }
    }
    lane.advance(to: try store.read { try $0.token() }.number)
  }

  private mutating func appendInBulk() throws {
    for _ in 0..<Int.random(in: 1...30, using: &lane.random) {
      var plan = lane.next()
      plan.durability = .bulk
      try append(plan)
    }
    if Bool.random(using: &lane.random) {
      try store.flush()
      Output.line("durable \(lane.newest)")
    }
  }

  /// The rows anew beside the old ones, with appends in between; then the old ones go.
  private mutating func rebuild() throws {
    try store.startRebuild(of: Boards.name)
    while try !store.advanceRebuild(of: Boards.name, limit: 30) { try append(lane.next()) }
  }

  /// A change that is no append is on the disk when it returns, with all that was committed before.
  private mutating func change() throws {
    var plan = lane.next()
    plan.durability = .relaxed
    try append(plan)
    try store.notePeer("peer", through: lane.newest, has: VersionVector())
    Output.line("durable \(lane.newest)")
  }

  /// A text that takes pages of its own.
  private mutating func long() -> Plan {
    let text = String(repeating: "x", count: Int.random(in: 2000...20_000, using: &lane.random))
    let mark = Mark(value: Int64.random(in: 1..<1 << 40, using: &lane.random))
    var plan = Plan(value: mark.value, durability: .durable)
    plan.durability = Bool.random(using: &lane.random) ? .durable : .relaxed
    plan.events = [(lane.random.uuid(), CounterEvent(.noted, mark, text: text))]
    return plan
  }
}
