import Daybook
// snippet: snapshot-read
import DaybookSnapshot
// end
import Testing

// snippet: snapshot-builder
/// One file, `list.txt`: what is still to be bought.
struct ListFile: SnapshotBuilder {
  let name = "groceries.list"
  let revision = 1

  func files(_ reader: borrowing Reader) -> [String] { ["list.txt"] }

  func files(concerning entity: EntityReference, _ reader: borrowing Reader) -> [String] {
    entity.kind == Grocery.kind ? ["list.txt"] : []
  }

  func build(
    _ file: String, _ reader: borrowing Reader, now: Date
  ) throws -> SnapshotContent? {
    let keys = try reader.rows(ToBuy.all).map(\.key)
    return SnapshotContent(
      Array(keys.map(\.second).joined(separator: "\n").utf8),
      dependsOn: keys.map { EntityReference($0.third) })
  }
}
// end

/// What the page on snapshots and the inbox says, run.
struct SnapshotSnippets {
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("snapshots-\(UUID().uuidString)").path

  @Test func `what is published is what a widget reads`() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let shop = try await HistoryStore()
    let (store, path) = (shop.store, directory)
    // snippet: snapshot-publish
    let publisher = SnapshotPublisher(store: store, builder: ListFile(), folder: path)
    try publisher.update()  // now
    let publishing = Task { try await publisher.follow() }  // and after every commit
    // end
    publishing.cancel()
    _ = await publishing.result
    // snippet: snapshot-read
    let text = String(
      decoding: try SnapshotFolder(path: path).snapshot("list.txt").bytes, as: UTF8.self)
    // end
    #expect(text == "")
    let later = try await store.append {
      try $0.append(.added(name: "tea", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    let report = try publisher.update()
    #expect(report.written == ["list.txt"])
    #expect(report.token == later)
  }

  @Test func `what an extension leaves is taken in once`() async throws {
    defer { try? FileManager.default.removeItem(atPath: directory) }
    let schema = Schema().entity(PantryItem.self)
    let store = try EventStore.temporary(schema: schema)
    let item = ID<PantryItem>.timeOrdered()
    let (rice, group) = (item.rawValue, directory)
    try await store.append { try $0.append(.added(PantryItem(name: "rice")), to: item) }
    // snippet: snapshot-drop
    let shown = SnapshotFolder(path: group + "/published")
    let inbox = InboxFolder(path: group + "/inbox", shown: shown)
    try inbox.drop(
      InboxEvent("pantry.item.removed", kind: "pantry.item", entity: rice), author: "widget")
    // end
    // snippet: snapshot-ingest
    let report = try await store.ingest(inbox: group + "/inbox")
    for file in report.rejected { print(file.file, "was set aside:", file.reason) }
    // end
    #expect(report.ingested.count == 1)
    #expect(try store.read { try $0.entity(item) } == nil)
    #expect(try await store.ingest(inbox: group + "/inbox").ingested.isEmpty)
  }
}
