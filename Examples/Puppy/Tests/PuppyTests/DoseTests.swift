import Daybook
import Foundation
import Puppy
import Testing

struct DoseTests {
  private static let plan = #"""
    medicationSchedule {"medications":[
    {"id":"w","name":"Worming","times":[{"id":"e","targetTime":"20:00"},{"id":"m","targetTime":"08:00"}]},
    {"id":"d","name":"Drops","times":[{"id":"n"}]},
    {"id":"x","name":"Over","isActive":false,"times":[{"id":"m","targetTime":"08:00"}]},{"name":"?"}]}
    """#
  private let noon = date("2026-03-02T11:00:00Z")

  private func log() async throws -> PuppyLog {
    let log = try puppyLog()
    var profile = PuppyProfile()
    (profile.name, profile.plans) = ("Ollie", [Self.plan])
    try await log.record(profile)
    return log
  }

  @Test func `doses of the plan are due until they are noted, day by day`() async throws {
    let log = try await log()
    let due = try log.dosesDue(now: noon, zone: amsterdam)
    #expect(due.map(\.name) == ["Worming", "Worming", "Drops"])
    #expect(due.map(\.time) == [date("2026-03-02T07:00:00Z"), date("2026-03-02T19:00:00Z"), nil])
    #expect(due.map { $0.isOverdue(at: noon) } == [true, false, false])
    try await log.give(due[0], at: noon)
    #expect(try log.dosesDue(now: noon, zone: amsterdam).map(\.slot) == ["e", "n"])
    #expect(try log.dosesDue(now: noon + 86_400, zone: amsterdam).count == 3)
    try await log.undo()
    #expect(try log.dosesDue(now: noon, zone: amsterdam).count == 3)
    #expect(try puppyLog().dosesDue(now: noon, zone: amsterdam).isEmpty)
  }

  @Test func `a dose that is noted again after it was deleted is there once`() async throws {
    let log = try await log()
    let due = try log.dosesDue(now: noon, zone: amsterdam)[0]
    for minute in [1.0, 2] { try await log.give(due, at: noon + minute) }
    #expect(try log.all(MedicationCompletion.self).map(\.completedAt) == [noon + 2])
    let made = try log.store.read { try $0.entities(of: Kept<MedicationCompletion>.self)[0].id }
    try await log.delete(made)
    #expect(try log.dosesDue(now: noon, zone: amsterdam).count == 3)
    try await log.give(due, at: noon + 3)
    #expect(try log.all(MedicationCompletion.self).map(\.completedAt) == [noon + 3])
  }

  @Test(arguments: ["America/New_York", "Asia/Tokyo", "Europe/Amsterdam", "GMT"])
  func `a dose of a day is of that day in another zone`(zone: String) async throws {
    let log = try await log()
    try await log.give(log.dosesDue(now: noon, zone: amsterdam)[0], at: noon)
    let there = try #require(TimeZone(identifier: zone))
    #expect(try log.dosesDue(now: noon, zone: there).count == 2)
    #expect(try log.dosesDue(now: noon - 86_400, zone: there).count == 3)
  }
}
