import Daybook

/// What was written since a page was made: rows of the log, as soon as there are any.
///
/// The browser asks again and again. While it waits no read is open; after a while it is told that
/// nothing has come. Of much that came at once it gets the oldest, and asks for the rest.
struct NewsScreen {
  private let context: PageContext

  /// How long a browser waits for an answer.
  private static let patience = Duration.seconds(25)

  init(_ context: PageContext) { self.context = context }

  func page() async throws -> InspectorPage {
    let filter = try await Waiting.value { [context] in
      LogFilter(context.query["q"] ?? "", context)
    }
    if let problem = filter.problem { throw InspectorError.bad(problem) }
    let asked = try context.query.number("after") ?? 0
    let after = try await Waiting.value { [store = context.store] in
      try store.read { reader -> History.Token? in
        if let known = try reader.transaction(asked) { return known.token }
        // Before what was purged there is nothing more to come.
        let oldest = try reader.oldestToken()
        if asked <= oldest.number { return oldest.number == 0 ? nil : oldest }
        // What is not there yet is waited for from now on.
        return try reader.token()
      }
    }
    guard try await hasNews(after, filter.filter) else { return .nothing }
    return try await Waiting.value { [context] in
      let found = try context.store.history.transactions(
        after: after, limit: LogPage.size + 1, where: filter.filter
      ).all()
      let page = found.prefix(LogPage.size)
      let rows = try context.store.read { reader in
        try LogRows(context).rows(page.reversed(), reader)
      }
      let more: HTML = found.count > page.count ? " data-more" : ""
      return .html(
        """
        <table><tbody data-after="\(page.last?.number ?? asked)"\(more)>\(rows)</tbody></table>
        """)
    }
  }

  /// Whether something came before the browser's patience ended, or nobody waited any more.
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
      do { return try await group.next() ?? false } catch is CancellationError { return false }
    }
  }
}
