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

  static func fold(_ state: inout Trip?, _ event: TripEvent) throws {
    switch event {
    case .recorded(let trip): if state == nil { state = trip }
    case .amended(let patch): if state != nil { try patch.apply(to: &state!) }
    }
  }

  static func recorded(_ state: Trip) -> TripEvent { .recorded(state) }

  static func amended(from old: Trip, to new: Trip) -> TripEvent? {
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

enum TripEvent: EntityEvent {
  case recorded(Trip)
  case amended(FieldPatch<Trip>)

  static let types = [EventType("trips.trip.recorded"), EventType("trips.trip.amended")]
  var typeIndex: Int {
    switch self {
    case .recorded: 0
    case .amended: 1
    }
  }
  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .recorded(let trip): trip.encode(into: &writer)
    case .amended(let patch): patch.encode(into: &writer)
    }
  }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> TripEvent {
    typeIndex == 0
      ? .recorded(try Trip(from: &reader)) : .amended(try FieldPatch(from: &reader))
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

  static func fold(_ state: inout Place?, _ event: PlaceEvent) throws {
    switch event {
    case .recorded(let place): if state == nil { state = place }
    case .amended(let patch): if state != nil { try patch.apply(to: &state!) }
    }
  }

  static func recorded(_ state: Place) -> PlaceEvent { .recorded(state) }

  static func amended(from old: Place, to new: Place) -> PlaceEvent? {
    let patch = FieldPatch(from: old, to: new)
    return patch.isEmpty ? nil : .amended(patch)
  }
}

enum PlaceEvent: EntityEvent {
  case recorded(Place)
  case amended(FieldPatch<Place>)

  static let types = [EventType("trips.place.recorded"), EventType("trips.place.amended")]
  var typeIndex: Int {
    switch self {
    case .recorded: 0
    case .amended: 1
    }
  }
  func encode(into writer: inout PayloadWriter) {
    switch self {
    case .recorded(let place): place.encode(into: &writer)
    case .amended(let patch): patch.encode(into: &writer)
    }
  }
  static func decode(_ typeIndex: Int, from reader: inout PayloadReader) throws -> PlaceEvent {
    typeIndex == 0
      ? .recorded(try Place(from: &reader)) : .amended(try FieldPatch(from: &reader))
  }
}

// snippet: core-data-mapping
/// The store of an app that kept trips in Core Data.
func tripsSource(_ url: URL) throws -> CoreDataSource {
  try CoreDataSource(
    CoreDataStore(url), provider: "trips",
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
