import Daybook

/// The rows of a table of a view, by key.
struct ViewScreen {
  private let context: PageContext

  private static let size = 50

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    let query = context.query
    let shown = try ShownTable(
      context, try query.text("name"), query["table"], in: context.store)
    let last = try query.bytes("after")
    let isReversed = query["order"] == "last"
    let (view, table) = (shown.view.name, shown.table.name)
    let keys = try keys(shown)
    let rows = try context.store.read { reader in
      try keys.rows(of: shown, after: last, limit: Self.size + 1, reversed: isReversed, reader)
    }
    let page = Array(rows.prefix(Self.size))
    let link = { (last: [UInt8]?, order: String?) in
      PageLink(
        "view", ("name", view), ("table", table), ("prefix", query["prefix"]), ("order", order),
        ("after", last.map { Hexadecimal.text($0) }))
    }
    let next = rows.count > Self.size ? page.last.map { link($0.key, query["order"]) } : nil
    return context.page(
      "\(view) · \(table)", at: "views",
      """
      \(ViewFacts(context).html(shown.view))
      <p class="links">\(tables(shown)) \
      <a href="\(link(nil, isReversed ? nil : "last"))">\
      \(isReversed ? "The least key first" : "The greatest key first")</a></p>
      \(field(shown))
      \(RowsTable(shown).html(page, "Rows of \(table)"))
      \(page.isEmpty ? "<p class=\"dim\">There are no rows here.</p>" as HTML : "")
      \(context.more(next, "More rows"))
      """)
  }

  private func keys(_ shown: ShownTable) throws -> KeyStretch {
    guard let text = context.query["prefix"] else { return .beginning(with: []) }
    guard let keys = shown.keys(text) else {
      throw InspectorError.bad(
        "no key of \(shown.table.name) begins with “\(text)”: its keys are "
          + "\(shown.table.key.description); also bytes do, such as 0x00ff")
    }
    return keys
  }

  private func tables(_ shown: ShownTable) -> [HTML] {
    shown.view.tables.filter { $0.name != shown.table.name }.map { table in
      """
      <a href="\(PageLink("view", ("name", shown.view.name), ("table", table.name)))">\
      \(table.name)</a> \

      """
    }
  }

  private func field(_ shown: ShownTable) -> HTML {
    """
    <form class="inline" action="view">
    <input type="hidden" name="name" value="\(shown.view.name)">
    <input type="hidden" name="table" value="\(shown.table.name)">
    <label for="prefix">Keys that begin with</label>
    <input id="prefix" name="prefix" value="\(context.query["prefix"] ?? "")" spellcheck="false" \
    autocomplete="off">
    <button>Show</button>
    </form>
    """
  }
}

/// Rows of a view as a table, every cell of which leads to why.
struct RowsTable {
  private let shown: ShownTable

  init(_ shown: ShownTable) { self.shown = shown }

  func html(_ rows: [UntypedRow], _ caption: String) -> HTML {
    if rows.isEmpty { return "" }
    let cells = rows.map { shown.cells($0) }
    var columns: [String] = []
    for row in cells {
      for cell in row where !columns.contains(cell.name) { columns.append(cell.name) }
    }
    let head = columns.map { #"<th scope="col">\#($0)</th>"# as HTML }
    let body = zip(rows, cells).map { row, cells in
      self.row(row, Dictionary(cells.map { ($0.name, $0.text) }) { a, b in "\(a), \(b)" }, columns)
    }
    return """
      <table class="rows"><caption class="hidden">\(caption)</caption>
      <thead><tr><th scope="col">Key</th>\(head)</tr></thead>
      <tbody>\(body)</tbody></table>
      """
  }

  private func row(_ row: UntypedRow, _ cells: [String: String], _ columns: [String]) -> HTML {
    let link = shown.why(row.key)
    let rest = columns.map { name -> HTML in
      guard let text = cells[name] else { return "<td></td>" }
      // The first cell has the same address for the keyboard.
      let number: HTML = Double(text) == nil ? "" : #" class="number""#
      return
        #"<td\#(number) data-name="\#(name)"><a href="\#(link)" tabindex="-1">\#(text)</a></td>"#
    }
    return """
      <tr><th scope="row"><a href="\(link)">\(shown.key(row.key))</a></th>\(rest)</tr>

      """
  }
}
