import Daybook
import Foundation
import Puppy
import Testing

struct MilestoneTests {
  private let now = date("2026-03-02T11:00:00Z")

  private func log(birth: String?) async throws -> PuppyLog {
    let log = try puppyLog()
    var profile = PuppyProfile()
    (profile.name, profile.birthDate) = ("Ollie", birth.map(date))
    try await log.record(profile)
    return log
  }

  private func milestone(_ order: Int, _ body: (inout Milestone) -> Void) -> Milestone {
    var milestone = Milestone()
    (milestone.label, milestone.sortOrder) = ("\(order)", order)
    body(&milestone)
    return milestone
  }

  @Test func `milestones stand in their order, with the day that age or date gives them`()
    async throws
  {
    let log = try await log(birth: "2026-01-01T12:00:00Z")
    for made in [
      milestone(5) { $0.targetDays = 3 },
      milestone(1) { $0.targetMonths = 2 },
      milestone(2) { $0.targetWeeks = 9 },
      milestone(3) { $0.fixedDate = date("2026-03-05T20:00:00Z") },
      milestone(4) { ($0.fixedDate, $0.isCompleted) = (date("2026-01-05T20:00:00Z"), true) },
      milestone(6) { _ in },
    ] {
      try await log.record(made)
    }
    let listed = try log.milestones(now: now, zone: amsterdam)
    #expect(listed.map(\.milestone.label) == ["1", "2", "3", "4", "5", "6"])
    #expect(
      listed.map(\.target?.text) == [
        "2026-03-01", "2026-03-05", "2026-03-05", "2026-01-05", "2026-01-04", nil,
      ])
    #expect(
      listed.map(\.status) == [
        .overdue(days: 1), .due(inDays: 3), .due(inDays: 3), .completed, .overdue(days: 57),
        .undated,
      ])
    let before = try log.milestones(now: now - 86_400, zone: amsterdam).map(\.status)
    #expect(Array(before.prefix(2)) == [.due(inDays: 0), .upcoming(inDays: 4)])
  }

  @Test func `an age without a birthday gives no day`() async throws {
    let log = try await log(birth: nil)
    try await log.record(milestone(1) { $0.targetMonths = 2 })
    try await log.record(milestone(2) { $0.targetMonths = .max })
    #expect(try log.milestones(now: now, zone: .gmt).map(\.status) == [.undated, .undated])
  }

  @Test func `a milestone that comes again leaves the next one, once on two phones`()
    async throws
  {
    let log = try await log(birth: nil)
    let made = try await log.record(
      milestone(1) {
        ($0.fixedDate, $0.isRecurring, $0.recurrenceMonths) = (now, true, 12)
        $0.completionNotes = "with the clinic"
      })
    for _ in 1...2 { try await log.complete(made, at: now, zone: amsterdam) }
    let listed = try log.milestones(now: now, zone: amsterdam)
    #expect(listed.count == 2)
    let next = try #require(listed.first { $0.status != .completed })
    #expect(next.target?.text == "2027-03-02")
    #expect(next.milestone.completionNotes == nil)
    // One undo takes both back.
    try await log.undo()
    #expect(try log.milestones(now: now, zone: amsterdam).map(\.status) == [.due(inDays: 0)])
  }
}
