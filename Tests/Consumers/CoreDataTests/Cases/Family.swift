import Daybook
import Foundation
import Nursery
import NurseryCoreData

@testable import Interchange

/// A log that takes imports, and what is asked of it.
struct Family {
  static let started = Date(timeIntervalSinceReferenceDate: 790_000_000)
  static let mina = UUID(uuidString: "0B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A10")
  static let noor = UUID(uuidString: "1B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A11")
  static let ada = UUID(uuidString: "2B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A12")
  static let ida = UUID(uuidString: "3B6F2C1E-5D0A-4E57-9A53-3C1D1B7E9A13")

  let log: EventStore

  init() throws {
    log = try EventStore.temporary(
      schema: .nursery(boundary: DayBoundary(zone: "UTC", hour: 0, minute: 0)).importing())
  }

  /// The source that a fixture is.
  static func source(_ fixture: FixtureStore, shared: FixtureStore? = nil) throws
    -> BabyDashboardStore
  {
    try BabyDashboardStore(fixture.url.path, shared: shared?.url.path, started: started)
  }

  /// Imports a source.
  @discardableResult
  func take(
    _ source: some ImportSource, answers: [String: String] = [:], rows: Int? = nil
  ) throws -> ImportReport {
    var work = Import(source, author: "Ada", answers: answers)
    if let rows { work.rowsPerTransaction = rows }
    return try work.commit(work.plan(in: log), to: log)
  }

  func all<E: Entity>(_ type: E.Type) throws -> [Stamped<E>] {
    try log.read { try $0.entities(of: type) }
  }

  func baby(_ name: String) throws -> Stamped<BabyProfile>? {
    try all(BabyProfile.self).first { $0.name == name }
  }

  /// The feed that began so many seconds after 2001.
  func feed(_ start: Double) throws -> Stamped<FeedSession>? {
    try all(FeedSession.self).first { $0.start.timeIntervalSinceReferenceDate == start }
  }

  var token: History.Token { get throws { try log.read { try $0.token() } } }

  /// All that projections and entities say, apart from when it was written.
  func state() throws -> [String: Digest] {
    try log.flush()
    return try log.digests()
  }
}

/// A source that breaks off.
struct BreakingSource: ImportSource {
  struct Broken: Error {}

  let source: BabyDashboardStore
  let after: Int

  var provider: String { source.provider }
  var instance: String { source.instance }
  var files: [ImportFile] { source.files }
  var subjects: [ImportSubject] { source.subjects }
  var wholeTables: [String: any Importable.Type] { source.wholeTables }
  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    var rows = 0
    try source.read(subjects: subjects) { item in
      if rows == after { throw Broken() }
      rows += 1
      try visit(item)
    }
  }
}
