import Daybook
import Foundation

// snippet: cook-dated
/// A value for each day from which one holds, until the next one.
struct Dated<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  var starts: [Int: Value] = [:]  // by the days since 1 January 1970

  func value(on day: Int) -> Value? {
    starts.filter { $0.key <= day }.max { $0.key < $1.key }?.value
  }
}

struct Puppy: Entity, CodablePayload {
  static let kind = "puppy.puppy"
  var name: String
  var minutes = Dated<Int>()  // how long it is to be walked each day

  enum Event: CodableEntityEvent {
    case adopted(name: String)
    case planned(minutes: Int, from: Int)
  }

  static func fold(_ puppy: inout Puppy?, _ event: Event) {
    switch event {
    case .adopted(let name): puppy = Puppy(name: name)
    case .planned(let minutes, let day): puppy?.minutes.starts[day] = minutes
    }
  }
}
// end

// snippet: cook-days
struct Walk: Entity, CodablePayload {
  static let kind = "puppy.walk"
  var puppy: ID<Puppy>
  var began: Date
  var day: Int  // the days since 1 January 1970, where the walk was
  var minutes: Int

  enum Event: CodableEntityEvent {
    case walked(Walk)
    case removed
  }

  static func fold(_ walk: inout Walk?, _ event: Event) {
    switch event {
    case .walked(let new): walk = new
    case .removed: walk = nil
    }
  }
}

/// The number of the day on which a date falls in a time zone: 0 is 1 January 1970.
func dayNumber(of date: Date, in zone: TimeZone) -> Int {
  let seconds = date.timeIntervalSince1970 + Double(zone.secondsFromGMT(for: date))
  return Int((seconds / 86_400).rounded(.down))
}

struct MinutesByDay: Totals {
  static let name = "puppy.minutesByDay"
  static func group(_ walk: Stamped<Walk>) -> Key2<ID<Puppy>, Int>? {
    Key2(walk.puppy, walk.day)
  }
  static func amount(_ walk: Stamped<Walk>) -> Int64 { Int64(walk.minutes) }
}
// end

// snippet: cook-days-use
func minutes(of puppy: ID<Puppy>, in store: EventStore) throws -> [(day: Int, minutes: Int64)] {
  let days = MinutesByDay.where(puppy).descending.limit(7)
  return try store.read { try $0.rows(days) }.map { ($0.key.second, $0.row.sum) }
}
// end

// snippet: cook-week
/// The days of the week in which a day of 1970 or later lies, from Monday on.
func week(of day: Int) -> Range<Int> {
  let monday = day - (day + 3) % 7
  return monday..<monday + 7
}

func walks(
  of puppy: ID<Puppy>, inWeekOf day: Int, in store: EventStore
) throws -> (expected: Int, done: Int64) {
  let week = week(of: day)
  let days = MinutesByDay.where(puppy).from(week.lowerBound).before(week.upperBound)
  return try store.read { reader in
    let plan = try reader.entity(puppy)?.minutes
    let expected = week.reduce(0) { $0 + (plan?.value(on: $1) ?? 0) }
    return (expected, try reader.rows(days).reduce(0) { $0 + $1.row.sum })
  }
}
// end

// snippet: cook-units
/// The names are stored.
enum FoodUnit: String, OrderedKey, Codable { case grams, millilitres, pieces }

struct Portion: Entity, CodablePayload {
  static let kind = "puppy.portion"
  var puppy: ID<Puppy>
  var day: Int
  var amount: Int64
  var unit: FoodUnit

  enum Event: CodableEntityEvent {
    case eaten(Portion)
  }

  static func fold(_ portion: inout Portion?, _ event: Event) {
    switch event {
    case .eaten(let eaten): portion = eaten
    }
  }
}

struct EatenByDay: Totals {
  static let name = "puppy.eatenByDay"
  static func group(_ portion: Stamped<Portion>) -> Key3<ID<Puppy>, Int, FoodUnit>? {
    Key3(portion.puppy, portion.day, portion.unit)
  }
  static func amount(_ portion: Stamped<Portion>) -> Int64 { portion.amount }
}

func eaten(by puppy: ID<Puppy>, on day: Int, in store: EventStore) throws -> [FoodUnit: Int64] {
  let rows = try store.read { try $0.rows(EatenByDay.where(puppy, day)) }
  return Dictionary(uniqueKeysWithValues: rows.map { ($0.key.third, $0.row.sum) })
}
// end

// snippet: cook-days-zone
struct MinutesByLocalDay: TableProjection {
  static let name = "puppy.minutesByLocalDay"
  typealias Key = Key2<ID<Puppy>, Int>
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
  let schema = Schema().entity(Puppy.self).entity(Walk.self)
    .projection(MinutesByDay()).projection(MinutesByLocalDay(zone: zone))
  return try EventStore.open(at: path, schema: schema)
}
// end
