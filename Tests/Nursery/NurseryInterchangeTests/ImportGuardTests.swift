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
  let corpus = CorpusFolder.threeChildren

  init() throws {
    folder = try TemporaryFolder()
    files = try TemporaryFolder()
  }

  /// A store with the corpus in it.
  private func filled() async throws -> EventStore {
    try await ImportedCorpus.of(corpus).copy(in: folder)
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
    (BabyBuddyUnit.weight, "lb", "weight would be 0.4536 times"),
    (.temperature, "C", "temperature would be 1.198 times"),
    (.length, "in", "headcircumference would be 2.54 times"),
  ])
  func `another unit of a table is noticed, however small the table is`(
    measured: BabyBuddyUnit, unit: String, words: String
  ) async throws {
    let store = try await filled()
    var options = BabyBuddyOptions.told(
      zone: corpus.zone, now: CorpusFolder.now, instance: "", volume: "mL")
    options.units[measured] = unit
    let source = try BabyBuddyFolder(corpus.directory.path, options: options)
    try await expectRefusal(.unitDiffers, naming: words, of: source, into: store)
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
    let store = try EventStore.family(zone: corpus.zone)
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
