import Daybook
import Synchronization
import TemporaryFolders
import Testing

/// Maintenance that others wait for: it runs on a thread of its own, tells how far it is, and ends
/// when its task is cancelled.
struct MaintenanceTests {
  private let folder: TemporaryFolder
  private let store: EventStore

  init() throws {
    folder = try TemporaryFolder(inMemory: true)
    store = try EventStore.open(at: folder.path("store"), schema: pantry)
    for amount in 1...50 {
      try store.buy("rice", Int64(amount), shelf: nil)
    }
  }

  /// Runs `body` in a task that is cancelled before.
  private func cancelled(_ body: @escaping @Sendable () async throws -> Void) async {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      try await body()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `verify tells each check, and ends between two`() async throws {
    let told = Mutex<[String]>([])
    let found = try await store.verify { check in told.withLock { $0.append(check.name) } }
    #expect(found.ok && found.checks.count > 5)
    #expect(told.withLock { $0 } == found.checks.map(\.name))
    await cancelled { [store] in _ = try await store.verify() }
  }

  @Test func `a rebuild that is cancelled leaves the rows, and the next one ends`() async throws {
    let before = try store.digests()
    await cancelled { [store] in try await store.rebuild() }
    #expect(try store.digests() == before)
    try await store.append {
      try $0.append(PantryEvent.bought(PantryItem(name: "milk", amount: 1)), to: UUID())
    }
    let told = Mutex(0)
    try await store.rebuild { progress in told.withLock { $0 = max($0, progress.done) } }
    #expect(told.withLock { $0 } == 51)
    #expect(try await store.verify().ok)
  }

  @Test func `a purge that is cancelled goes on with the next one`() async throws {
    let end = try store.read { try $0.token() }
    let before = try store.digests()
    await cancelled { [store] in try await store.purge(before: end) }
    #expect(try await store.verify().ok)
    let told = Mutex<[Int]>([])
    try await store.purge(before: end) { events in told.withLock { $0.append(events) } }
    #expect(told.withLock { $0 }.first == 0)
    #expect(try store.statistics().events == 0)
    #expect(try store.digests() == before)
    #expect(try await store.verify().ok)
  }

  @Test func `a store that is open is not compacted, and a closed one is`() async throws {
    let path = folder.path("store")
    let error = await #expect(throws: StoreError.self) { try await EventStore.compact(at: path) }
    #expect(error?.code == .alreadyOpen)
    try await store.close()
    let sizes = try await EventStore.compact(at: path)
    #expect(sizes.after <= sizes.before)
  }
}
