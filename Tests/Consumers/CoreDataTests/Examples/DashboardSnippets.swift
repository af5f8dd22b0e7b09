import CoreDataInterchange
import Daybook
import Foundation
import Interchange
import NurseryCoreData

// snippet: core-data-dashboard
/// Takes BabyDashboard's store into a log, looks whether all of it came, and writes that down.
func moveIn(from path: String, into log: EventStore, started: Date) async throws -> StorePosition {
  let source = try BabyDashboardStore(path, started: started)
  let report = try await Import(source, author: "move").run(into: log)
  let validation = try source.validation(in: log)
  let record = StoreImportLog(
    source, start: started, end: Date(), report: report, validation: validation)
  try record.write(to: path + ".import.txt")
  return source.positions[0]
}
// end

/// The way over from a store that BabyDashboard goes on writing.
func migration(from path: String, into log: EventStore, started: Date) throws -> Migration {
  // snippet: core-data-migration
  let old = OldStore(coreData: [path]) { try BabyDashboardStore(path, started: started) }
  let instance = try BabyDashboardStore(path, started: started).instance
  let migration = Migration(of: "babydashboard", instance: instance, from: old, to: log)
  // end
  return migration
}
