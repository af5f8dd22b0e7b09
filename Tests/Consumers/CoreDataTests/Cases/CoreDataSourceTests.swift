import CoreDataInterchange
import Daybook
import Foundation
import Interchange
import Testing

/// The store of another app, mapped in twenty lines.
struct CoreDataSourceTests {
  let fixture: FixtureStore
  let log: EventStore

  init() throws {
    fixture = try FixtureStore("Trips", name: "Trips.sqlite")
    log = try EventStore.temporary(
      schema: Schema().entity(Trip.self).entity(Place.self).importing())
  }

  @discardableResult
  private func take(_ source: CoreDataSource) throws -> ImportReport {
    let work = Import(source)
    return try work.commit(work.plan(in: log), to: log)
  }

  private func places() throws -> [String: Place] {
    let places = try log.read { try $0.entities(of: Place.self) }
    return Dictionary(uniqueKeysWithValues: places.map { ($0.name, $0.state) })
  }

  @Test func `rows become entries, relations lead to them, identifiers stay`() throws {
    let report = try take(try tripsSource(fixture.url.path))
    #expect(report.counts.imported == 6)
    #expect(report.count(of: .externalData) == 1)
    let lisbon = try #require(UUID(uuidString: "AA000000-0000-4000-8000-000000000001"))
    let trip = try log.read { try $0.entity(Trip.self, lisbon) }
    #expect(trip?.title == "Lisbon")
    #expect(trip?.budget == "1234.5")
    let places = try places()
    #expect(places["Tile Museum"] == Place.of(lisbon, "Tile Museum", "Museum"))
    #expect(places["Nowhere"] == Place.of(nil, "Nowhere", "Park"))
  }

  @Test func `the same store adds nothing, a changed row changes what it says`() throws {
    try take(try tripsSource(fixture.url.path))
    let token = try log.read { try $0.token() }
    #expect(try take(try tripsSource(fixture.url.path)).counts.unchanged == 6)
    #expect(try log.read { try $0.token() } == token)
    try fixture.run("UPDATE ZPLACE SET ZNAME = 'Graça', ZTRIP = 2 WHERE Z_PK = 1")
    let report = try take(try tripsSource(fixture.url.path))
    #expect(report.counts.changed == 1)
    let oslo = UUID(uuidString: "AA000000-0000-4000-8000-000000000002")
    #expect(try places()["Graça"]?.trip == oslo)
    #expect(try places().count == 4)
  }

  @Test func `a link to a row without an identifier leads to its entry all the same`() throws {
    try fixture.run("UPDATE ZTRIP SET ZID = NULL WHERE Z_PK = 1")
    try take(try tripsSource(fixture.url.path))
    let trips = try log.read { try $0.entities(of: Trip.self) }
    let lisbon = try #require(trips.first { $0.title == "Lisbon" })
    #expect(try places()["Alfama"]?.trip == lisbon.id.rawValue)
  }

  @Test func `a link to a row that is gone is none`() throws {
    try fixture.run("UPDATE ZPLACE SET ZTRIP = 99 WHERE Z_PK = 1")
    try take(try tripsSource(fixture.url.path))
    #expect(try places()["Alfama"] == Place.of(nil, "Alfama", "Place"))
  }

  @Test func `a row that cannot be read is quarantined, one that is not wanted left out`() throws {
    try fixture.run("UPDATE ZTRIP SET ZISDONE = 7 WHERE Z_PK = 1")
    let source = try CoreDataSource(
      CoreDataStore(fixture.url.path), provider: "trips",
      [
        CoreDataMapping("Trip", id: "id") { row -> Trip? in
          _ = try row.bool("isDone")
          return nil
        }
      ])
    let report = try take(source)
    #expect(report.quarantined.map(\.column) == ["ZISDONE"])
    #expect(report.counts.skipped == 1)
    #expect(report.counts.rows == 2)
  }

  @Test func `every attribute with content that no row used is told`() throws {
    try fixture.run("UPDATE ZTRIP SET ZBUDGET = 'much' WHERE Z_PK = 1")
    let plan = try Import(
      CoreDataSource(
        CoreDataStore(fixture.url.path), provider: "trips",
        [
          CoreDataMapping("Trip", id: "id") { row in
            var trip = Trip()
            trip.title = try row.text("title") ?? ""
            _ = try? row.integer("budget")
            return trip
          }
        ])
    ).plan(in: log)
    #expect(
      plan.report.cells.map { "\($0.column): \($0.count) \($0.outcome.rawValue)" } == [
        "ZTRIP.ZBUDGET: 1 nothing", "ZTRIP.ZCOVER: 2 unread", "ZTRIP.ZISDONE: 2 unread",
        "ZTRIP.ZMOOD1: 1 unread", "ZTRIP.ZSTART: 2 unread",
      ])
    #expect(
      plan.report.files.first?.unknownColumns
        == ["ZTRIP.ZCOVER", "ZTRIP.ZISDONE", "ZTRIP.ZMOOD1", "ZTRIP.ZSTART"])
  }

  @Test func `an error of the app's own ends the import`() throws {
    struct Own: Error {}
    let source = try CoreDataSource(
      CoreDataStore(fixture.url.path), provider: "trips",
      [CoreDataMapping("Trip") { _ -> Trip? in throw Own() }])
    #expect(throws: Own.self) { try take(source) }
  }

  @Test func `a mapping that does not fit the store is refused`() throws {
    let store = try CoreDataStore(fixture.url.path)
    for (entity, id, code) in [
      ("Journey", nil, InterchangeError.Code.incomplete), ("Trip", "uuid", .missingColumn),
    ] {
      let error = #expect(throws: InterchangeError.self) {
        try CoreDataSource(
          store, provider: "trips", [CoreDataMapping(entity, id: id) { _ in Trip() }])
      }
      #expect(error?.code == code)
    }
    let source = try CoreDataSource(
      store, provider: "trips",
      [
        CoreDataMapping("Trip") { row -> Trip? in
          _ = try row.text("name")
          return nil
        }
      ])
    let error = #expect(throws: InterchangeError.self) { try take(source) }
    #expect(error?.code == .missingColumn)
  }
}

extension Place {
  static func of(_ trip: UUID?, _ name: String, _ sort: String) -> Place {
    var place = Place()
    place.trip = trip
    place.name = name
    place.sort = sort
    return place
  }
}
