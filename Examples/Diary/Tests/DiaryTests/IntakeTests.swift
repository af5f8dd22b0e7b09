import Daybook
import Testing

@testable import Diary

struct IntakeTests {
  @Test func `what was taken is due no more`() async throws {
    let ada = try Notebook.temporary()
    _ = try await ada.aspirin()
    let due = try ada.due(on: .monday)
    try await ada.take(due[0], at: Day.monday.at(8))
    #expect(try ada.due(on: .monday) == [due[1]])
    #expect(try ada.due(on: .tuesday).count == 2)
  }

  @Test func `adherence is by week, and a dose that no plan wanted makes up for nothing`()
    async throws
  {
    let ada = try Notebook.temporary()
    let aspirin = try await ada.aspirin()
    for day in [Day.monday, .tuesday] {
      try await ada.take(ada.due(on: day)[0], at: day.at(8))
    }
    let extra = Entry.What.intake(aspirin, Dose(amount: 50, unit: .mg))
    try await ada.write(extra, on: .monday, at: Day.monday.at(20))

    let week = try ada.adherence(to: aspirin, inWeekOf: .tuesday)
    #expect(week.expected == 14 && week.done == 2)
    let next = try ada.adherence(to: aspirin, inWeekOf: .monday.advanced(by: 7))
    #expect(next.expected == 14 && next.done == 0)
  }

  @Test func `the last intake is that of the latest time`() async throws {
    let ada = try Notebook.temporary()
    let aspirin = try await ada.aspirin()
    #expect(try ada.lastIntake(of: aspirin) == nil)
    let due = try ada.due(on: .monday)
    try await ada.take(due[1], at: Day.monday.at(20))
    try await ada.of("Ben").take(due[0], at: Day.monday.at(8))
    #expect(try ada.lastIntake(of: aspirin)?.time == Day.monday.at(20))
  }

  @Test func `sums never mix units`() async throws {
    let ada = try Notebook.temporary()
    let aspirin = try await ada.aspirin()
    for (amount, unit) in [(100, .mg), (10, .drops), (50, .mg)] as [(Int64, DoseUnit)] {
      let intake = Entry.What.intake(aspirin, Dose(amount: amount, unit: unit))
      try await ada.write(intake, on: .monday, at: Day.monday.at(8))
    }
    #expect(try ada.taken(of: aspirin, in: Day.monday.week) == [.drops: 10, .mg: 150])
  }
}
