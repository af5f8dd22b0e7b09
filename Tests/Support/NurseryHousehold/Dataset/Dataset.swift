internal import Daybook
internal import Nursery

/// The events of a generated household, always the same for the same number.
///
/// Undo is left out and each event has the clock's stamp, so that the events can be written in
/// transactions of any size and into stores that know neither.
public struct Dataset: Sendable {
  /// One event each, never an undo.
  public private(set) var steps: [HouseholdStep]

  /// The first events of household 7.
  public init(events: Int) {
    // A tenth more than asked for: far more than undo takes away.
    self.init(events, of: Household(seed: 7, events: events + events / 10 + 10)) { _ in true }
  }

  /// Entries of household 8 that were written at once, so that they depend on no event before them
  /// and can be written in any order, also into a store that holds household 7.
  public init(entries: Int) {
    self.init(entries, of: Household(seed: 8, events: entries * 3 + 10)) { step in
      switch step {
      case .feedEvent(_, .recorded), .diaperEvent(_, .recorded): true
      default: false
      }
    }
  }

  private init(_ events: Int, of household: Household, where wanted: (HouseholdStep) -> Bool) {
    var steps: [HouseholdStep] = []
    steps.reserveCapacity(events)
    for transaction in household {
      for step in transaction.steps {
        if case .undo = step { continue }
        if wanted(step) { steps.append(step) }
      }
      if steps.count >= events { break }
    }
    self.steps = Array(steps.prefix(events))
  }

  /// The same with identifiers of feeds and diaper changes that are in no order, as `UUID()` makes
  /// them.
  public var scattered: Dataset {
    var scattered = self
    scattered.steps = steps.map { step in
      switch step {
      case .feedEvent(let id, let event): .feedEvent(id.reversed, event)
      case .diaperEvent(let id, let event): .diaperEvent(id.reversed, event)
      default: step
      }
    }
    return scattered
  }

  /// Who writes a transaction: Zoe the first, Eve every twentieth counted back from the last, Ada
  /// the others.
  public static func author(of number: Int, among transactions: Int) -> String {
    number == 1 ? "Zoe" : (transactions - number).isMultiple(of: 20) ? "Eve" : "Ada"
  }
}

extension UUID {
  /// Last byte first: the time of a time-ordered one comes last then, and random bytes first.
  fileprivate var reversed: UUID {
    let bytes = withUnsafeBytes(of: uuid) { Array($0.reversed()) }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: UUID.self) }
  }
}
