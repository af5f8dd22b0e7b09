import Foundation

/// How a milestone stands on a day.
public enum MilestoneStatus: Hashable, Sendable {
  case completed
  /// It was due so many days ago.
  case overdue(days: Int)
  /// It is due today, or so many days from now, and the reminder's day has come.
  case due(inDays: Int)
  case upcoming(inDays: Int)
  /// Nobody knows when: it has neither a date, nor an age of a puppy whose birth is known.
  case undated

  /// - Parameter target: its day.
  public init(_ milestone: Milestone, target: LocalDay?, today: LocalDay) {
    if milestone.isCompleted {
      self = .completed
    } else if let target {
      let days = today.days(to: target)
      self =
        days < 0
        ? .overdue(days: -days)
        : days <= milestone.reminderDaysBefore ? .due(inDays: days) : .upcoming(inDays: days)
    } else {
      self = .undated
    }
  }
}

extension Milestone {
  /// The day on which it is to be: its date, or the puppy's birthday and the age.
  func target(birth: Date?, clock: LocalClock) -> LocalDay? {
    if let fixedDate { return clock.day(of: fixedDate) }
    guard let birthday = birth.map(clock.day) else { return nil }
    if let targetMonths { return birthday.adding(targetMonths, .month) }
    if let targetWeeks { return birthday.adding(targetWeeks, .weekOfYear) }
    return targetDays.flatMap { birthday.adding($0, .day) }
  }
}
