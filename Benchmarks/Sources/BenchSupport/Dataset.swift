import Daybook
package import Nursery

/// The events of a generated household, always the same for the same number.
///
/// Undo is left out and each event has the clock's stamp, so that the events can be written in
/// transactions of any size and into stores that know neither.
package struct Dataset {
  /// One event each, never an undo.
  package let steps: [HouseholdStep]

  /// The first events of household 7.
  package init(events: Int) {
    var steps: [HouseholdStep] = []
    steps.reserveCapacity(events)
    // A tenth more than asked for: far more than undo takes away.
    for transaction in Household(seed: 7, events: events + events / 10 + 10) {
      for step in transaction.steps {
        if case .undo = step { continue }
        steps.append(step)
      }
      if steps.count >= events { break }
    }
    self.steps = Array(steps.prefix(events))
  }
}
