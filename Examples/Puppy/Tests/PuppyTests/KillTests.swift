#if os(Linux) || os(macOS)
import Daybook
import Foundation
import Testing

@testable import Interchange
@testable import Puppy

/// OL-8 in a process of its own, which is killed.
struct KillTests {
  /// A source that kills its process when it gives a row for the so many-th time.
  private final class Killing: ImportSource, @unchecked Sendable {
    let source: OllieFolder
    // Read and written by the one thread that reads the rows.
    private var rest: Int
    var provider: String { source.provider }
    var files: [ImportFile] { source.files }

    init(_ source: OllieFolder, after rows: Int) {
      self.source = source
      rest = rows
    }

    func checkUnchanged() throws {}

    func read(subjects: SubjectMap, _ visit: (ImportItem) throws -> Void) throws {
      try source.read(subjects: subjects) { item in
        if rest == 0 { kill(getpid(), SIGKILL) }
        rest -= 1
        try visit(item)
      }
    }
  }

  private static func open(_ folder: String) throws -> EventStore {
    try EventStore.open(at: folder + "/store", schema: .puppy)
  }

  /// The app's migration, with a transaction for each row.
  private static func migrate(_ folder: String, after rows: Int) async throws {
    let migration = OllieMigration(folder: URL(fileURLWithPath: folder), zone: amsterdam)
    let now = date("2026-04-01T10:00:00Z")
    _ = try await migration.run(into: try open(folder), now: now) { files in
      var work = Import(Killing(files, after: rows), author: "Ada")
      (work.rowsPerTransaction, work.readsAgain) = (1, true)
      return work
    }
  }

  // The files have 23 rows, and seven are kept as texts. All are gone through twice for the plan
  // and once for the commit.
  @Test(arguments: [10, 60, 61, 64, 67, 70, 73, 76, 79, 82, 85, 89])
  func `OL-8: killed anywhere, a store with the mark has the archive, and the next run ends it`(
    rows: Int
  ) async throws {
    let tree = try OllieTree(ImportTests.files)
    let folder = tree.folder.path
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [folder = folder as String, rows = rows as Int] in
      try await KillTests.migrate(folder, after: rows)
    }
    let log = PuppyLog(store: try Self.open(folder), person: "Ada")
    func isMarked() throws -> Bool {
      try log.store.read { try $0.entities(of: ImportBatch.self) }.contains { $0.isComplete }
    }
    #expect(try !isMarked() || tree.archives.count == 1)
    let count = try log.store.read { try $0.entities(of: Kept<DiaryEntry>.self).count }
    #expect(count == 0 || tree.archives.count == 1)
    _ = try await tree.run(into: log)
    #expect(try isMarked())
    #expect(tree.archives == ["2026-04-01_120000"])
    let undisturbed = try puppyLog()
    _ = try await tree.run(into: undisturbed)
    #expect(try log.states() == undisturbed.states())
    #expect(try await log.store.verify().ok)
    // One undo takes all of it back, what was written before the kill too.
    try await log.undo()
    #expect(try log.states().isEmpty)
  }
}
#endif
