import Daybook
import DaybookTesting
import Foundation
import TemporaryFolders
import Testing

struct EventStoreTests {
  let directory: TemporaryFolder

  init() throws { directory = try TemporaryFolder() }

  private func open(_ schema: Schema = pantry) throws -> EventStore {
    try EventStore.open(at: directory.path, schema: schema)
  }

  private func names(_ store: EventStore, on shelf: String) throws -> [String] {
    try store.read { reader in
      try reader.view(Shelves.self).rows(Shelves.items) { $0.string(shelf) }.map(\.key.name)
    }
  }

  @Test func `an append is in the entity and in the projection when it returns`() async throws {
    let store = try open()
    let id = UUID()
    let token = try await store.append { draft in
      try draft.append(
        PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "top")), to: id)
    }
    #expect(token.number == 1)
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 3)
    #expect(try names(store, on: "top") == ["rice"])
  }

  @Test func `an edit moves the row and the totals`() async throws {
    let store = try open()
    let id = UUID()
    try await store.append { draft in
      try draft.append(
        PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "top")), to: id)
    }
    try await store.append { draft in
      try draft.append(PantryEvent.moved("low"), to: id)
      try draft.append(PantryEvent.counted(9), to: id)
    }
    #expect(try names(store, on: "top").isEmpty)
    #expect(try names(store, on: "low") == ["rice"])
    let total = try store.read { try $0.view(Shelves.self).row(Shelves.totals, "low") }
    #expect(total == ShelfTotal(items: 1, amount: 9))
  }

  @Test func `a closure that throws leaves nothing, its neighbours stay`() async throws {
    let store = try open()
    let id = UUID()
    try await store.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 3)), to: id)
    }
    await #expect(throws: PantryError.negative) {
      try await store.append { draft in
        try draft.append(PantryEvent.moved("top"), to: id)
        try draft.append(PantryEvent.counted(-1), to: id)
      }
    }
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.shelf == nil)
    let next = try await store.append { try $0.append(PantryEvent.counted(4), to: id) }
    #expect(next.number == 2)
  }

  @Test func `undo takes a transaction back, and undoing that brings it back`() async throws {
    let store = try open()
    let id = UUID()
    try await store.append { draft in
      try draft.append(
        PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "top")), to: id)
    }
    let eaten = try await store.append { try $0.append(PantryEvent.eaten, to: id) }
    #expect(try names(store, on: "top").isEmpty)
    let undo = try await store.append { try $0.retract(transaction: eaten.number) }
    #expect(try names(store, on: "top") == ["rice"])
    try await store.append { try $0.retract(transaction: undo.number) }
    #expect(try names(store, on: "top").isEmpty)
  }

  @Test func `an event with an earlier stamp takes its place in the canonical order`() async throws
  {
    let clock = TestClock()
    let store = try EventStore.temporary(schema: pantry, options: clock.options)
    let id = UUID()
    try await store.append { draft in
      try draft.append(PantryEvent.bought(PantryItem(name: "rice", amount: 3)), to: id)
    }
    let late = HybridTime(milliseconds: Int64(clock.now.timeIntervalSince1970 * 1000)).next(wall: 0)
    clock.advance(by: 1)
    try await store.append { try $0.append(PantryEvent.counted(7), to: id) }
    try await store.append(stamp: late) { try $0.append(PantryEvent.counted(5), to: id) }
    #expect(try store.read { try $0.entity(PantryItem.self, id) }?.amount == 7)
  }

  @Test func `everything is there after closing and opening`() async throws {
    let id = UUID()
    do {
      let store = try open()
      try await store.append(author: "Ada") { draft in
        try draft.append(
          PantryEvent.bought(PantryItem(name: "rice", amount: 3, shelf: "top")), to: id)
      }
    }
    let store = try open()
    #expect(try names(store, on: "top") == ["rice"])
    let token = try await store.append { try $0.append(PantryEvent.counted(1), to: id) }
    #expect(token.number == 2)
  }

  @Test func `a projection with other parameters is built anew at open`() async throws {
    do {
      let store = try EventStore.open(
        at: directory.path, schema: Schema().entity(PantryItem.self))
      for name in ["rice", "salt"] {
        try await store.append { draft in
          try draft.append(
            PantryEvent.bought(PantryItem(name: name, amount: 1, shelf: "top")), to: UUID())
        }
      }
    }
    #expect(try names(try open(), on: "top") == ["rice", "salt"])
  }

  @Test func `many appends at once share commits and lose nothing`() async throws {
    let store = try open()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          _ = try await store.append(durability: .relaxed) { draft in
            try draft.append(
              PantryEvent.bought(PantryItem(name: "n\(number)", amount: 1, shelf: "s")), to: UUID())
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try names(store, on: "s").count == 200)
  }

  @Test func `a file that is not a store is refused`() async throws {
    try Data("x".utf8).write(to: URL(fileURLWithPath: directory.path + "/data.mdb"))
    #expect(throws: StoreError.self) { try open() }
  }
}
