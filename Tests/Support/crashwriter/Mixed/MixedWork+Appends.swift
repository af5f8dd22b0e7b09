import Daybook
import DaybookTesting
import Foundation

/// Transactions.
extension MixedWork {
  /// One event for each of some counters.
  typealias Events = [(id: UUID, event: CounterEvent)]

  /// Opens one to three counters in one transaction.
  mutating func open(_ durability: Durability) throws {
    let (events, values) = opening(Int.random(in: 1...3, using: &random))
    try append(events, values, durability)
  }

  /// Adds to counters, two in one transaction where there are two.
  mutating func add() throws {
    var values: [UUID: Int64] = [:]
    var events: Events = []
    let amount = Int64.random(in: 1..<1 << 20, using: &random)
    for _ in 0..<2 {
      guard let id = ledger.known(&random), values[id] == nil else { continue }
      values[id] = (ledger.values[id] ?? 0) + amount
      events.append((id, CounterEvent(.added, Mark(value: amount))))
    }
    if !events.isEmpty { try append(events, values, drawn()) }
  }

  /// A remark that takes pages of its own, and changes no value.
  mutating func text() throws {
    guard let id = ledger.known(&random), let value = ledger.values[id] else { return }
    let text = String(repeating: "x", count: Int.random(in: 2000...20_000, using: &random))
    try append([(id, CounterEvent(.noted, Mark(value: 1), text: text))], [id: value], drawn())
  }

  /// Takes the newest transaction of this process back.
  mutating func retract() throws {
    guard let (token, before) = newest else { return }
    newest = nil
    let operation = ledger.begin("durable", before)
    try settle(operation) { try $0.append { try $0.retract(transaction: token.number) } }
  }

  /// Appends that wait at the same time and share commits.
  mutating func together() throws {
    let store = try opened
    let plans = (0..<Int.random(in: 2...6, using: &random)).map { _ in
      let (events, values) = opening(2)
      return (operation: ledger.begin("durable", values), events: events)
    }
    let failures = Failures(count: plans.count)
    DispatchQueue.concurrentPerform(iterations: plans.count) { index in
      do {
        try store.append { try Self.write(plans[index].events, &$0) }
      } catch {
        failures[index] = error
      }
    }
    for (index, plan) in plans.enumerated() {
      if let error = failures[index] {
        note(error, plan.operation)
      } else {
        ledger.acknowledge(plan.operation)
      }
    }
  }

  /// Appends that are acknowledged together, when they have been flushed.
  mutating func bulk() throws {
    let store = try opened
    var operations: [Ledger.Operation] = []
    do {
      for _ in 0..<Int.random(in: 3...20, using: &random) {
        let (events, values) = opening(1)
        operations.append(ledger.begin("durable", values))
        try store.append(durability: .bulk) { try Self.write(events, &$0) }
      }
      try store.flush()
      for operation in operations { ledger.acknowledge(operation) }
    } catch {
      for operation in operations { note(error, operation) }
    }
  }

  /// New counters on one of five boards.
  private mutating func opening(_ count: Int) -> (Events, [UUID: Int64]) {
    var values: [UUID: Int64] = [:]
    let events = (0..<count).map { index in
      let value = Int64.random(in: 1..<1 << 40, using: &random)
      let id = random.uuid()
      values[id] = value
      let mark = Mark(value: value, index: Int64(index), count: Int64(count))
      return (id, CounterEvent(.opened, mark, text: "board \(value % 5)"))
    }
    return (events, values)
  }

  private mutating func drawn() -> Durability {
    Bool.random(using: &random) ? .durable : .relaxed
  }

  private mutating func append(
    _ events: Events, _ values: [UUID: Int64], _ durability: Durability
  ) throws {
    var before: [UUID: Int64] = [:]
    for id in values.keys { before[id] = ledger.values[id] }
    let operation = ledger.begin(durability == .durable ? "durable" : "relaxed", values)
    let token = try settle(operation) { store in
      try store.append(durability: durability) { try Self.write(events, &$0) }
    }
    newest = before.count == values.count ? token.map { ($0, before) } : nil
  }

  /// Runs an append and says what came of it.
  @discardableResult
  private mutating func settle(
    _ operation: Ledger.Operation, _ body: (EventStore) throws -> History.Token
  ) throws -> History.Token? {
    do {
      let token = try body(opened)
      ledger.acknowledge(operation)
      return token
    } catch {
      note(error, operation)
      return nil
    }
  }

  private mutating func note(_ error: any Error, _ operation: Ledger.Operation) {
    ledger.fail(operation, error)
    newest = nil
    isStopped = isStopped || (error as? StoreError)?.code == .writerStopped
  }

  private static func write(_ events: Events, _ draft: inout Draft) throws {
    for (id, event) in events { try draft.append(event, to: id) }
  }
}

/// What was thrown by appends that ran at the same time.
private final class Failures: @unchecked Sendable {  // `lock` guards the list
  private let lock = NSLock()
  private var errors: [(any Error)?]

  init(count: Int) { errors = Array(repeating: nil, count: count) }

  subscript(index: Int) -> (any Error)? {
    get { lock.withLock { errors[index] } }
    set { lock.withLock { errors[index] = newValue } }
  }
}
