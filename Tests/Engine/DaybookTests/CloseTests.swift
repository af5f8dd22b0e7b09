import DaybookSnapshot
import DaybookTesting
import Foundation
import Synchronization
import TemporaryFolders
import Testing

@testable import Daybook

/// Stores that are closed for good.
struct CloseTests {
  private let directory: TemporaryFolder
  private let id = UUID()

  init() throws { directory = try TemporaryFolder() }

  private func open(_ options: StoreOptions = StoreOptions()) throws -> EventStore {
    try EventStore.open(at: directory.path, schema: pantry, options: options)
  }

  private func buy(
    _ store: EventStore, amount: Int64 = 1, durability: Durability = .durable
  ) throws {
    try store.append(durability: durability) { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: amount)), to: id)
    }
  }

  private func expectClosed(
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
  ) {
    let error = #expect(
      throws: StoreError.self, sourceLocation: sourceLocation, performing: body)
    #expect(error?.code == .closed, "\(error as Any)", sourceLocation: sourceLocation)
  }

  @Test func `the file can be opened again while the old store is still held`() async throws {
    let store = try open()
    try await store.append { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
    }
    try await store.close()
    let other = try open()
    #expect(try other.read { try $0.entity(PantryItem.self, id) }?.name == "rice")
    expectClosed { try buy(store) }
  }

  @Test func `bulk appends are committed by it, and what was handed in is written`() async throws {
    let store = try open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          try await store.append(durability: .bulk) { draft in
            try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
          }
        }
      }
      try await group.waitForAll()
    }
    try await store.close()
    #expect(try open().statistics().transactions == 50)
  }

  @Test func `every later call throws that it is closed`() throws {
    let store = try open()
    try buy(store)
    let token = try store.read { try $0.token() }
    let inbox = directory.path + "/inbox"
    try InboxFolder(path: inbox).drop(
      InboxEvent("item.eaten", kind: PantryItem.kind, entity: id, payload: []), author: nil,
      context: nil, wallTime: Date())
    try store.close()
    expectClosed { try store.read { _ in } }
    expectClosed { try buy(store) }
    expectClosed { _ = try store.write { _ in 1 } }
    expectClosed { try store.append(command: UUID()) { _ in } }
    expectClosed { try store.flush() }
    expectClosed { try store.undo(by: nil) }
    expectClosed { try store.read(asOf: token) { _ in } }
    expectClosed { try store.purge(before: token) }
    expectClosed { try store.rebuild() }
    expectClosed { try store.preview(Shelves()) { _ in } }
    expectClosed { _ = try store.quarantine() }
    expectClosed { _ = try store.verify() }
    expectClosed { _ = try store.statistics() }
    expectClosed { _ = try store.openReads() }
    expectClosed { _ = try store.digests() }
    expectClosed { _ = try store.history.transactions().all() }
    expectClosed { _ = try store.history.consumers() }
    expectClosed { _ = try store.values(of: PantryItem.self, id).current() }
    expectClosed { _ = try store.ingest(inbox: inbox) }
    expectClosed { try store.absorb([]) }
  }

  @Test func `closing twice, and from several threads, is closing once`() async throws {
    let store = try open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 { group.addTask { try await store.close() } }
      try await group.waitForAll()
    }
    try await store.close()
    _ = try open()
  }

  @Test func `it waits for a read that has begun, which runs to its end`() async throws {
    let store = try open()
    try await store.append { [id] draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: id)
    }
    let (began, goOn) = (Latch<Void>(), Latch<Void>())
    let found = Latch<String?>()
    let (closed, seen) = (Count(), Latch<Int>())
    Thread { [id] in
      let name = try? store.read { reader in
        began.set(())
        goOn.wait()
        seen.set(closed.value)
        return try reader.entity(PantryItem.self, id)?.name
      }
      found.set(name ?? nil)
    }.start()
    waitFor(began)
    let closing = Task {
      try await store.close()
      closed.add()
    }
    // It has begun to close as soon as nobody else may read.
    while (try? store.read { _ in }) != nil { await Task.yield() }
    goOn.set(())
    try await closing.value
    #expect(waitFor(found) == "rice")
    #expect(waitFor(seen) == 0)
    _ = try open()
  }

  /// Waits where the compiler does not look for an asynchronous context.
  @discardableResult
  private func waitFor<Value: Sendable>(_ latch: Latch<Value>) -> Value { latch.wait() }

  @Test func `what follows the store ends with the error`() async throws {
    let (store, id) = (try open(), id)
    let observed = await ObservedValue(store.values(of: PantryItem.self, id))
    let given = Count()
    let codes = await withTaskGroup(of: StoreError.Code?.self) { group in
      group.addTask {
        await code { for try await _ in store.values(of: PantryItem.self, id) { given.add() } }
      }
      group.addTask { await code { for try await _ in store.history.transactions().follow {} } }
      group.addTask {
        await code {
          try await store.history.consumer("badges").process(follows: true) { _, _ in }
        }
      }
      // Registering the consumer is its only append.
      while (try? store.history.consumers().count) != 1 || given.value == 0 { await Task.yield() }
      group.addTask { await code { try await store.close() } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes.count == 4 && codes.count { $0 == .closed } == 3)
    while await observed.failure == nil { await Task.yield() }
    #expect(await (observed.failure as? StoreError)?.code == .closed)
  }

  @Test func `readers, writers and a closing at the same time end in order`() throws {
    let written = Count()
    for round in 1...20 {
      let (store, isBusy) = (try open(), Latch<Void>())
      let work = (0..<3).flatMap { _ in
        [
          // Threads, because tasks would take the turns of other tests.
          thread { while (try? store.read { try $0.token() }) != nil {} },
          thread {
            while append(to: store) {
              written.add()
              if written.value >= round * 10 { isBusy.set(()) }
            }
          },
        ]
      }
      isBusy.wait()
      try store.close()
      for end in work { end.wait() }
      let other = try open()
      #expect(try other.statistics().transactions == written.value)
      try other.close()
    }
  }

  @Test func `it says when something that was acknowledged could not be written`() throws {
    let faults = FaultPlan()
    var options = StoreOptions()
    faults.install(in: &options)
    let store = try open(options)
    try buy(store)
    faults.failNextCommit(.diskFailure)
    try buy(store, amount: 2, durability: .bulk)
    expectError(.writerStopped) { try store.close() }
    try store.close()
    #expect(try open().read { try $0.entity(PantryItem.self, id) }?.amount == 1)
  }

  @Test func `closing within a read or an append ends the process with a sentence`() async {
    let read = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CloseTests.closeInRead()
    }
    expectSaid("close was called within a read", by: read)
    let append = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try CloseTests.closeInAppend()
    }
    expectSaid("close was called within an append", by: append)
  }

  private static func closeInRead() throws {
    let store = try EventStore.temporary(schema: pantry)
    try store.read { _ in try store.close() }
  }

  private static func closeInAppend() throws {
    let store = try EventStore.temporary(schema: pantry)
    try store.append { _ in try store.close() }
  }
}

private final class Count: Sendable {
  private let number = Mutex(0)
  var value: Int { number.withLock { $0 } }
  func add() { number.withLock { $0 += 1 } }
}

/// The code of what a piece of work throws; nil when it does not.
private func code(_ body: () async throws -> Void) async -> StoreError.Code? {
  do {
    try await body()
    return nil
  } catch { return (error as? StoreError)?.code ?? StoreError.Code(rawValue: "\(error)") }
}

/// Runs `body` on a thread of its own; what it returns is set at the end.
private func thread(_ body: @escaping @Sendable () -> Void) -> Latch<Void> {
  let end = Latch<Void>()
  Thread {
    body()
    end.set(())
  }.start()
  return end
}

/// Whether an append was acknowledged.
private func append(to store: EventStore) -> Bool {
  let token = try? store.append(durability: .relaxed) { draft in
    try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 1)), to: UUID())
  }
  return token != nil
}
