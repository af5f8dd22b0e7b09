import Daybook
import DaybookTesting

/// What one transaction is going to write.
struct Plan: Sendable {
  var events: [(id: UUID, event: CounterEvent)] = []
  var retracts: UInt64?
  var value: Int64
  var durability: Durability

  func write(_ draft: inout Draft) throws {
    if let retracts { try draft.retract(transaction: retracts) }
    for (id, event) in events { try draft.append(event, to: id) }
  }

  /// Says that the transaction is stored; a retraction gives its target as the value.
  func acknowledge(_ token: History.Token) {
    let id = events.first?.id ?? UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    Output.line("ack \(token.number) \(id) \(value)")
  }
}

/// The random plans of one thread or task.
struct Lane: Sendable {
  var random: SeededGenerator
  /// The newest transaction that this lane knows of; what is undone is this or an older one.
  private(set) var newest: UInt64 = 0
  private var ids: [UUID]

  init(seed: UInt64, known: [UUID]) {
    random = SeededGenerator(seed: seed)
    ids = Array(known.shuffled(using: &random).prefix(30))
  }

  /// Notes a transaction of this lane; later ones have greater numbers, whoever else writes.
  mutating func advance(to number: UInt64) {
    if number <= newest { Output.line("error transaction \(number) came after \(newest)") }
    newest = number
  }

  mutating func next() -> Plan {
    let durability: Durability = Bool.random(using: &random) ? .durable : .relaxed
    if newest > 0, Int.random(in: 0..<12, using: &random) == 0 {
      let target = UInt64.random(in: newest - min(newest - 1, 40)...newest, using: &random)
      return Plan(retracts: target, value: Int64(target), durability: durability)
    }
    let value = Int64.random(in: 1..<1 << 40, using: &random)
    let count = Int.random(in: 1...3, using: &random)
    var plan = Plan(value: value, durability: durability)
    for index in 0..<count {
      plan.events.append(event(Mark(value: value, index: Int64(index), count: Int64(count))))
    }
    return plan
  }

  private mutating func event(_ mark: Mark) -> (id: UUID, event: CounterEvent) {
    let board = "board \(Int.random(in: 0..<5, using: &random))"
    guard ids.count > 3, let id = ids.randomElement(using: &random),
      Int.random(in: 0..<4, using: &random) > 0
    else {
      let id = random.uuid()
      ids.append(id)
      return (id, CounterEvent(.opened, mark, text: board))
    }
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return (id, CounterEvent(.closed, mark))
    case 1: return (id, CounterEvent(.opened, mark, text: board))
    case 2, 3: return (id, CounterEvent(.moved, mark, text: board))
    default: return (id, CounterEvent(.added, mark))
    }
  }
}
