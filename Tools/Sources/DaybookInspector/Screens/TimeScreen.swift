import Daybook

/// The store as it was after a transaction: a thing, or the rows of a view, beside what is now.
struct TimeScreen {
  private let context: PageContext

  private static let size = 50

  init(_ context: PageContext) { self.context = context }

  func page() async throws -> InspectorPage {
    let query = context.query
    let asked = try query.number("n")
    let (oldest, newest) = try await Waiting.value { [store = context.store] in
      try store.read { (try $0.oldestToken().number, try $0.token().number) }
    }
    guard newest > oldest else {
      return context.page("Time", at: "time", "<p>Nothing was written yet.</p>")
    }
    let number = min(max(asked ?? newest, oldest + 1), newest)
    let content: HTML
    if let kind = query["kind"] {
      let id = try query.id("id")
      content = try await Waiting.value { try entity(kind, id, number) }
    } else if let view = query["view"] {
      content = try await rows(view, number)
    } else {
      content = ""
    }
    return try await Waiting.value {
      context.page(
        "Time", at: "time",
        """
        \(slider(number, oldest + 1, newest))
        \(try moment(number))
        \(try choice(number))
        \(content)
        """)
    }
  }

  // MARK: The place in time

  private func slider(_ number: UInt64, _ first: UInt64, _ last: UInt64) -> HTML {
    let kept = ["kind", "id", "view", "table"].compactMap { name in
      context.query[name].map { value in
        #"<input type="hidden" name="\#(name)" value="\#(value)">"# as HTML
      }
    }
    return """
      <form class="slider" action="time">\(kept)
      <label for="n">After transaction</label>
      <input id="n" name="n" type="range" min="\(first)" max="\(last)" value="\(number)" step="1">
      <output for="n">\(number)</output> of \(Words.number(last))
      <button>Show</button>
      </form>
      """
  }

  private func moment(_ number: UInt64) throws -> HTML {
    try context.store.read { reader in
      guard let transaction = try reader.transaction(number) else { return "" }
      let words = (try? context.words.sentence(of: transaction, reader)) ?? ""
      return """
        <p class="lead">\(context.link(number)) \(context.clock.html(transaction.wallTime)), \
        \(try context.writer(of: transaction, reader)): \(words)\(context.fate(transaction))</p>
        """
    }
  }

  /// Which view is shown.
  private func choice(_ number: UInt64) throws -> HTML {
    let views = try context.store.read { try $0.storedViews() }
    let items = views.flatMap { view in
      view.tables.map { table -> HTML in
        let isShown =
          context.query["view"] == view.name
          && (context.query["table"] ?? view.tables.first?.name) == table.name
        let current: HTML = isShown ? #" aria-current="true""# : ""
        let link = PageLink(
          "time", ("n", "\(number)"), ("view", view.name), ("table", table.name))
        return #"<li><a href="\#(link)"\#(current)>\#(view.name) · \#(table.name)</a></li>"#
      }
    }
    let isNothing = context.query["view"] == nil && context.query["kind"] == nil
    let open: HTML = isNothing ? " open" : ""
    return """
      <details class="choice"\(open)><summary>Which view</summary><ul>\(items)</ul>
      <p class="dim">A thing is shown from its own page, by “Through time”.</p></details>
      """
  }

  // MARK: A thing

  /// From the live store: that costs its own events only.
  private func entity(_ kind: String, _ id: UUID, _ number: UInt64) throws -> HTML {
    let versions = try context.store.read { try $0.versions(ofKind: kind, id) }
    let words = context.words.properties
    let before = versions.filter { $0.transaction.number <= number }
    let then = PropertyHistory(before, words).values
    let now = PropertyHistory(versions, words).values
    let names = Set(then.keys).union(now.keys).sorted()
    let rows = names.map { name -> HTML in
      let (old, new) = (then[name], now[name])
      let none: HTML = #"<span class="dim">none</span>"#
      let before: HTML = old.map { old == new ? "\($0)" : "<del>\($0)</del>" } ?? none
      let after: HTML =
        old == new
        ? #"<span class="dim">the same</span>"# : new.map { "<ins>\($0)</ins>" } ?? none
      return """
        <tr class="\(old == new ? "same" : "changed")"><th scope="row">\(name)</th>\
        <td>\(before)</td><td>\(after)</td></tr>

        """
    }
    let list: HTML =
      names.isEmpty
      ? "<p>It was not there, and is not now.</p>"
      : """
      <table class="differences"><caption class="hidden">Then and now</caption>
      <thead><tr><th scope="col">Property</th><th scope="col">Then</th><th scope="col">Now</th></tr>
      </thead><tbody>\(rows)</tbody></table>
      """
    return "<h2>\(context.link(kind, id))</h2>\(list)"
  }

  // MARK: A view

  private func rows(_ view: String, _ number: UInt64) async throws -> HTML {
    let shown = try await Waiting.value { [context] in
      try ShownTable(context, view, context.query["table"], in: context.store)
    }
    let (table, after) = (shown.table.name, try context.query.bytes("after"))
    let old: [UntypedRow]
    do {
      old = try await context.inspector.past.rows(
        PastKeeper.Question(
          view: view, table: table, number: number, after: after, limit: Self.size))
    } catch let error as StoreError where error.code == .notInSchema {
      return """
        <p class="note">This tool does not know the app's views, so it cannot build the rows of an \
        earlier time. The app's own tool does: start its <code>inspect</code>.</p>
        """
    }
    let new = try await Waiting.value { [store = context.store] in
      try store.read { reader in
        try reader.rows(ofView: view, table: table, after: after, limit: Self.size)
      }
    }
    let (rows, next) = RowDifference.merge(old, new, limit: Self.size)
    let changed = rows.count { !$0.isSame }
    let link = next.map {
      PageLink(
        "time", ("n", "\(number)"), ("view", view), ("table", table),
        ("after", Hexadecimal.text($0)))
    }
    let verdict =
      changed == 0
      ? "These rows are as they are now."
      : "\(Words.count(changed, "row")) of these \(Words.number(rows.count)) "
        + "\(changed == 1 ? "is" : "are") different now."
    return """
      <h2>\(view) · \(table)</h2>
      <p class="dim">\(verdict)</p>
      \(DifferenceTable(shown, ("Then", "Now")).html(rows, "Then and now"))
      \(context.more(link, "More rows"))
      """
  }
}
