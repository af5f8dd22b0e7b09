import Daybook
import DaybookTesting
import Foundation
import Testing

@testable import Diary

/// Every event and every sort of entry.
private let example: [@Sendable (inout Draft) throws -> Void] = {
  func uuid(_ last: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, last))
  }
  @Sendable func entry(_ what: Entry.What, _ hour: Int) -> Entry {
    Entry(day: .monday, time: Day.monday.at(hour), by: "Ada", what: what)
  }
  let aspirin = ID<Medication>(uuid(1))
  let (intake, symptom, note) = (ID<Entry>(uuid(2)), ID<Entry>(uuid(3)), ID<Entry>(uuid(4)))
  let (mg, drops) = (Dose(amount: 100, unit: .mg), Dose(amount: 10, unit: .drops))
  let plan = DosePlan(from: .monday, dose: mg, timesADay: 2)
  return [
    { try $0.append(.added(name: "Aspirin"), to: aspirin) },
    { try $0.append(.planned(plan), to: aspirin) },
    { try $0.append(.written(entry(.intake(aspirin, mg), 8)), to: intake) },
    {
      try $0.append(.written(entry(.symptom("cough", severity: 3, place: "chest"), 9)), to: symptom)
    },
    { try $0.append(.written(entry(.note("Slept well"), 10)), to: note) },
    { try $0.append(.corrected(.intake(aspirin, drops)), to: intake) },
    { try $0.append(.corrected(.symptom("cough", severity: 2)), to: symptom) },
    { try $0.append(.corrected(.note("Slept badly")), to: note) },
    { try $0.append(.removed, to: note) },
  ]
}()

struct StoredTests {
  @Test func `what is stored stays readable`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("StoredFormat.txt").path
    let check = StoredFormatCheck(schema: .diary, transactions: example)
    #expect(try check.differences(from: file) == [])
  }

  @Test func `rows do not depend on the order of arrival`() throws {
    let laws = ProjectionLaws(schema: .diary, transactions: example)
    #expect(try laws.violations().map(\.description) == [])
  }

  @Test func `a second creation that comes late changes nothing`() throws {
    let laws = ProjectionLaws(schema: .diary, transactions: Array(example.dropLast()))
    #expect(try laws.lateCreations(of: Entry.self).map(\.description) == [])
  }
}
