import Daybook
import Testing

// snippet: errors
/// The store at a path; nil when there is none, or when only a newer app can read it.
func openExisting(at path: String) throws -> EventStore? {
  var options = StoreOptions()
  options.createsStore = false
  do {
    return try EventStore.open(at: path, schema: .groceries, options: options)
  } catch let error as StoreError where error.code == .noSuchStore {
    print("nothing there yet: \(error.message)")
  } catch let error as StoreError where error.code == .newerFormat {
    print("please update the app: \(error.message)")
  }
  return nil
}
// end

/// What the page on durability says, run.
struct DurabilityRuns {
  @Test func `each durability is written as the page says`() async throws {
    let store = try EventStore.temporary(schema: .groceries)
    let (rice, milk) = (ID<Grocery>.timeOrdered(), ID<Grocery>.timeOrdered())
    let names = ["tea", "salt"]
    // snippet: durability
    try await store.append { draft in  // .durable: on disk when it returns
      try draft.append(.added(name: "rice", aisle: "dry"), to: rice)
    }
    try await store.append(durability: .relaxed) { draft in
      try draft.append(.added(name: "milk", aisle: "cold"), to: milk)
    }
    for name in names {
      try await store.append(durability: .bulk) { draft in
        try draft.append(.added(name: name, aisle: "dry"), to: ID<Grocery>.timeOrdered())
      }
    }
    try await store.flush()  // everything above is on disk
    // end
    let count = try store.read { try $0.rows(ToBuy.all).count }
    #expect(count == 4)
  }

  @Test func `errors have codes to act on`() throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("missing-\(UUID().uuidString)").path
    let missing = try openExisting(at: path)
    #expect(missing == nil)
    #expect(throws: StoreError.self) { try openExisting(at: #filePath) }
  }

  @Test func `a copy of the closed file is a backup`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("backup-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let (path, backup) = (folder.path + "/store", folder.path + "/backup")
    for path in [path, backup] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    // snippet: backup
    let store = try EventStore.open(at: path, schema: .groceries)
    try await store.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    try await store.close()
    try FileManager.default.copyItem(atPath: path + "/data.mdb", toPath: backup + "/data.mdb")
    // end
    let copy = try EventStore.open(at: backup, schema: .groceries)
    #expect(try await copy.verify().ok)
    #expect(try copy.read { try $0.rows(ToBuy.all).count } == 1)
  }

  @Test func `a transaction travels as a message`() async throws {
    let (phone, tablet) = (
      try EventStore.temporary(schema: .groceries), try EventStore.temporary(schema: .groceries)
    )
    try await phone.append { draft in
      try draft.append(.added(name: "rice", aisle: "dry"), to: ID<Grocery>.timeOrdered())
    }
    // snippet: message
    for transaction in try phone.read({ try $0.transactions() }) {
      if let message = try phone.read({ try $0.message(of: transaction.number) }) {
        try await tablet.absorb(message)
      }
    }
    // end
    #expect(try tablet.digests() == phone.digests())
  }
}
