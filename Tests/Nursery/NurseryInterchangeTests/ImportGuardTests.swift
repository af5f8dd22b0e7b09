import Daybook
import Foundation
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// A second import that was told another zone, unit or instance is noticed before it writes.
@Suite(.tags(.slow)) struct ImportGuardTests {
  let folder: TemporaryFolder
  let files: TemporaryFolder
  let corpus = Self.corpus
  private static let corpus = CorpusFolder.threeChildren
  /// Made once, because an import takes most of a test's time.
  private static let original = Task {
    let folder = try TemporaryFolder()
    let store = try open(folder.path)
    try await store.take(corpus.source())
    return store
  }

  init() throws {
    folder = try TemporaryFolder()
    files = try TemporaryFolder()
  }

  private static func open(_ path: String) throws -> EventStore {
    let boundary = try DayBoundary(zone: corpus.zone, hour: 0, minute: 0)
    return try EventStore.open(at: path, schema: .nursery(boundary: boundary).importing())
  }

  private func open() throws -> EventStore { try Self.open(folder.path) }

  /// A store with the corpus in it.
  private func filled() async throws -> EventStore {
    try await copy(of: Self.original.value)
  }

  private func copy(of store: EventStore) throws -> EventStore {
    _ = try store.copy(to: folder.path("copy"))
    return try Self.open(folder.path("copy"))
  }

  /// Expects that neither a plan nor an import is made, for this reason, and nothing is written.
  private func expectRefusal(
    _ code: InterchangeError.Code, naming words: String, of source: BabyBuddyFolder,
    into store: EventStore
  ) async throws {
    let before = try store.end()
    let error = await #expect(throws: InterchangeError.self) { try await store.take(source) }
    #expect(error?.code == code)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(throws: InterchangeError.self) { try Import(source).plan(in: store) }
    #expect(try store.end() == before)
  }

  /// The corpus with one file changed.
  private func changed(
    _ name: String, _ body: (String) -> String
  ) throws -> (folder: TemporaryFolder, source: BabyBuddyFolder) {
    let folder = try corpus.copy { file, text in
      let written = file == name ? body(text) : text
      #expect(file != name || written != text)
      return written
    }
    return (folder, try corpus.source(from: folder.url))
  }

  @Test(arguments: [
    // Summer time ends within the corpus in New York, so UTC is four hours off and then five.
    ("UTC", "by −5:00"), ("America/Chicago", "by +1:00"), ("Asia/Kathmandu", "by −10:45"),
  ])
  func `another zone is noticed`(zone: String, words: String) async throws {
    let store = try await filled()
    try await expectRefusal(
      .zoneDiffers, naming: words, of: try corpus.source(zone: zone), into: store)
  }

  @Test(arguments: [("fl oz", "29.57 times"), ("L", "1000 times")])
  func `another unit is noticed`(unit: String, words: String) async throws {
    let store = try await filled()
    try await expectRefusal(
      .unitDiffers, naming: words, of: try corpus.source(volume: unit), into: store)
  }

  @Test(arguments: [
    (BabyBuddyUnit.weight, ["kg", "lb"], "weight would be 0.4536 times"),
    (.temperature, ["F", "C"], "temperature would be 1.198 times"),
    (.length, ["in", "cm"], "headcircumference would be 0.3937 times"),
  ])
  func `another unit of a table is noticed, however small the table is`(
    measured: BabyBuddyUnit, units: [String], words: String
  ) async throws {
    let store = try open()
    func source(_ unit: String) throws -> BabyBuddyFolder {
      var options = BabyBuddyOptions.told(
        zone: corpus.zone, now: CorpusFolder.now, instance: "", volume: "mL")
      options.units[measured] = unit
      return try BabyBuddyFolder(corpus.directory, options: options)
    }
    try await store.take(source(units[0]))
    try await expectRefusal(.unitDiffers, naming: words, of: try source(units[1]), into: store)
  }

  @Test func `the same children under another instance name are noticed`() async throws {
    let store = try await filled()
    try await expectRefusal(
      .otherInstance, naming: "there twice", of: try corpus.source(instance: "grandma"), into: store
    )
  }

  @Test func `another installation with the same ids is noticed, and may have a name`() async throws
  {
    let store = try await filled()
    let other = CorpusFolder.oneChild
    try await expectRefusal(
      .otherInstance, naming: "instance name of its own", of: try other.source(), into: store)
    let report = try await store.take(other.source(instance: "grandma"))
    #expect(report.counts.imported == report.counts.rows)
  }

  @Test func `a few entries that moved are amendments`() async throws {
    let store = try await filled()
    let (folder, source) = try changed("feeding.csv") { text in
      var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      for row in 1...100 { lines[row] = lines[row].replacing("2026-", with: "2025-") }
      return lines.joined(separator: "\r\n")
    }
    let report = try await store.take(source)
    withExtendedLifetime(folder) {}
    #expect(report.counts.changed == 100)
    #expect(report.counts.imported == 0)
  }

  @Test func `a child's new name is an amendment`() async throws {
    let store = try await filled()
    let (folder, source) = try changed("child.csv") { $0.replacing("Kennedy", with: "Jones") }
    let report = try await store.take(source)
    withExtendedLifetime(folder) {}
    #expect(report.counts.changed == 1)
  }

  @Test func `a wrong zone and unit are mended when that is what is asked for`() async throws {
    let store = try open()
    let wrong = try corpus.source(zone: "UTC", volume: "fl oz")
    let asked = try Import(wrong).plan(in: store).questions
    #expect(asked.map(\.id) == ["pumping:unit"])
    let answers = Dictionary(uniqueKeysWithValues: asked.map { ($0.id, "keep") })
    _ = try await Import(wrong, answers: answers).run(into: store)
    let right = try corpus.source()
    let report = try await store.take(right, corrects: true)
    let timed = report.tables.filter { $0.counts.changed > 0 }
    #expect(
      Set(timed.map(\.name)) == [
        "feeding", "diaperchange", "sleep", "pumping", "tummytime", "temperature", "medication",
        "note",
      ])
    #expect(timed.allSatisfy { $0.counts.changed == $0.counts.rows })
    #expect(try await store.take(right).isAllUnchanged)
    let feed = try SourceRows(right)["feeding"][0]
    let stored = try store.read { try $0.entity(FeedSession.self, feed.id) }
    #expect(stored == feed.row.state as? FeedSession)
  }
}
