import Daybook
import DaybookTesting

/// Everything that writes, step by step in one thread, with each promise said aloud.
package struct MixedWork {
  /// What a step does.
  package enum Step: CaseIterable {
    case open, openRelaxed, add, text, together, bulk, retract, rebuild, purge, publish, inbox
    case compact
  }

  /// What a process whose store others publish and compact leaves to them.
  static let rivals = Step.allCases.filter { ![.publish, .inbox, .compact].contains($0) }

  let path: String
  let schema: Schema
  let options: StoreOptions
  var store: EventStore?
  var random: SeededGenerator
  var ledger: Ledger
  /// The newest transaction of this process, with its counters' values before it.
  var newest: (token: History.Token, before: [UUID: Int64])?

  /// Opens the store in the directory `path`.
  init(path: String, schema: Schema, options: StoreOptions, seed: UInt64) throws {
    self.path = path
    self.schema = schema
    self.options = options
    random = SeededGenerator(seed: seed)
    ledger = Ledger(process: seed)
    store = try EventStore.open(at: path, schema: schema, options: options)
    Output.line("open")
  }

  /// Draws steps for ever.
  mutating func runForEver(_ steps: [Step]) -> Never {
    while true {
      if let step = steps.randomElement(using: &random) { take(step) }
    }
  }

  /// Takes each step some times, in a fixed order, so that the calls beneath are the same each
  /// time.
  mutating func runOnce() {
    for step in [Step.open, .openRelaxed, .add, .bulk, .text] { take(step) }
    for step in Step.allCases where step != .together { take(step) }
    for step in [Step.add, .openRelaxed, .open] { take(step) }
    Output.line("finished")
  }

  /// Takes a step; what it throws is said, and a writer that stopped is opened anew, once a step.
  private mutating func take(_ step: Step) {
    Output.line("step \(step)")
    do {
      if store == nil { store = try EventStore.open(at: path, schema: schema, options: options) }
      try run(step)
    } catch {
      Output.line("failed \(step) \(Ledger.code(error))")
    }
    if isStopped { store = nil }
  }

  /// Whether the last append said so.
  var isStopped = false

  private mutating func run(_ step: Step) throws {
    isStopped = false
    switch step {
    case .open: try open(.durable)
    case .openRelaxed: try open(.relaxed)
    case .add: try add()
    case .text: try text()
    case .together: try together()
    case .bulk: try bulk()
    case .retract: try retract()
    case .rebuild: try rebuild()
    case .purge: try purge()
    case .publish: try publish()
    case .inbox: try inbox()
    case .compact: try compact()
    }
  }

  /// The store, which is open.
  var opened: EventStore {
    get throws {
      guard let store else { throw StoreError(.closed, "the store could not be opened") }
      return store
    }
  }
}
