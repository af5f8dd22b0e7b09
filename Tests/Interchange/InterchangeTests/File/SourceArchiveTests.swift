import Foundation
import Interchange
import TemporaryFolders
import Testing

struct SourceArchiveTests {
  private static let noon = Date(timeIntervalSince1970: 1_795_348_800)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var archive: SourceArchive {
    SourceArchive(folder.path("archive"))
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path("archive"))) ?? []).sorted()
  }

  private func file(_ text: String, _ name: String) -> SourceFile {
    SourceFile(bytes: Array(text.utf8), name: name)
  }

  private func keep(_ files: [SourceFile], _ seconds: Double = 0) throws -> URL {
    let zone = try #require(TimeZone(identifier: "Asia/Tokyo"))
    return URL(fileURLWithPath: try archive.keep(files, now: Self.noon + seconds, zone: zone))
  }

  @Test func `files are copied under their names into a folder named after the local time`() throws
  {
    let place = try keep([file("a", "a.txt"), file("b", "deep/er/b.txt")])
    #expect(names == ["2026-11-22_210000"])
    for (name, text) in [("a.txt", "a"), ("deep/er/b.txt", "b")] {
      let copy = place.appendingPathComponent(name)
      #expect(try String(contentsOf: copy, encoding: .utf8) == text)
    }
  }

  @Test func `files that are there need no other copy, and changed ones get one`() throws {
    let first = try keep([file("a", "a.txt"), file("b", "b.txt")])
    #expect(try keep([file("b", "b.txt")], 60) == first)
    #expect(try keep([file("a", "a.txt"), file("c", "b.txt")]) != first)
    #expect(names == ["2026-11-22_210000", "2026-11-22_210000-2"])
    // A copy that somebody has changed is none any more.
    try Data("A".utf8).write(to: first.appendingPathComponent("a.txt"))
    _ = try keep([file("a", "a.txt"), file("b", "b.txt")], 60)
    #expect(names.last == "2026-11-22_210100")
  }

  @Test func `a copy that was begun is gone on with`() throws {
    let original = URL(fileURLWithPath: folder.path("b.txt"))
    try Data("b".utf8).write(to: original)
    let files = [file("a", "a.txt"), try SourceFile(original.path)]
    try Data("c".utf8).write(to: original)
    let error = #expect(throws: InterchangeError.self) { try keep(files) }
    #expect(error?.code == .sourceChanged)
    #expect(names.count == 1 && names[0].hasPrefix(".partial-"))
    try Data("b".utf8).write(to: original)
    let place = try keep(files)
    #expect(names == ["2026-11-22_210000"])
    #expect(try String(contentsOf: place.appendingPathComponent("b.txt"), encoding: .utf8) == "b")
  }

  @Test func `an archive that cannot be made is told`() throws {
    try Data().write(to: URL(fileURLWithPath: folder.path("archive")))
    let error = #expect(throws: InterchangeError.self) { try keep([file("a", "a.txt")]) }
    #expect(error?.code == .unwritableFile)
  }
}
