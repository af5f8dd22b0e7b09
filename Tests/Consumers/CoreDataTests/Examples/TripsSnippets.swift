import CoreDataInterchange
import Daybook
import Foundation
import Interchange

struct Trip: Entity, FieldPayload, Importable, Equatable {
  static let kind = "trips.trip"

  var title = ""
  var start: Date?
  var budget: String?
  var isDone = false

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &title)
    try field(2, &start)
    try field(3, &budget)
    try field(4, &isDone)
  }

  enum Event: FieldEntityEvent {
    case recorded(Trip), amended(FieldPatch<Trip>)

    static let types: [EventType] = [".recorded", ".amended"]

    func cases(_ event: inout some CaseCoding) {
      switch self {
      case .recorded(let trip): event(0, trip)
      case .amended(let patch): event(1, patch)
      }
    }

    static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      typeIndex == 0 ? .recorded(try reader.payload()) : .amended(try reader.payload())
    }
  }

  static func fold(_ state: inout Trip?, _ event: Event) throws {
    switch event {
    case .recorded(let trip): if state == nil { state = trip }
    case .amended(let patch): if state != nil { try patch.apply(to: &state!) }
    }
  }

  static func recorded(_ state: Trip) -> Event { .recorded(state) }

  static func amended(from old: Trip, to new: Trip) -> Event? {
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

struct Place: Entity, FieldPayload, Importable, Equatable {
  static let kind = "trips.place"

  var trip: UUID?
  var name = ""
  var sort = ""

  mutating func fields(_ field: inout some FieldCoding) throws {
    try field(1, &trip)
    try field(2, &name)
    try field(3, &sort)
  }

  enum Event: FieldEntityEvent {
    case recorded(Place), amended(FieldPatch<Place>)

    static let types: [EventType] = [".recorded", ".amended"]

    func cases(_ event: inout some CaseCoding) {
      switch self {
      case .recorded(let place): event(0, place)
      case .amended(let patch): event(1, patch)
      }
    }

    static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> Event {
      typeIndex == 0 ? .recorded(try reader.payload()) : .amended(try reader.payload())
    }
  }

  static func fold(_ state: inout Place?, _ event: Event) throws {
    switch event {
    case .recorded(let place): if state == nil { state = place }
    case .amended(let patch): if state != nil { try patch.apply(to: &state!) }
    }
  }

  static func recorded(_ state: Place) -> Event { .recorded(state) }

  static func amended(from old: Place, to new: Place) -> Event? {
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

// snippet: core-data-mapping
/// The store of an app that kept trips in Core Data.
func tripsSource(_ path: String) throws -> CoreDataSource {
  try CoreDataSource(
    CoreDataStore(path), provider: "trips",
    [
      CoreDataMapping("Trip", id: "id") { row in
        var trip = Trip()
        trip.title = try row.text("title") ?? ""
        trip.start = try row.date("start")
        trip.budget = try row.decimal("budget").map { "\($0)" }
        trip.isDone = try row.bool("isDone") ?? false
        return trip
      },
      CoreDataMapping("Place") { row in
        var place = Place()
        place.trip = try row.link("trip", to: "Trip")
        place.name = try row.text("name") ?? ""
        place.sort = row.entityName  // Park and Museum inherit from Place
        return place
      },
    ])
}
// end
