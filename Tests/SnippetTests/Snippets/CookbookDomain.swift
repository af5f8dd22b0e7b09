// snippet: cook-domain
import Daybook

struct TodoList: Entity, CodablePayload {
  static let kind = "todo.list"
  var title: String

  enum Event: CodableEntityEvent {
    case created(title: String)
    case renamed(title: String)
    case deleted
  }

  static func fold(_ list: inout TodoList?, _ event: Event) {
    switch event {
    case .created(let title): list = TodoList(title: title)
    case .renamed(let title): list?.title = title
    case .deleted: list = nil
    }
  }
}

struct Todo: Entity, CodablePayload {
  static let kind = "todo.item"
  var text: String
  var list: ID<TodoList>
  var isDone = false
  var photo: Attachment?

  var displayName: String? { text }  // what a change in words calls it

  enum Event: CodableEntityEvent {
    case added(text: String, list: ID<TodoList>)
    case done
    case photographed(Attachment)
    case deleted
  }

  static func fold(_ todo: inout Todo?, _ event: Event) {
    switch event {
    case .added(let text, let list): todo = Todo(text: text, list: list)
    case .done: todo?.isDone = true
    case .photographed(let photo): todo?.photo = photo
    case .deleted: todo = nil
    }
  }
}
// end

// snippet: cook-relation
struct TodosOfList: Index {
  static let name = "todo.ofList"
  static func key(_ todo: Stamped<Todo>) -> Key3<ID<TodoList>, HybridTime, ID<Todo>>? {
    Key3(todo.list, todo.created, todo.id)
  }
  static func row(_ todo: Stamped<Todo>) -> Todo { todo.state }
}
// end

// snippet: cook-count
struct OpenTodos: Totals {
  static let name = "todo.open"
  static func group(_ todo: Stamped<Todo>) -> ID<TodoList>? {
    todo.isDone ? nil : todo.list
  }
  static func amount(_ todo: Stamped<Todo>) -> Int64 { 0 }  // the number is enough
}
// end

// snippet: cook-unique
struct TodoListTitles: Unique {
  static let name = "todo.listTitles"
  static func value(of list: TodoList) -> String? { list.title.lowercased() }
}
// end

// snippet: cook-words
struct TodoWords: MultiIndex {
  static let name = "todo.words"
  static func terms(_ todo: Stamped<Todo>) -> [String] {
    searchWords(todo.text)
  }
}

/// The words of a text as they are stored and as they are asked for.
func searchWords(_ text: String) -> [String] {
  text.lowercased().split { !$0.isLetter && !$0.isNumber }.map { String($0.prefix(50)) }
}
// end

// snippet: cook-settings
struct Settings: Entity, CodablePayload {
  static let kind = "todo.settings"
  /// A random constant: every device has the same one.
  static let id = ID<Settings>(UUID(uuidString: "5D1A409C-7B0E-4F6A-9322-D8516EB40C37")!)

  var showsDone = true
  var badge = "all"

  enum Event: CodableEntityEvent {
    case showsDone(Bool)
    case badge(String)
  }

  static func fold(_ settings: inout Settings?, _ event: Event) {
    var new = settings ?? Settings()
    switch event {
    case .showsDone(let shows): new.showsDone = shows
    case .badge(let badge): new.badge = badge
    }
    settings = new
  }
}
// end

// snippet: cook-schema
extension Schema {
  static let todos = Schema().entity(TodoList.self).entity(Todo.self).entity(Settings.self)
    .projection(TodosOfList()).projection(OpenTodos()).projection(TodoWords())
    .projection(TodoListTitles())
}
// end
