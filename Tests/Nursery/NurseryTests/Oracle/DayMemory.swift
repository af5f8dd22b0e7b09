import Daybook
import Nursery

/// Reference days that are worked out once for each instant, because that takes long.
final class DayMemory {
  private struct Period: Hashable {
    let start: Date
    let end: Date
  }

  private let reference: ReferenceDays
  private var days: [Date: CivilDay] = [:]
  private var starts: [CivilDay: Date?] = [:]
  private var periods: [Period: [(day: CivilDay, microseconds: Int64)]] = [:]

  init(_ boundary: DayBoundary) { reference = ReferenceDays(boundary) }

  func day(of instant: Date) -> CivilDay {
    if let day = days[instant] { return day }
    let day = reference.day(of: instant)
    days[instant] = day
    return day
  }

  func start(of day: CivilDay) -> Date? {
    if let start = starts[day] { return start }
    let start = reference.start(of: day)
    starts[day] = .some(start)
    return start
  }

  func parts(from start: Date, to end: Date) -> [(day: CivilDay, microseconds: Int64)] {
    let period = Period(start: start, end: end)
    if let parts = periods[period] { return parts }
    let parts = reference.parts(from: start, to: end).map {
      (day: $0.day, microseconds: Int64(($0.seconds * 1e6).rounded()))
    }
    periods[period] = parts
    return parts
  }
}
