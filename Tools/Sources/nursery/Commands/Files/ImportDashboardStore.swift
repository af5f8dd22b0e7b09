import Daybook
import DaybookTool
import Foundation
import Interchange
import Nursery

#if CoreData
import CoreDataInterchange
import NurseryCoreData
#endif

extension ImportBabyDashboard {
  #if CoreData
  /// Imports the store of the app itself.
  func importStore() async throws {
    if diapers != nil {
      throw BadText("--diapers goes with a CSV file, and \(feeds) is a store")
    }
    if let log { try output.check(log) }
    let started = Surroundings.current.now
    let source = try Terminal.activity("copying the store") {
      try BabyDashboardStore(feeds, shared: shared, started: started)
    }
    try await options.run(
      source, boundary: try .ofThisMachine(), unchanged: { try source.checkUnwritten() }
    ) { store, report in
      guard let log else { return }
      let record = StoreImportLog(
        source, start: started, end: Surroundings.current.now, report: report,
        validation: try source.validation(in: store))
      try output.write(record.text, to: log)
    }
  }
  #else
  /// Says what can import a store.
  func importStore() async throws {
    throw InterchangeError(
      .notCSV, file: feeds,
      "\(feeds) is a store of Core Data, which this nursery was built without; "
        + "build it with: swift build --package-path Tools --traits CoreData")
  }
  #endif
}

/// What SQLite writes, told by its content.
enum SQLiteFile {
  /// Whether a file begins as SQLite's do; false for one that cannot be read.
  static func isOne(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    defer { try? file.close() }
    let magic = Data("SQLite format 3\0".utf8)
    return (try? file.read(upToCount: magic.count)) == magic
  }
}
