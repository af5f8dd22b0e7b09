import Daybook
import Foundation

extension PuppyLog {
  /// What is still to be given on the day of a zone that holds `now`. O(log n) and the doses of
  /// that day.
  public func dosesDue(now: Date, zone: TimeZone) throws -> [DueDose] {
    let day = LocalClock(zone: zone).day(of: now)
    return try store.read { reader in
      guard let profile = try reader.profile() else { return [] }
      let given = try reader.rows(DosesByDay.all.from(day.start).before(day.end)).map(\.row)
      return DueDose.all(of: PlannedMedication.all(of: profile), given: given, on: day)
    }
  }

  /// Notes that a dose was given. When two phones note it, it is one.
  public func give(_ dose: DueDose, at time: Date) async throws {
    var note = MedicationCompletion()
    (note.medication, note.slot) = (dose.medication, dose.slot)
    (note.day, note.completedAt) = (dose.day.start, time)
    try await store.append(author: person) { [note] draft in
      try draft.append(.recorded(note), to: dose.note)
      // One that was noted before and deleted is there again, with the new time.
      if try draft.entity(dose.note) == nil { try draft.append(.restored, to: dose.note) }
      guard let old = try draft.entity(dose.note),
        let event = Kept.amended(from: old, to: Kept(note))
      else { return }
      try draft.append(event, to: dose.note)
    }
  }
}
