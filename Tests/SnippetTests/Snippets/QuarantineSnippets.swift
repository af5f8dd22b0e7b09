import Daybook
import Testing

// snippet: quarantine-open
func openStore(
  at path: String, schema: Schema, log: @escaping @Sendable (String) -> Void
) throws -> EventStore {
  var options = StoreOptions()
  options.onQuarantine = { items in
    for item in items {
      log("\(item.projection ?? "fold") left out \(item.kind) \(item.entity): \(item.error)")
    }
  }
  return try EventStore.open(at: path, schema: schema, options: options)
}
// end

// snippet: quarantine-list
func reportForSupport(_ store: EventStore) throws -> String {
  try store.quarantine().map { item in
    let place = item.position.map { "event \($0)" } ?? "view \(item.projection ?? "")"
    return "\(item.kind) \(item.entity), \(place): \(item.error)"
  }
  .joined(separator: "\n")
}
// end

/// What the page on quarantine says, run.
struct QuarantineSnippets {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("quarantine-\(UUID().uuidString)").path

  @Test func `what arrives and cannot be read is told, listed and tried again`() async throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let newer = try EventStore.temporary(schema: Schema().entity(Memo.self))
    let id = UUID()
    try await newer.append { draft in
      try draft.append(.written(text: "milk"), to: Memo.self, id)
      try draft.append(.ranked(3), to: Memo.self, id)
    }
    let message = try #require(try newer.read { try $0.message(of: 1) })
    let (lines, continuation) = AsyncStream.makeStream(of: String.self)
    let older = try openStore(at: path, schema: Schema().entity(OldMemo.self)) {
      continuation.yield($0)
    }
    try await older.absorb(message)
    #expect(await lines.first { _ in true }?.hasPrefix("fold left out memo") == true)
    #expect(try reportForSupport(older).hasPrefix("memo \(id), event 2: "))
    #expect(try older.statistics().quarantined == 1)
    try await older.close()
    let store = try openStore(at: path, schema: Schema().entity(Memo.self)) { _ in }
    // snippet: quarantine-requeue
    if try store.statistics().quarantined > 0 {
      let left = try store.requeue()
      print("\(left) left out still")
    }
    // end
    #expect(try store.read { try $0.entity(Memo.self, id) }?.rank == 3)
    try await store.close()
  }
}
