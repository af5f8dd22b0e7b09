import Daybook
import Foundation
import Testing

// snippet: processes-app
/// The app's side: a store of its own, and two folders that it shares.
struct SharedFiles {
  let store: EventStore
  let publisher: SnapshotPublisher
  let inbox: String

  init(container: URL, group: URL) throws {
    try FileManager.default.createDirectory(at: container, withIntermediateDirectories: true)
    store = try EventStore.open(
      at: container.appendingPathComponent("store").path, schema: .groceries)
    publisher = SnapshotPublisher(
      store: store, builder: ListFile(), folder: group.appendingPathComponent("published").path)
    inbox = group.appendingPathComponent("inbox").path
  }

  /// At launch, and whenever the app becomes active: take in what was left, and publish.
  func catchUp() async throws {
    try await store.ingest(inbox: inbox)
    try publisher.update()
  }
}
// end

// snippet: processes-holder
/// A store that is open only while the process is awake.
actor StoreHolder {
  private let path: String
  private var current: EventStore?

  init(path: String) { self.path = path }

  func open() throws -> EventStore {
    if let current { return current }
    let store = try EventStore.open(at: path, schema: .groceries)
    current = store
    return store
  }

  func close() async throws {
    let store = current
    current = nil
    try await store?.close()
  }
}
// end

/// What the page on several processes says, run.
struct ProcessesSnippets {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("processes-\(UUID().uuidString)")

  @Test func `a tap on the widget reaches the store, and the widget`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let group = folder.appendingPathComponent("group")
    let files = try SharedFiles(container: folder, group: group)
    let rice = ID<Grocery>.timeOrdered()
    try await files.store.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: rice)
    }
    try await files.catchUp()
    #expect(try shownList(in: group) == "rice")
    try buy(rice.rawValue, in: group)
    try await files.catchUp()
    #expect(try files.store.read { try $0.entity(rice) }?.isBought == true)
    #expect(try shownList(in: group) == "")
  }

  @Test func `a store that was closed for sleep is opened again`() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let holder = StoreHolder(path: folder.path)
    let rice = ID<Grocery>.timeOrdered()
    let store = try await holder.open()
    try await store.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: rice)
    }
    try await holder.close()
    #expect(throws: StoreError.self) { try store.read { try $0.token() } }
    let again = try await holder.open()
    #expect(try again.read { try $0.entity(rice) }?.name == "rice")
    try await holder.close()
  }
}
