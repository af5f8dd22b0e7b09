import Daybook
import Foundation

// snippet: cook-server
/// What the routes of a server do. Open the store once, when the server starts.
struct TodoService: Sendable {
  let store: EventStore

  /// `POST /lists/LIST/todos`; the key is that of the request, the same when it is sent again.
  func add(
    _ text: String, to list: ID<TodoList>, by person: String, key: UUID
  ) async throws -> ID<Todo> {
    let todo = ID<Todo>(key)
    try await store.append(command: key, author: person) { draft in
      guard try draft.entity(list) != nil else { throw NoSuchList() }
      try draft.append(.added(text: text, list: list), to: todo)
    }
    return todo
  }

  /// `GET /lists/LIST/todos`; what it returns is `Codable`.
  func todos(of list: ID<TodoList>) throws -> [TodoRow] {
    try store.read { try $0.rows(TodosOfList.where(list)) }
  }
}

/// Answered with 404.
struct NoSuchList: Error {}
// end

// snippet: cook-tool
/// `todos add House "Paint the door"` and `todos list House`.
func runTodos(_ arguments: [String], in store: EventStore, by person: String) throws -> [String] {
  guard arguments.count > 1 else { return ["usage: todos add|list TITLE [TEXT]"] }
  let title = arguments[1]
  if arguments[0] == "add" {
    try store.append(author: person) { draft in
      let known = try draft.view(TodoListTitles.self).holder(of: title.lowercased())
      let list = known ?? .timeOrdered()
      if known == nil { try draft.append(.created(title: title), to: list) }
      for text in arguments.dropFirst(2) {
        try draft.append(.added(text: text, list: list), to: ID<Todo>.timeOrdered())
      }
    }
  }
  return try store.read { reader in
    guard let list = try reader.view(TodoListTitles.self).holder(of: title.lowercased()) else {
      return ["no list \(title)"]
    }
    return try reader.rows(TodosOfList.where(list)).map(\.row.text)
  }
}
// end
