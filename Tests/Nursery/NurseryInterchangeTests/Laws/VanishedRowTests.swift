import Daybook
import Interchange
import NurseryInterchange
import Testing

/// Rows that the files do not have any more.
struct VanishedRowTests {
  private func take(
    _ files: BabyBuddyFiles, _ store: EventStore, removes: Bool
  ) async throws -> ImportReport {
    let work = Import(try files.source(), author: "Ada", removesVanished: removes)
    return try await work.run(into: store)
  }

  @Test func `entries go with their rows only when that is asked for`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60, 70, 80])
    try await store.take(files.source())
    files.write(feeds: [60])
    let kept = try await take(files, store, removes: false)
    #expect(kept.vanished == 2)
    #expect(kept.removed == 0)
    #expect(try store.feeds().count == 3)
    let gone = try await take(files, store, removes: true)
    #expect(Set(gone.vanishedRows.map(\.key)) == ["2", "3"])
    #expect(gone.removed == 2)
    #expect(try store.feeds().count == 1)
    let again = try await take(files, store, removes: true)
    #expect(again.vanished == 0)
    #expect(again.isAllUnchanged)
    // One undo brings them back.
    try await store.undo(by: "Ada")
    #expect(try store.feeds().count == 3)
  }

  @Test func `a table without rows has lost all of them, one without its file none`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60, 70])
    try await store.take(files.source())
    files.files["feeding.csv"] = "id,child_id,start,end,type,method,amount\n"
    let report = try await take(files, store, removes: true)
    #expect(report.removed == 2)
    #expect(try store.feeds().isEmpty)
    files.write(feeds: [60, 70])
    #expect(try await take(files, store, removes: true).counts.imported == 2)
    let others = try BabyBuddyFiles()
    let partial = try await take(others, store, removes: true)
    #expect(partial.vanished == 0)
    #expect(try store.feeds().count == 2)
  }

  @Test func `a file without a byte takes nothing away`() async throws {
    let store = try EventStore.family()
    let header = BabyDashboardCSV.text(feeds: [])
    let feeds = "\(header)\nMira,2026-11-18T08:00:00.000Z,90.0,mL,babyFormula"
    try await store.take(BabyDashboardFiles(feeds: feeds))
    #expect(try store.feeds().count == 1)
    for (text, left) in [("", 1), (header, 0)] {
      let work = Import(try BabyDashboardFiles(feeds: text), removesVanished: true)
      #expect(try await work.run(into: store).removed == 1 - left)
      #expect(try store.feeds().count == left)
    }
  }

  @Test func `an entry stays whose row cannot be read any more`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60, 70, 80])
    try await store.take(files.source())
    let lines = try #require(files.files["feeding.csv"]).split(separator: "\n")
    files.files["feeding.csv"] = (lines[..<2] + [lines[2].replacing("70", with: "much")])
      .joined(separator: "\n")
    let report = try await take(files, store, removes: true)
    #expect(report.quarantined.map(\.id) == ["2"])
    #expect(report.vanishedRows.map(\.key) == ["3"])
    #expect(report.removed == 1)
    #expect(try store.feeds().count == 2)
  }
}
