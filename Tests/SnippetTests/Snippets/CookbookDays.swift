import Daybook
import Foundation

// snippet: cook-days
struct Walk: Entity, CodablePayload {
  static let kind = "puppy.walk"
  var puppy: UUID
  var began: Date
  var day: Int  // the days since 1 January 1970, where the walk was
  var minutes: Int

  static func fold(_ walk: inout Walk?, _ event: WalkEvent) {
    switch event {
    case .walked(let puppy, let began, let day, let minutes):
      walk = Walk(puppy: puppy, began: began, day: day, minutes: minutes)
    case .removed: walk = nil
    }
  }
}

enum WalkEvent: CodableEntityEvent {
  static let type = EventType("puppy.walk.event")
  case walked(puppy: UUID, began: Date, day: Int, minutes: Int)
  case removed
}

/// The number of the day on which a date falls in a time zone: 0 is 1 January 1970.
func dayNumber(of date: Date, in zone: TimeZone) -> Int {
  let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
  return Int((seconds / 86_400).rounded(.down))
}

struct MinutesByDay: Totals {
  static let name = "puppy.minutesByDay"
  static func group(_ walk: Stamped<Walk>) -> Key2<UUID, Int>? {
    Key2(walk.puppy, walk.day)
  }
  static func amount(_ walk: Stamped<Walk>) -> Int64 { Int64(walk.minutes) }
}
// end

// snippet: cook-days-use
func minutes(of puppy: UUID, in store: EventStore) throws -> [(day: Int, minutes: Int64)] {
  let days = MinutesByDay.where(puppy).descending.limit(7)
  return try store.read { try $0.rows(days) }.map { ($0.key.second, $0.row.sum) }
}
// end

// snippet: cook-days-zone
struct MinutesByLocalDay: TableProjection {
  static let name = "puppy.minutesByLocalDay"
  typealias Key = Key2<UUID, Int>
  typealias Row = Tally

  let zone: TimeZone

  var parameters: String { zone.identifier }

  func register(_ handlers: inout ChangeHandlers) {
    handlers.on(Walk.self) { [zone] change, rows in
      for (walk, sign) in [(change.old, -1), (change.new, 1)] as [(Stamped<Walk>?, Int64)] {
        guard let walk else { continue }
        let key = Key2(walk.puppy, dayNumber(of: walk.began, in: zone))
        try rows.update(Self.rows, key) { row in
          var total = row ?? Tally()
          total.count += sign
          total.sum += sign * Int64(walk.minutes)
          row = total.count == 0 ? nil : total
        }
      }
    }
  }
}
// end

// snippet: cook-days-schema
func walks(at path: String, in zone: TimeZone) throws -> EventStore {
  let schema = Schema().entity(Walk.self)
    .projection(MinutesByDay()).projection(MinutesByLocalDay(zone: zone))
  return try EventStore.open(at: path, schema: schema)
}
// end
