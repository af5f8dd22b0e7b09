import Daybook
import Foundation
// snippet: cook-undo
import Observation

// end

// snippet: cook-join
struct ListScreen: Equatable {
  var title: String
  var todos: [Todo]
  var open: Int64
}

func screen(of list: ID<TodoList>, in store: EventStore) throws -> ListScreen? {
  try store.read { reader in
    guard let title = try reader.entity(list)?.title else { return nil }
    let todos = try reader.rows(TodosOfList.where(list)).map(\.row)
    let open = try reader.view(OpenTodos.self).total(of: list).count
    return ListScreen(title: title, todos: todos, open: open)
  }
}
// end

// snippet: cook-cascade
func delete(_ list: ID<TodoList>, from store: EventStore, by author: String) async throws {
  try await store.append(author: author) { draft in
    let todos = try draft.now().rows(TodosOfList.where(list)).map(\.key.third)
    for todo in todos { try draft.append(.deleted, to: todo) }
    try draft.append(.deleted, to: list)
  }
}
// end

// snippet: cook-find-or-create
func list(titled title: String, in store: EventStore) async throws -> ID<TodoList> {
  try await store.write { draft in
    let known = try draft.view(TodoListTitles.self).holder(of: title.lowercased())
    if let known { return known }
    let list = ID<TodoList>.timeOrdered()
    try draft.append(.created(title: title), to: list)
    return list
  }
}
// end

// snippet: cook-search
func search(_ text: String, in store: EventStore) throws -> [Todo] {
  try store.read { reader in
    var found: Set<ID<Todo>>?
    for word in searchWords(text) {
      let hits = try reader.rows(TodoWords.all.beginning(with: word)).map(\.key.second)
      found = found?.intersection(hits) ?? Set(hits)
    }
    return try (found ?? []).compactMap { try reader.entity($0) }
      .sorted { $0.text < $1.text }
  }
}
// end

// snippet: cook-paging
typealias TodoRow = ViewRow<TodosOfList.Key, Todo>

func page(of list: ID<TodoList>, after last: TodoRow?, in store: EventStore) throws -> [TodoRow] {
  var query = TodosOfList.where(list).limit(50)
  if let last { query = query.after(key: last.key) }
  return try store.read { try $0.rows(query) }
}
// end

// snippet: cook-settings-use
func showDone(_ shows: Bool, in store: EventStore) async throws {
  try await store.append { try $0.append(.showsDone(shows), to: Settings.id) }
}

func settings(of store: EventStore) throws -> Settings {
  try store.read { try $0.entity(Settings.id) } ?? Settings()
}
// end

// snippet: cook-photos
func attach(_ photo: [UInt8], to todo: ID<Todo>, in store: EventStore) async throws {
  let photo = try store.attachments.add(photo, fileExtension: "jpg")
  try await store.append { try $0.append(.photographed(photo), to: todo) }
}

func photo(of todo: ID<Todo>, in store: EventStore) throws -> [UInt8]? {
  guard let photo = try store.read({ try $0.entity(todo)?.photo }) else { return nil }
  return try store.attachments.bytes(of: photo)
}
// end

// snippet: cook-preview
extension EventStore {
  /// A store for previews and tests, which leaves no file.
  static func preview() throws -> EventStore {
    let store = try EventStore.temporary(schema: .todos)
    try store.append(author: "Ada") { draft in
      let list = ID<TodoList>.timeOrdered()
      try draft.append(.created(title: "House"), to: list)
      for text in ["Paint the door", "Call the plumber"] {
        try draft.append(.added(text: text, list: list), to: ID<Todo>.timeOrdered())
      }
    }
    return store
  }
}
// end

// snippet: cook-live
@MainActor
func liveTodos(of list: ID<TodoList>, in store: EventStore) -> ObservedValue<[TodoRow]> {
  ObservedValue(store.values(of: TodosOfList.where(list)))
}
// end

// snippet: cook-undo
@MainActor @Observable
final class UndoBar {
  let store: EventStore
  let author: String
  /// What the bar offers to take back; nil hides it.
  private(set) var last: History.Token?

  init(_ store: EventStore, author: String) {
    self.store = store
    self.author = author
  }

  func finish(_ todo: ID<Todo>) async throws {
    last = try await store.append(author: author) { try $0.append(.done, to: todo) }
  }

  /// "Done · Undo": takes back what the bar shows, whatever was written since.
  func undo() async throws {
    guard let number = last?.number else { return }
    last = nil
    try await store.undo(transaction: number, by: author)
  }

  /// Shaking the device, or ⌘Z: takes back the newest thing of this person.
  func undoNewest() async throws { try await store.undo(by: author) }

  /// Whether there is such a thing, after each commit: enables the button.
  var canUndo: StoreValues<Bool> {
    store.values { [author] in try $0.undoable(by: author) != nil }
  }
}
// end

// snippet: cook-press
@MainActor
final class AddButton {
  let store: EventStore
  private var press = UUID()  // names what the next press does, until it is known to be done

  init(_ store: EventStore) { self.store = store }

  func add(_ text: String, to list: ID<TodoList>) async throws {
    try await store.append(command: press) { draft in
      try draft.append(.added(text: text, list: list), to: ID<Todo>.timeOrdered())
    }
    press = UUID()
  }
}
// end
