import Daybook

/// What taking a transaction back would change, and the form that does it.
struct UndoScreen {
  private let context: PageContext

  private static let size = 50
  /// How many transactions are named.
  private static let listed = 20

  init(_ context: PageContext) { self.context = context }

  /// - Parameter page: `undo` or `redo`.
  func page(_ page: String) async throws -> InspectorPage {
    guard let writing = context.inspector.writing else {
      throw InspectorError.refused("these pages only show; start inspect with --write")
    }
    guard let number = try context.query.number("n") else {
      throw InspectorError.bad("the address does not say which transaction is meant")
    }
    let isUndo = page == "undo"
    let preview = try await Waiting.value { [store = context.store] in
      try isUndo ? store.preview(undo: number) : store.preview(redo: number)
    }
    let shown = preview.changes.prefix(Self.size).map { ChangeItem(context).html($0) }
    let changes: HTML
    if shown.isEmpty {
      changes = try await Waiting.value { try nothing(of: preview) }
    } else {
      changes = HTML(Array(shown))
    }
    let rest = preview.changes.count - shown.count
    let more: HTML = rest > 0 ? "<p class=\"dim\">and \(Words.count(rest, "other"))</p>" : ""
    let first = preview.transactions.prefix(Self.listed)
    let others = preview.transactions.count - first.count
    let list: HTML =
      """
      \(HTML(first.map { context.link($0) }, separator: ", "))\
      \(others > 0 ? " and \(Words.count(others, "other"))" : "")
      """
    let button: HTML = isUndo ? "Take it back" : "Bring it back"
    return context.page(
      "\(isUndo ? "Take back" : "Bring back") \(Words.number(number))", at: "log",
      """
      <p>\(isUndo ? "This takes back" : "This brings back") \
      \(Words.count(preview.transactions.count, "transaction")): \(list). Nothing of the log is \
      removed, and it can be turned round.</p>
      <h2>What changes</h2>
      \(changes)\(more)
      <form method="post" action="\(PageLink(page))">
      <input type="hidden" name="n" value="\(number)">
      <input type="hidden" name="secret" value="\(writing.secret)">
      <button>\(button)</button>
      <a href="\(PageLink.transaction(number))">Leave it</a>
      </form>
      """)
  }

  /// Why no change is shown: there is none, or it is of kinds that the tool does not know.
  private func nothing(of preview: DraftPreview) throws -> HTML {
    let isStrange = try context.store.read { reader in
      let known = Set(try reader.storedKinds().filter(\.isInSchema).map(\.name))
      for number in preview.transactions.prefix(Self.listed) {
        guard let transaction = try reader.transaction(number) else { continue }
        for position in transaction.positions.prefix(Self.size) {
          let kind = try reader.event(position).kind
          if !kind.isEmpty, !known.contains(kind) { return true }
        }
      }
      return false
    }
    if isStrange {
      return """
        <p>This tool does not know the app's kinds, so it cannot tell. The app's own tool does.</p>
        """
    }
    return "<p>Nothing that is shown.</p>"
  }
}
