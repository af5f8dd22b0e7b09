import Daybook

#if canImport(SwiftUI)
// snippet: cook-screen
import SwiftUI

struct TodosView: View {
  let bar: UndoBar
  @Live private var todos: [TodoRow]

  init(_ list: ID<TodoList>, bar: UndoBar) {
    self.bar = bar
    _todos = Live(TodosOfList.where(list))
  }

  var body: some View {
    List(todos) { todo in
      NavigationLink(todo.row.text) { TodoView(todo.key.third, bar: bar) }
    }
    .toolbar {
      Button("Undo") { Task { try await bar.undo() } }.disabled(bar.last == nil)
    }
  }
}

struct TodoView: View {
  let id: ID<Todo>
  let bar: UndoBar
  @Live private var todo: Todo?

  init(_ id: ID<Todo>, bar: UndoBar) {
    self.id = id
    self.bar = bar
    _todo = Live(id)
  }

  var body: some View {
    if let todo {
      Text(todo.text).strikethrough(todo.isDone)
      Button("Done") { Task { try await bar.finish(id) } }.disabled(todo.isDone)
    }
  }
}

#Preview {
  if let store = try? EventStore.preview(),
    let list = try? store.read({ try $0.entities(of: TodoList.self).first?.id })
  {
    NavigationStack { TodosView(list, bar: UndoBar(store, author: "Ada")) }
      .environment(\.eventStore, store)
  }
}
// end
#endif
