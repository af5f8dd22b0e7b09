import Daybook
import DaybookTesting
import Foundation
import Testing

@testable import Diary

/// Random histories: entries are written, corrected and removed, plans change, transactions arrive
/// late and some are taken back; views do not depend on that, and are what entries give to them.
struct HistoryLawTests {
  private typealias Step = @Sendable (inout Draft) throws -> Void

  /// How many seeds; `DAYBOOK_EXAMPLE_SEEDS` for more.
  static let seeds: ClosedRange<UInt64> =
    1...(ProcessInfo.processInfo.environment["DAYBOOK_EXAMPLE_SEEDS"].flatMap(UInt64.init) ?? 40)

  private static let names = ["Aspirin", "Drops"]

  @Test(arguments: seeds)
  func `after random histories views are lawful`(seed: UInt64) throws {
    let laws = ProjectionLaws(schema: .diary, transactions: Self.history(seed))
    #expect(try laws.violations(seed: seed, orders: 1).map(\.description) == [])
  }

  private static func history(_ seed: UInt64) -> [Step] {
    var random = SeededGenerator(seed: seed)
    let medications = names.map { _ in ID<Medication>(random.uuid()) }
    let entries = (0..<6).map { _ in ID<Entry>(random.uuid()) }
    var steps: [Step] = []
    for (name, medication) in zip(names, medications) {
      steps.append { try $0.append(.added(name: name), to: medication) }
    }
    let first = Entry(day: .monday, time: Day.monday.at(5), by: "Ben", what: .note("slept"))
    for entry in entries {
      steps.append { try $0.append(.written(first), to: entry) }
    }
    for _ in 0..<40 {
      let medication = medications[Int.random(in: 0..<medications.count, using: &random)]
      let entry = entries[Int.random(in: 0..<entries.count, using: &random)]
      steps.append(step(medication, entry, &random))
    }
    return steps
  }

  private static func step(
    _ medication: ID<Medication>, _ entry: ID<Entry>, _ random: inout SeededGenerator
  ) -> Step {
    let day = Day.monday.advanced(by: Int.random(in: 0...1, using: &random))
    let time = day.at(Int.random(in: 6...22, using: &random))
    let dose = Self.dose(&random)
    let told = Self.what(medication, dose, &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      let plan = DosePlan(from: day, dose: dose, timesADay: 2)
      return { try $0.append(.planned(plan), to: medication) }
    case 2, 3: return { try $0.append(.corrected(told), to: entry) }
    case 4: return { try $0.append(.removed, to: entry) }
    default:
      let written = Entry(day: day, time: time, by: "Ada", what: told)
      return { try $0.append(.written(written), to: entry) }
    }
  }

  private static func dose(_ random: inout SeededGenerator) -> Dose {
    let amount = Int64.random(in: 0...3, using: &random)
    return Dose(amount: amount, unit: Bool.random(using: &random) ? .mg : .drops)
  }

  private static func what(
    _ medication: ID<Medication>, _ dose: Dose, _ random: inout SeededGenerator
  ) -> Entry.What {
    let severity = Int.random(in: 0...10, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1: return .intake(medication, dose)
    case 2: return .symptom("cough", severity: severity)
    default: return .note("slept \(severity) hours, slept badly")
    }
  }
}
