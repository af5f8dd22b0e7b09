import Synchronization

@testable import Interchange

/// An old store in memory, which tells its history by a number.
final class OldThings: Sendable {
  private let content = Mutex((rows: [ThingSource.Row](), version: 0, reads: 0))
  /// Runs when the rows are read, once.
  private let intrusion = Mutex<(@Sendable () -> Void)?>(nil)

  var rows: [ThingSource.Row] { content.withLock { $0.rows } }
  var reads: Int { content.withLock { $0.reads } }

  func change(_ body: (inout [ThingSource.Row]) -> Void) {
    content.withLock {
      body(&$0.rows)
      $0.version += 1
    }
  }

  func whenRead(_ body: @escaping @Sendable () -> Void) { intrusion.withLock { $0 = body } }

  var store: OldStore {
    OldStore(
      position: { [self] in "\(content.withLock { $0.version })" },
      rows: { [self] in
        let rows = content.withLock {
          $0.reads += 1
          return $0.rows
        }
        let intruder = intrusion.withLock { intruder in
          defer { intruder = nil }
          return intruder
        }
        intruder?()
        return WholeThings(rows: ThingSource(rows: rows))
      })
  }
}

/// Things of a source that tells every row, so that the last one can vanish too.
struct WholeThings: ImportSource {
  let rows: ThingSource

  var provider: String { rows.provider }
  var files: [ImportFile] { rows.files }
  var wholeTables: [String: any Importable.Type] { ["numbered": Thing.self] }

  func checkUnchanged() {}

  func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
    try rows.read(subjects: subjects, visit)
  }
}
