import CoreDataInterchange
import Daybook
import Foundation
import Interchange
import NurseryCoreData

// snippet: core-data-dashboard
/// Takes BabyDashboard's store into a log, looks whether all of it came, and writes that down.
func moveIn(from url: URL, into log: EventStore, started: Date) async throws -> StorePosition {
  let source = try BabyDashboardStore(url, started: started)
  let report = try await Import(source, author: "move").run(into: log)
  let validation = try source.validation(in: log)
  let record = StoreImportLog(
    source, start: started, end: Date(), report: report, validation: validation)
  try record.write(to: url.deletingPathExtension().appendingPathExtension("import.txt"))
  return source.positions[0]
}
// end

/// The way over from a store that BabyDashboard goes on writing.
func migration(from url: URL, into log: EventStore, started: Date) throws -> Migration {
  // snippet: core-data-migration
  let old = OldStore(coreData: [url]) { try BabyDashboardStore(url, started: started) }
  let instance = try BabyDashboardStore(url, started: started).instance
  let migration = Migration(of: "babydashboard", instance: instance, from: old, to: log)
  // end
  return migration
}
