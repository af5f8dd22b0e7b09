import Daybook

/// Why a row of a view is as it is: what gives to it, who set that, whether it adds up, and what
/// does not count.
///
/// What that takes is found out once for all rows of a view; until then the page says how far it
/// is.
struct WhyScreen {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func page() async throws -> InspectorPage {
    let query = context.query
    let view = try query.text("view")
    guard let key = try query.bytes("key") else {
      throw InspectorError.bad("the address does not say which row is meant")
    }
    let since = try query.number("since") ?? 0
    let (shown, newest) = try await Waiting.value { [context] in
      let shown = try ShownTable(context, view, query["table"], in: context.store)
      return (shown, try context.store.read { try $0.token().number })
    }
    do {
      let answer = try await context.inspector.shares.answer(view, since: min(since, newest))
      return try await Waiting.value {
        switch answer {
        case .done(let shares):
          return page(shown, key, try WhyAnswer(context, shown, key, shares).html(newest))
        case .underWay(let done, let total): return underWay(done, total, shown, key)
        case .waiting: return waiting(shown, key)
        }
      }
    } catch let error as StoreError where error.code == .notInSchema {
      return try await Waiting.value { try unknown(shown, key) }
    }
  }

  private func page(_ shown: ShownTable, _ key: [UInt8], _ content: HTML) -> InspectorPage {
    context.page("Why \(shown.key(key))", at: "views", content)
  }

  /// Without the app's handlers nobody can tell.
  private func unknown(_ shown: ShownTable, _ key: [UInt8]) throws -> InspectorPage {
    let row = try context.store.read { reader in
      try reader.row(ofView: shown.view.name, table: shown.table.name, key: key)
    }
    return page(
      shown, key,
      """
      \(WhyAnswer.head(context, shown, row))
      <p class="note">This tool does not know the app's views, so it cannot tell which things give \
      to the row. The app's own tool does: start its <code>inspect</code>.</p>
      """)
  }

  private func underWay(
    _ done: Int, _ total: Int, _ shown: ShownTable, _ key: [UInt8]
  ) -> InspectorPage {
    let most = max(total, 1)
    return again(
      shown, key,
      """
      Each thing is handed to the view alone, on a private copy of the store: \
      <progress max="\(most)" value="\(min(done, most))" \
      aria-label="How far it is"></progress> \
      \(Words.number(done)) of \(Words.number(total)).
      """)
  }

  private func waiting(_ shown: ShownTable, _ key: [UInt8]) -> InspectorPage {
    again(
      shown, key,
      "Other views are being found out, for other pages that ask why. This one comes after them.")
  }

  /// What the script asks for again by itself, and a reader by a link.
  private func again(_ shown: ShownTable, _ key: [UInt8], _ state: HTML) -> InspectorPage {
    let query = context.query
    let link = PageLink(
      "why", ("view", shown.view.name), ("table", query["table"]), ("key", query["key"]),
      ("part", query["part"]), ("after", query["after"]), ("since", query["since"]))
    return page(
      shown, key,
      """
      <p role="status" class="again">\(state)</p>
      <p class="more"><a href="\(link)">Look again</a></p>
      """)
  }
}
