import Daybook
import DaybookTesting
import Synchronization
import Testing

/// Appends that return what their closure returns.
struct WriteTests {
  private let rice = PantryItem(name: "rice", amount: 1)

  @Test func `a write returns what its closure returns, and the token of its transaction`()
    async throws
  {
    let store = try EventStore.temporary(schema: pantry)
    let (id, token) = try await store.write(author: "Ada") { [rice] draft in
      let id = UUID()
      #expect(draft.token == nil)
      try draft.append(.bought(rice), to: PantryItem.self, id)
      return (id, draft.token)
    }
    #expect(try store.read { try $0.entity(PantryItem.self, id) } == rice)
    let transaction = try store.read { try $0.transaction(1) }
    #expect(transaction?.author == "Ada" && transaction?.token == token)
  }

  @Test func `the blocking twin returns it too, also from a closure that appends nothing`() throws {
    let store = try EventStore.temporary(schema: pantry)
    let (count, token) = try store.write { draft in
      (try draft.now().transactions().count, draft.token)
    }
    #expect(count == 0 && token == nil)
    #expect(try store.read { try $0.transactions() }.isEmpty)
  }

  @Test func `a write that throws returns nothing and leaves no trace`() async throws {
    let store = try EventStore.temporary(schema: pantry)
    await #expect(throws: PantryError.self) {
      _ = try await store.write { [rice] draft -> UUID in
        let id = UUID()
        try draft.append(PantryEvent.bought(rice), to: id)
        try draft.append(PantryEvent.counted(-1), to: id)
        return id
      }
    }
    #expect(try store.read { try $0.transactions() }.isEmpty)
  }

  @Test func `the value is that of the run that was committed`() async throws {
    let faults = FaultPlan()
    var options = StoreOptions()
    faults.install(in: &options)
    let store = try EventStore.temporary(schema: pantry, options: options)
    let made = Mutex<[UUID]>([])
    faults.failNextCommit(.growth)
    let id = try await store.write { [rice] draft in
      let id = UUID()
      made.withLock { $0.append(id) }
      try draft.append(PantryEvent.bought(rice), to: id)
      return id
    }
    let all = made.withLock { $0 }
    #expect(all.count == 2 && all.last == id)
    #expect(try store.read { try $0.entity(PantryItem.self, id) } == rice)
  }

  @Test func `a bulk write is refused, because it might run again after it returned`() async throws
  {
    let store = try EventStore.temporary(schema: pantry)
    let error = await #expect(throws: StoreError.self) {
      try await store.write(durability: .bulk) { _ in 1 }
    }
    #expect(error?.code == .invalidArgument)
    let other = await #expect(throws: StoreError.self) {
      _ = try await store.write(command: UUID(), durability: .bulk) { _ in 1 }
    }
    #expect(other?.code == .invalidArgument)
  }
}
