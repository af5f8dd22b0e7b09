import Daybook
import Foundation
import Interchange
import Nursery
import TemporaryFolders
import Testing

/// A second import that was told another zone, unit or instance is noticed before it writes.
@Suite struct ImportGuardTests {
  let folder: TemporaryFolder
  let files: TemporaryFolder
  let corpus = CorpusFolder.threeChildren

  init() throws {
    folder = try TemporaryFolder()
    files = try TemporaryFolder()
  }

  private func open() throws -> EventStore {
    let boundary = try DayBoundary(zone: corpus.zone, hour: 0, minute: 0)
    return try EventStore.open(at: folder.url.path, schema: .nursery(boundary: boundary))
  }

  private func read(
    zone: String = "America/New_York", volume: VolumeUnit = .millilitre, instance: String = "",
    from directory: URL? = nil
  ) throws -> BabyBuddyExport {
    try BabyBuddyFolder.read(
      directory: directory ?? corpus.directory, zone: zone, volume: volume, now: CorpusFolder.now,
      instance: instance)
  }

  /// A store with the corpus in it.
  private func filled() async throws -> EventStore {
    let store = try open()
    _ = try await BabyBuddyImporter.run(try read(), into: store)
    return store
  }

  /// Expects that neither a plan nor an import is made, for this reason, and nothing is written.
  private func expectRefusal(
    _ code: InterchangeError.Code, naming words: String, of export: BabyBuddyExport,
    into store: EventStore
  ) async throws {
    let before = try store.read { try $0.token() }
    let error = await #expect(throws: InterchangeError.self) {
      _ = try await BabyBuddyImporter.run(export, into: store)
    }
    #expect(error?.code == code)
    #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    #expect(throws: InterchangeError.self) { try BabyBuddyImporter.plan(export, in: store) }
    #expect(try store.read { try $0.token() } == before)
  }

  /// A copy of the corpus with one file changed.
  private func changed(_ name: String, _ body: (String) -> String) throws -> URL {
    for file in ["child.csv", "tag.csv", "feeding.csv", "diaperchange.csv"] {
      let text = try String(
        contentsOf: corpus.directory.appendingPathComponent(file), encoding: .utf8)
      let written = file == name ? body(text) : text
      #expect(file != name || written != text)
      try Data(written.utf8).write(to: files.url.appendingPathComponent(file))
    }
    return files.url
  }

  @Test(arguments: [
    // Summer time ends within the corpus in New York, so UTC is four hours off and then five.
    ("UTC", "by −5:00"), ("America/Chicago", "by +1:00"), ("Asia/Kathmandu", "by −10:45"),
  ])
  func `another zone is noticed`(zone: String, words: String) async throws {
    let store = try await filled()
    try await expectRefusal(.zoneDiffers, naming: words, of: try read(zone: zone), into: store)
  }

  @Test(arguments: [(VolumeUnit.fluidOunce, "29.57 times"), (.litre, "1000 times")])
  func `another unit is noticed`(unit: VolumeUnit, words: String) async throws {
    let store = try await filled()
    try await expectRefusal(.unitDiffers, naming: words, of: try read(volume: unit), into: store)
  }

  @Test func `the same children under another instance name are noticed`() async throws {
    let store = try await filled()
    try await expectRefusal(
      .otherInstance, naming: "there twice", of: try read(instance: "grandma"), into: store)
  }

  @Test func `another installation with the same ids is noticed, and may have a name`() async throws
  {
    let store = try await filled()
    let other = CorpusFolder.oneChild
    let foreign = try BabyBuddyFolder.read(
      directory: other.directory, zone: other.zone, volume: .millilitre, now: CorpusFolder.now)
    try await expectRefusal(
      .otherInstance, naming: "instance name of its own", of: foreign, into: store)
    let named = try BabyBuddyFolder.read(
      directory: other.directory, zone: other.zone, volume: .millilitre, now: CorpusFolder.now,
      instance: "grandma")
    let report = try await BabyBuddyImporter.run(named, into: store)
    #expect(report.imported == report.rows)
  }

  @Test func `a few entries that moved are amendments`() async throws {
    let store = try await filled()
    let folder = try changed("feeding.csv") { text in
      var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      for row in 1...100 { lines[row] = lines[row].replacing("2026-", with: "2025-") }
      return lines.joined(separator: "\r\n")
    }
    let report = try await BabyBuddyImporter.run(try read(from: folder), into: store)
    #expect(report.refined == 100)
    #expect(report.imported == 0)
  }

  @Test func `a child's new name is an amendment`() async throws {
    let store = try await filled()
    let folder = try changed("child.csv") { $0.replacing("Kennedy", with: "Jones") }
    let report = try await BabyBuddyImporter.run(try read(from: folder), into: store)
    #expect(report.refined == 1)
  }

  @Test func `a wrong zone and unit are mended when that is what is asked for`() async throws {
    let store = try open()
    _ = try await BabyBuddyImporter.run(try read(zone: "UTC", volume: .fluidOunce), into: store)
    let right = try read()
    let report = try await BabyBuddyImporter.run(right, into: store, corrects: true)
    #expect(report.refined == right.feedings.count + right.diapers.count)
    let again = try await BabyBuddyImporter.run(right, into: store)
    #expect(again.unchanged == again.rows)
    let feed = right.feedings[0]
    let stored = try store.read { try $0.entity(FeedSession.self, feed.source.entityID) }
    #expect(stored?.start == feed.start)
  }
}
