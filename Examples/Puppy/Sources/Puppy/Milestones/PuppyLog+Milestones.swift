import Daybook
import Foundation

extension PuppyLog {
  /// The milestones in their order, as they stand on the day of a zone that holds `now`. Reads all
  /// of them, of which there are some dozens.
  public func milestones(now: Date, zone: TimeZone) throws -> [ListedMilestone] {
    let clock = LocalClock(zone: zone)
    return try store.read { reader in
      let birth = try reader.profile()?.birthDate
      return try reader.rows(MilestonesInOrder.all).map { row in
        let target = row.row.target(birth: birth, clock: clock)
        return ListedMilestone(
          id: row.key.second, milestone: row.row, target: target,
          status: MilestoneStatus(row.row, target: target, today: clock.day(of: now)))
      }
    }
  }

  /// Notes that a milestone is reached. One that comes again leaves a new one, so many months later
  /// on the calendar of the zone: the same on every phone, because its name makes it.
  public func complete(
    _ id: ID<Kept<Milestone>>, at time: Date, zone: TimeZone
  ) async throws {
    try await store.append(author: person) { draft in
      guard let old = try draft.entity(id), !old.value.isCompleted else { return }
      var new = old
      (new.value.isCompleted, new.value.completedAt) = (true, time)
      if let event = Kept.amended(from: old, to: new) { try draft.append(event, to: id) }
      guard let next = old.value.next(after: LocalClock(zone: zone).day(of: time)) else { return }
      try draft.append(
        .recorded(next), to: ID<Kept<Milestone>>(name: "next", in: id.rawValue))
    }
  }
}

extension Milestone {
  /// What comes after it was reached on a day; nil for one that does not come again.
  fileprivate func next(after day: LocalDay) -> Milestone? {
    guard isRecurring, let recurrenceMonths, let date = day.adding(recurrenceMonths, .month)
    else { return nil }
    var next = self
    (next.targetMonths, next.targetWeeks, next.targetDays) = (nil, nil, nil)
    next.fixedDate = date.start
    (next.completionNotes, next.completionPhoto, next.calendarEvent) = (nil, nil, nil)
    return next
  }
}
