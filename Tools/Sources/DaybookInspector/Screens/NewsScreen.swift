import Daybook

/// What was written since a page was made: rows of the log, as soon as there are any.
///
/// The browser asks again and again. While it waits no read is open; after a while it is told that
/// nothing has come.
struct NewsScreen {
  private let context: PageContext

  /// How long a browser waits for an answer.
  private static let patience = Duration.seconds(25)

  init(_ context: PageContext) { self.context = context }

  func page() async throws -> InspectorPage {
    let filter = LogFilter(context.query["q"] ?? "", context.words)
    if let problem = filter.problem { throw InspectorError.bad(problem) }
    let asked = try context.query.number("after") ?? 0
    let after = try await Waiting.value { [store = context.store] in
      try store.read { reader -> History.Token? in
        if let known = try reader.transaction(asked) { return known.token }
        // What is not there yet is waited for from now on.
        return asked == 0 ? nil : try reader.token()
      }
    }
    guard try await hasNews(after, filter.filter) else { return .nothing }
    return try await Waiting.value { [context] in
      let found = try context.store.history.transactions(
        after: after, limit: LogPage.size, order: .newestFirst, where: filter.filter
      ).all()
      let rows = try context.store.read { reader in
        try LogRows(context).rows(found, reader)
      }
      return .html(
        #"<table><tbody data-after="\#(found.first?.number ?? asked)">\#(rows)</tbody></table>"#)
    }
  }

  /// Whether something came before the browser's patience ended.
  private func hasNews(_ after: History.Token?, _ filter: History.Filter) async throws -> Bool {
    let news = context.store.history.transactions(after: after, where: filter).follow
    return try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        for try await _ in news { return true }
        return false
      }
      group.addTask {
        try await Task.sleep(for: Self.patience)
        return false
      }
      defer { group.cancelAll() }
      return try await group.next() ?? false
    }
  }
}
