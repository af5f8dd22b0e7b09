import DaybookTool
import Foundation
import Interchange
import Nursery
import NurseryInterchange

#if CoreData
import NurseryCoreData
#endif

extension ImportBabyBuddy {
  #if CoreData
  /// Imports the database of a server.
  func importDatabase(
    _ file: String, _ told: BabyBuddyOptions, _ boundary: DayBoundary
  ) async throws {
    let source = try Terminal.activity("copying the database") {
      try Self.asking { try BabyBuddyDatabase(file, options: told) }
    }
    try await options.run(source, boundary: boundary)
  }
  #else
  /// Says what can import a database.
  func importDatabase(
    _ file: String, _ told: BabyBuddyOptions, _ boundary: DayBoundary
  ) async throws {
    let name = URL(fileURLWithPath: file).lastPathComponent
    throw InterchangeError(
      .notCSV, file: name,
      "\(name) is an SQLite database, not CSV; let "
        + "Baby Buddy export its CSV files and name their folder, or read it with a nursery that is "
        + "built with: "
        + "swift build --package-path Tools --traits CoreData")
  }
  #endif
}
