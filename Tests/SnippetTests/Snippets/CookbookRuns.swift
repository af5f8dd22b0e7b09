import Daybook
import Foundation
import Testing

/// What the cookbook says, run.
struct CookbookRuns {
  private let store: EventStore
  private let house = ID<TodoList>.timeOrdered()
  private let garden = ID<TodoList>.timeOrdered()
  private let door = ID<Todo>.timeOrdered()

  init() throws {
    store = try EventStore.temporary(schema: .todos)
    try store.append { [house, garden, door] draft in
      try draft.append(.created(title: "House"), to: house)
      try draft.append(.created(title: "Garden"), to: garden)
      try draft.append(.added(text: "Paint the front door", list: house), to: door)
      try draft.append(
        .added(text: "Paint the fence", list: garden), to: ID<Todo>.timeOrdered())
    }
  }

  @Test func `a list is read with what is on it`() throws {
    let screen = try screen(of: house, in: store)
    #expect(screen?.title == "House")
    #expect(screen?.todos.map(\.text) == ["Paint the front door"])
    #expect(screen?.open == 1)
  }

  @Test func `a list goes with what is on it, and one undo brings all back`() async throws {
    try await delete(house, from: store, by: "Ada")
    #expect(try screen(of: house, in: store) == nil)
    #expect(try store.read { try $0.entity(door) } == nil)
    try await store.undo(by: "Ada")
    #expect(try screen(of: house, in: store)?.todos.count == 1)
  }

  @Test func `a title leads to one list`() async throws {
    #expect(try await list(titled: "house", in: store) == house)
    let attic = try await list(titled: "Attic", in: store)
    #expect(try await list(titled: "ATTIC", in: store) == attic)
    await #expect(throws: StoreError.self) {
      try await store.append {
        try $0.append(.created(title: "attic"), to: ID<TodoList>.timeOrdered())
      }
    }
  }

  @Test func `every word that is typed must begin a word of the text`() throws {
    let both = try search("pain", in: store).map(\.text)
    #expect(both == ["Paint the fence", "Paint the front door"])
    #expect(try search("DOOR paint", in: store).map(\.text) == ["Paint the front door"])
    #expect(try search("oor", in: store).isEmpty)
    #expect(try search("", in: store).isEmpty)
  }

  @Test func `a page goes on after the last row`() async throws {
    let list = house
    try await store.append { draft in
      for index in 1...60 {
        try draft.append(.added(text: "nail \(index)", list: list), to: ID<Todo>.timeOrdered())
      }
    }
    let first = try page(of: house, after: nil, in: store)
    let second = try page(of: house, after: first.last, in: store)
    #expect(first.count == 50)
    #expect(second.count == 11)
    #expect(Set((first + second).map(\.row.text)).count == 61)
  }

  @Test func `settings of two devices that differ are both kept`() async throws {
    #expect(try settings(of: store) == Settings())
    try await showDone(false, in: store)
    try await store.append { try $0.append(.badge("none"), to: Settings.id) }
    #expect(try settings(of: store) == Settings(showsDone: false, badge: "none"))
  }

  @Test func `a photo lies beside the log, and stays with a todo that is deleted`() async throws {
    #expect(try photo(of: door, in: store) == nil)
    try await attach([1, 2, 3], to: door, in: store)
    #expect(try photo(of: door, in: store) == [1, 2, 3])
    let done = try store.read { try $0.entity(door)?.photo }
    try await store.append(author: "Ada") { [door] in try $0.append(.deleted, to: door) }
    #expect(try await store.attachments.collect(grace: .zero).files == 0)
    try await store.undo(by: "Ada")
    #expect(try store.read { try $0.entity(door)?.photo } == done)
    #expect(try photo(of: door, in: store) == [1, 2, 3])
  }

  @Test func `a preview has something to show`() throws {
    let preview = try EventStore.preview()
    #expect(try preview.read { try $0.entities(of: Todo.self) }.count == 2)
  }

  @Test @MainActor func `a list on the screen has a value from the start`() {
    let todos = liveTodos(of: house, in: store)
    #expect(todos.value.map(\.row.text) == ["Paint the front door"])
  }

  @Test @MainActor func `an undo bar takes back what it shows`() async throws {
    let bar = UndoBar(store, author: "Ada")
    try await bar.finish(door)
    try await store.append(author: "Ben") { [garden] in
      try $0.append(.renamed(title: "Yard"), to: garden)
    }
    try await bar.undo()
    #expect(bar.last == nil)
    #expect(try store.read { try $0.entity(door) }?.isDone == false)
    #expect(try store.read { try $0.entity(garden) }?.title == "Yard")
    #expect(try bar.canUndo.current() == false)
    try await bar.finish(door)
    #expect(try bar.canUndo.current())
    try await bar.undoNewest()
    #expect(try store.read { try $0.entity(door) }?.isDone == false)
  }

  @Test @MainActor func `each press that was answered adds one`() async throws {
    let button = AddButton(store)
    try await button.add("Sweep", to: house)
    try await button.add("Sweep", to: house)
    let todos = try screen(of: house, in: store)?.todos
    #expect(todos?.count == 3)
  }
}
