import Daybook
import Testing

@testable import Diary

struct MedicationTests {
  @Test func `medications are listed by name`() async throws {
    let ada = try Notebook.temporary()
    for name in ["Ibuprofen", "Aspirin"] {
      try await ada.append(.added(name: name), to: ID<Medication>.timeOrdered())
    }
    #expect(try ada.medications().map(\.name) == ["Aspirin", "Ibuprofen"])
  }

  @Test func `a dose plan holds from its day on`() async throws {
    let ada = try Notebook.temporary()
    let aspirin = try await ada.aspirin(timesADay: 2)
    let drops = Dose(amount: 10, unit: .drops)
    let plan = DosePlan(from: .tuesday, dose: drops, timesADay: 1)
    try await ada.append(.planned(plan), to: aspirin)

    #expect(try ada.due(on: .monday.advanced(by: -1)).isEmpty)
    #expect(try ada.due(on: .monday).map(\.dose.description) == ["100 mg", "100 mg"])
    #expect(try ada.due(on: .monday.advanced(by: 100)).map(\.dose) == [drops])
  }

  @Test func `a plan of no times a day ends the medication`() async throws {
    let ada = try Notebook.temporary()
    let aspirin = try await ada.aspirin()
    let none = Dose(amount: 0, unit: .mg)
    let plan = DosePlan(from: .tuesday, dose: none, timesADay: 0)
    try await ada.append(.planned(plan), to: aspirin)
    #expect(try ada.due(on: .tuesday).isEmpty)
  }
}
