import Daybook
import Foundation

@testable import Diary

extension Day {
  /// 2 March 2026.
  static let monday = Day(rawValue: 20_514)
  static let tuesday = monday.advanced(by: 1)

  func at(_ hour: Int) -> Date {
    Date(timeIntervalSince1970: Double(rawValue) * 86_400 + Double(hour) * 3_600)
  }
}

extension Notebook {
  /// A diary of its own for each test, which leaves no file.
  static func temporary(options: StoreOptions = StoreOptions()) throws -> Notebook {
    Notebook(store: try EventStore.temporary(schema: .diary, options: options), person: "Ada")
  }

  /// The same diary in the hands of somebody else.
  func of(_ person: String) -> Notebook { Notebook(store: store, person: person) }

  /// A medication that is to be taken each day from Monday on.
  func aspirin(timesADay: Int = 2) async throws -> ID<Medication> {
    let aspirin = try await append(.added(name: "Aspirin"), to: ID<Medication>.timeOrdered())
    let dose = Dose(amount: 100, unit: .mg)
    let plan = DosePlan(from: .monday, dose: dose, timesADay: timesADay)
    return try await append(.planned(plan), to: aspirin)
  }
}

/// A folder that ends with its test.
final class Folder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func place(_ name: String) -> URL { url.appendingPathComponent(name) }
}
