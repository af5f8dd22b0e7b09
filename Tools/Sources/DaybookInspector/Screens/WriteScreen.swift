import Daybook

/// Forms that write.
struct WriteScreen {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  /// Takes back or brings back, and leads to what was written.
  ///
  /// - Throws: ``InspectorError`` where pages only show, and for a form that no page of this run
  ///   has made.
  func answer(_ page: String, _ form: InspectorQuery) async throws -> InspectorPage {
    guard page == "undo" || page == "redo" else {
      throw InspectorError.missing("there is no such form")
    }
    guard let writing = context.inspector.writing else {
      throw InspectorError.refused("these pages only show; start inspect with --write")
    }
    guard Secret.isSame(form["secret"] ?? "", writing.secret) else {
      throw InspectorError.refused("this form is of another run; go back and load the page anew")
    }
    guard let number = try form.number("n") else {
      throw InspectorError.bad("the form does not say which transaction is meant")
    }
    let token = try await context.store.write(author: writing.author, context: page) { draft in
      if page == "undo" {
        try draft.undo(saveOf: number)
      } else {
        try draft.redo(transaction: number)
      }
      return draft.token
    }
    return .moved(to: .transaction(token?.number ?? number))
  }
}
