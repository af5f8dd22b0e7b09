import Daybook

/// A dose that the plan of a day wants and nobody has noted yet.
struct Due: Hashable, Sendable {
  let medication: ID<Medication>
  let name: String
  let day: Day
  /// Which of the doses of the day it is, from 1.
  let number: Int
  let dose: Dose
  /// The entry that it becomes, the same on every device, because its name makes it.
  var entry: ID<Entry> { ID(name: "\(day.rawValue)/\(number)", in: medication.rawValue) }

  /// Everything due on a day: the first doses of all medications, then the second ones.
  static func all(on day: Day, _ reader: borrowing Reader) throws -> [Due] {
    var due: [Due] = []
    for known in try reader.entities(of: Medication.self) {
      guard let plan = known.state.plan(on: day) else { continue }
      for number in stride(from: 1, through: plan.timesADay, by: 1) {
        let next = Due(
          medication: known.id, name: known.name, day: day, number: number, dose: plan.dose)
        if try reader.entity(next.entry) == nil { due.append(next) }
      }
    }
    return due.sorted { ($0.number, $0.name) < ($1.number, $1.name) }
  }
}
