import Daybook

/// The intakes of each medication; its last row is its last intake.
struct IntakesByTime: Index {
  static let name = "diary.intakesByTime"
  static func key(_ entry: Stamped<Entry>) -> Key3<ID<Medication>, Date, ID<Entry>>? {
    if case .intake(let id, _) = entry.what { Key3(id, entry.time, entry.id) } else { nil }
  }
  static func row(_ entry: Stamped<Entry>) -> Entry { entry.state }
}

/// How much by day. The unit is part of the group, so no sum mixes two.
struct DosesByDay: Totals {
  static let name = "diary.dosesByDay"
  static func group(_ entry: Stamped<Entry>) -> Key3<ID<Medication>, Day, DoseUnit>? {
    if case .intake(let id, let dose) = entry.what { Key3(id, entry.day, dose.unit) } else { nil }
  }
  static func amount(_ entry: Stamped<Entry>) -> Int64 {
    if case .intake(_, let dose) = entry.what { dose.amount } else { 0 }
  }
}

extension Notebook {
  func due(on day: Day) throws -> [Due] { try store.read { try Due.all(on: day, $0) } }

  /// Notes that a due dose was taken. An intake that no plan wanted is `write(.intake(…))`.
  func take(_ due: Due, at time: Date) async throws {
    try await write(.intake(due.medication, due.dose), on: due.day, at: time, as: due.entry)
  }

  func lastIntake(of medication: ID<Medication>) throws -> Entry? {
    try store.read { try $0.first(IntakesByTime.where(medication).descending)?.row }
  }

  /// What was taken, one sum for each unit.
  func taken(of medication: ID<Medication>, in days: Range<Day>) throws -> [DoseUnit: Int64] {
    let query = DosesByDay.where(medication).from(days.lowerBound).before(days.upperBound)
    let sums = try store.read { try $0.rows(query) }.map { ($0.key.third, $0.row.sum) }
    return Dictionary(sums, uniquingKeysWith: +)
  }

  /// What the plans of a week wanted, and how much of that was taken.
  func adherence(to id: ID<Medication>, inWeekOf day: Day) throws -> (expected: Int, done: Int) {
    try store.read { reader in
      let plans = try reader.entity(id)
      let expected = day.week.map { plans?.plan(on: $0)?.timesADay ?? 0 }.reduce(0, +)
      let open = try day.week.flatMap { try Due.all(on: $0, reader) }
      return (expected, expected - open.count { $0.medication == id })
    }
  }
}
