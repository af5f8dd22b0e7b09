import Daybook
import DaybookTool

/// The views that the store keeps, with their tables.
struct ViewsScreen {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    let views = try context.store.read { try $0.storedViews() }
    let rows = views.map(section)
    return context.page(
      "Views", at: "views", views.isEmpty ? "<p>The store keeps no views.</p>" : HTML(rows))
  }

  private func section(_ view: StoredView) -> HTML {
    let tables = view.tables.map { table -> HTML in
      let link = PageLink("view", ("name", view.name), ("table", table.name))
      return """
        <tr><td><a href="\(link)">\(table.name)</a></td>\
        <td class="number">\(Words.number(table.rows))</td>\
        <td class="number">\(Measures.bytes(table.bytes))</td><td>\(table.key.description)</td>\
        <td>\(table.row)</td></tr>

        """
    }
    let list: HTML =
      tables.isEmpty
      ? "<p class=\"dim\">It has no rows: they were dropped, or are not built yet.</p>"
      : """
      <table><caption class="hidden">Its tables</caption>
      <thead><tr><th scope="col">Table</th><th class="number" scope="col">Rows</th>\
      <th class="number" scope="col">Size</th><th scope="col">Keys</th>\
      <th scope="col">Values</th></tr></thead><tbody>\(tables)</tbody></table>
      """
    return """
      <section><h2>\(view.name)</h2>\(ViewFacts(context).html(view))\(list)</section>

      """
  }
}

/// What is known of a view as a whole.
struct ViewFacts {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func html(_ view: StoredView) -> HTML {
    let state: HTML =
      switch view.state {
      case .live: "up to date"
      case .behind: #"<span class="mark late">behind: it lacks what was written since</span>"#
      case .building: #"<span class="mark late">being built</span>"#
      case .dropped: #"<span class="mark gone">dropped</span>"#
      }
    let left: HTML =
      view.quarantined > 0
      ? """
      , <a href="\(PageLink("health"))" class="mark gone">\
      \(Words.count(view.quarantined, "thing")) left out</a>
      """ : ""
    let keeper: HTML = view.process.map { ", kept by \($0)" } ?? ""
    let parameters: HTML = view.parameters.isEmpty ? "" : ", \(view.parameters)"
    return """
      <p class="dim">\(state)\(left)\(keeper), revision \(view.revision)\(parameters), \
      digest <code class="copy">\(view.digest.description)</code></p>
      """
  }
}
