import Daybook
import Interchange
import Nursery
import NurseryInterchange
import TemporaryFolders
import TestRun
import Testing

/// An import is one batch.
@Suite(.tags(.slow)) struct ImportUndoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A store into which more rows were imported than one transaction takes.
  private func filled() async throws -> (EventStore, BabyBuddyFolder, ImportReport) {
    let imported = try await ImportedCorpus.of(.threeChildren, author: "Ada")
    let (store, report) = (try imported.copy(in: folder), imported.report)
    #expect(report.counts.imported == report.counts.rows)
    #expect(try store.read { try $0.transactions().count } > 5)
    return (store, try CorpusFolder.threeChildren.source(), report)
  }

  private func isEmpty(_ store: EventStore) throws -> Bool {
    try store.read { reader in
      try reader.entities(of: FeedSession.self).isEmpty
        && reader.entities(of: DiaperChange.self).isEmpty
        && reader.entities(of: SleepSession.self).isEmpty
        && reader.entities(of: Note.self).isEmpty
        && reader.entities(of: ImportedRow.self).isEmpty
        && reader.entities(of: Record<TagDefinition>.self).isEmpty
        && reader.view(CurrentProfiles.self).all().isEmpty
    }
  }

  @Test func `one undo takes all of an import back, and one redo brings it back`() async throws {
    let (store, source, _) = try await filled()
    let digests = try store.digests()
    try await store.undo(by: "Ada")
    #expect(try isEmpty(store))
    try await store.redo(by: "Ada")
    #expect(try store.digests() == digests)
    #expect(try await store.take(source).isAllUnchanged)
    #expect(try await store.verify().ok)
  }

  @Test func `after an import was undone the next brings it back, and says so`() async throws {
    let (store, source, first) = try await filled()
    let digests = try store.digests()
    try await store.undo(by: "Ada")
    let second = try await store.take(source, author: "Ada")
    #expect(second.counts == first.counts)
    #expect(try store.digests() == digests)
    #expect(try await store.take(source).isAllUnchanged)
    try await store.undo(by: "Ada")
    #expect(try isEmpty(store))
  }

  @Test func `after half of an import was undone the next brings that half back`() async throws {
    let (store, source, first) = try await filled()
    let digests = try store.digests()
    let numbers = try store.read { try $0.transactions().map(\.number) }
    let half = numbers.suffix(numbers.count / 2)
    try await store.append(author: "Ada") { draft in
      for number in half { try draft.undo(transaction: number) }
    }
    let left = try store.read { try $0.entities(of: ImportedRow.self).count }
    #expect(left > 0 && left < first.counts.rows)
    let plan = try Import(source).plan(in: store)
    #expect(plan.report.counts.imported == first.counts.rows - left)
    let second = try await store.take(source)
    #expect(second.counts.imported == first.counts.rows - left)
    #expect(second.counts.unchanged == left)
    #expect(try store.digests() == digests)
    #expect(try await store.take(source).isAllUnchanged)
  }

  @Test func `undoing a later import takes only its changes back`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60, 70])
    try await store.take(files.source(), author: "Ada")
    files.write(feeds: [60, 75, 80])
    let report = try await store.take(files.source(), author: "Ada")
    #expect(report.counts.changed == 1)
    #expect(report.counts.imported == 1)
    try await store.undo(by: "Ada")
    #expect(try store.feeds().map(\.feed.amount?.value) == [60, 70])
    let again = try await store.take(files.source(), author: "Ada")
    #expect(again.counts == report.counts)
    #expect(try store.feeds().map(\.feed.amount?.value) == [60, 75, 80])
  }

  /// The rows of a later import are there still, and what they are about is not.
  @Test func `after an earlier import was undone the next brings its entries back`() async throws {
    let (store, files) = (try EventStore.family(), try BabyBuddyFiles())
    files.write(feeds: [60, 70])
    let before = try store.read { try $0.token() }
    try await store.take(files.source(), author: "Ada")
    let first = try store.history.transactions(after: before).all().map(\.number)
    files.write(feeds: [60, 75])
    try await store.take(files.source(), author: "Ben")
    try await store.append(author: "Ada") { draft in
      for number in first { try draft.undo(transaction: number) }
    }
    try await store.take(files.source(), author: "Ada")
    #expect(try store.feeds().map(\.feed.amount?.value) == [60, 75])
    #expect(try await store.take(files.source(), author: "Ada").isAllUnchanged)
  }
}
