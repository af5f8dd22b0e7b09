import Daybook
import Foundation
import Interchange
import Puppy
import Testing

/// OL-8.
struct ArchiveTests {
  private func marker(_ log: PuppyLog) throws -> Bool {
    try log.store.read { try $0.entities(of: ImportBatch.self) }.contains { $0.isComplete }
  }

  @Test func `OL-8: the sources are in the archive, and the originals stay`() async throws {
    let (tree, log) = (try OllieTree(ImportTests.files), try puppyLog())
    _ = try await tree.run(into: log)
    #expect(tree.archives == ["2026-04-01_120000"])
    for name in try tree.source().originals.map(\.name) {
      #expect(try tree.text("data-archive/2026-04-01_120000/\(name)") == tree.text(name), "\(name)")
    }
    #expect(try marker(log))
  }

  @Test
  func `OL-8: an import into a cleared store equals the first, from the files and the archive`()
    async throws
  {
    let (tree, log) = (try OllieTree(ImportTests.files), try puppyLog())
    let first = try await tree.run(into: log)
    let (second, third) = (try puppyLog(), try puppyLog())
    #expect(try await tree.run(into: second).counts == first.counts)
    let archive = tree.folder.appendingPathComponent("data-archive/\(tree.archives[0])")
    let source = try OllieFolder(archive, zone: amsterdam)
    #expect(try await Import(source).run(into: third.store).counts == first.counts)
    for other in [second, third] {
      #expect(try other.states() == (try log.states()))
      #expect(try other.store.digests() == (try log.store.digests()))
    }
    // The same files need no second copy.
    #expect(tree.archives.count == 1)
  }

  @Test func `OL-8: what cannot be archived is not imported`() async throws {
    let (tree, log) = (try OllieTree(ImportTests.files), try puppyLog())
    try tree.write("in the way", "data-archive")
    let error = await #expect(throws: InterchangeError.self) { try await tree.run(into: log) }
    #expect(error?.code == .unwritableFile)
    #expect(try log.token.number == 0)
  }

  @Test func `OL-8: a process that is killed while it copies leaves neither archive nor import`()
    async throws
  {
    let (tree, log) = (try OllieTree(ImportTests.files), try puppyLog())
    // The last file changes after it was looked at, so copying ends there as a kill would end it.
    let source = try tree.source()
    let last = try #require(source.originals.last?.name)
    let text = try tree.text(last)
    try tree.write("changed", last)
    let archive = OllieMigration(folder: tree.folder, zone: amsterdam).archive
    let error = #expect(throws: InterchangeError.self) {
      try archive.keep(source.originals, now: date("2026-04-01T10:00:00Z"), zone: amsterdam)
    }
    #expect(error?.code == .sourceChanged)
    #expect(tree.archives.allSatisfy { $0.hasPrefix(".") } && tree.archives.count == 1)
    try tree.write(text, last)
    try tree.write("half", "data-archive/\(tree.archives[0])/spots.json")
    _ = try await tree.run(into: log, now: date("2026-04-02T10:00:00Z"))
    #expect(tree.archives == ["2026-04-02_120000"])
    for name in ["profile.json", "spots.json"] {
      #expect(try tree.text("data-archive/2026-04-02_120000/\(name)") == tree.text(name))
    }
    #expect(try marker(log))
  }

  @Test func `OL-8: killed between archive and marker, the next run goes on without another copy`()
    async throws
  {
    let (tree, log) = (try OllieTree(ImportTests.files), try puppyLog())
    let migration = OllieMigration(folder: tree.folder, zone: amsterdam)
    let originals = try tree.source().originals
    try migration.archive.keep(originals, now: date("2026-04-01T10:00:00Z"), zone: amsterdam)
    #expect(try !marker(log))
    _ = try await tree.run(into: log, now: date("2026-04-02T10:00:00Z"))
    #expect(try marker(log))
    #expect(tree.archives == ["2026-04-01_120000"])
    // Changed files are kept beside the others.
    try tree.write(#"["sit"]"#, "mastered-skills.json")
    _ = try await tree.run(into: log, now: date("2026-04-02T10:00:00Z"))
    #expect(tree.archives == ["2026-04-01_120000", "2026-04-02_120000"])
    try tree.write(#"["paw"]"#, "mastered-skills.json")
    _ = try await tree.run(into: log, now: date("2026-04-02T10:00:00Z"))
    #expect(tree.archives.last == "2026-04-02_120000-2")
  }
}
