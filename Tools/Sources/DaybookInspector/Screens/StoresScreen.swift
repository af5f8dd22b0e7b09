import Daybook
import DaybookSync
import DaybookTool

/// Two stores side by side: what each has of whose transactions, how their views differ, and which
/// rows.
struct StoresScreen {
  private let context: PageContext

  private static let size = 50
  /// How long is looked for rows that differ.
  private static let patience = Duration.milliseconds(300)
  /// How long is looked whether tables are the same, all of them together.
  private static let glance = Duration.milliseconds(30)

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    guard let other = context.inspector.other else {
      return context.page(
        "Stores", at: "stores",
        """
        <p>There is one store here. Start it with <code>inspect --beside DIR</code> to see \
        a second one beside it: which transactions each has, and which rows differ.</p>
        """)
    }
    if let view = context.query["view"] { return try rows(view, other) }
    let comparison = try context.store.compare(with: other.store)
    return context.page(
      "Stores", at: "stores",
      HTML([findings(comparison, other.name), try vectors(other), try views(other)]))
  }

  private func findings(_ comparison: ReplicaComparison, _ name: String) -> HTML {
    let verdict: HTML =
      comparison.isEqual
      ? """
      <p class="sum good"><span aria-hidden="true">✓</span> Both stores hold the same.</p>
      """ : "<p class=\"sum\">The stores differ.</p>"
    let items =
      comparison.differences.map { "<li>\($0.message)</li>" as HTML }
      + comparison.notCompared.map { "<li class=\"dim\">not compared: \($0.message)</li>" as HTML }
    return """
      \(verdict)<p class="dim">This store and \(name); \
      \(Words.count(comparison.common, "transaction")) in common.</p><ul>\(items)</ul>
      """
  }

  // MARK: Vectors

  private func vectors(_ other: (store: EventStore, name: String)) throws -> HTML {
    let here = try context.store.read { try $0.versionVector().sequences }
    let there = try other.store.read { try $0.versionVector().sequences }
    let members = try context.store.read { try $0.space()?.members } ?? [:]
    let rows = Set(here.keys).union(there.keys).sorted().map { replica -> HTML in
      let (own, others) = (here[replica] ?? 0, there[replica] ?? 0)
      let name = members[replica]?.member ?? IDPrefix.shortest(replica.uuid)
      let surplus = Words.number(max(own, others) - min(own, others))
      let lack = own == others ? "" : "\(surplus) only \(own > others ? "here" : "there")"
      return """
        <tr class="\(own == others ? "same" : "changed")"><th scope="row">\(name)</th>\
        <td class="number">\(Words.number(own))</td><td class="number">\(Words.number(others))</td>\
        <td>\(lack)</td></tr>

        """
    }
    return """
      <h2>Transactions by writer</h2>
      <table><caption class="hidden">What each store has of each writer</caption>
      <thead><tr><th scope="col">Writer</th><th class="number" scope="col">Here</th>\
      <th class="number" scope="col">There</th><th scope="col">Lacking</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      """
  }

  // MARK: Views

  /// What is known of a table on both sides.
  private enum Sameness: String {
    case same = "the same"
    case differs = "differs"
    /// Its rows are too many to be looked at for a page.
    case unknown = "not known yet: look"
    case notThere = "not there"
    case notHere = "not here"
  }

  private func views(_ other: (store: EventStore, name: String)) throws -> HTML {
    let here = try context.store.read { try $0.storedViews() }
    let there = try other.store.read { try $0.storedViews() }
    let end = ContinuousClock.now + Self.glance
    var rows: [HTML] = []
    for view in here {
      let twin = there.first { $0.name == view.name }
      for table in view.tables {
        let counterpart = twin?.tables.first { $0.name == table.name }
        let isSame = twin?.digest == view.digest
        let sameness = try sameness(view.name, table, counterpart, isSame, other.store, end)
        rows.append(row(view.name, table.name, table.rows, counterpart?.rows, sameness))
      }
    }
    for view in there {
      let twin = here.first { $0.name == view.name }
      for table in view.tables where !(twin?.tables.contains { $0.name == table.name } ?? false) {
        rows.append(row(view.name, table.name, nil, table.rows, .notHere))
      }
    }
    return """
      <h2>Views</h2>
      <table><caption class="hidden">Rows of each view</caption>
      <thead><tr><th scope="col">Table</th><th class="number" scope="col">Rows here</th>\
      <th class="number" scope="col">Rows there</th><th scope="col">Rows</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      """
  }

  /// The digest of a view is that of all of its tables: where it differs, one of them may yet be
  /// the same.
  private func sameness(
    _ view: String, _ table: StoredView.Table, _ twin: StoredView.Table?, _ isSame: Bool,
    _ other: EventStore, _ end: ContinuousClock.Instant
  ) throws -> Sameness {
    guard let twin else { return .notThere }
    if isSame { return .same }
    if table.rows != twin.rows { return .differs }
    let search = try DifferenceSearch(
      view, table.name, in: context.store, other, limit: 1, until: end)
    return !search.found.isEmpty ? .differs : search.next == nil ? .same : .unknown
  }

  private func row(
    _ view: String, _ table: String, _ here: Int?, _ there: Int?, _ sameness: Sameness
  ) -> HTML {
    let name: HTML =
      here == nil
      ? "\(view) · \(table)"
      : """
      <a href="\(PageLink("stores", ("view", view), ("table", table)))">\(view) · \(table)</a>
      """
    let (own, others) = (here.map { Words.number($0) }, there.map { Words.number($0) })
    return """
      <tr class="\(sameness == .same ? "same" : "changed")"><th scope="row">\(name)</th>\
      <td class="number">\(own ?? "–")</td><td class="number">\(others ?? "–")</td>\
      <td>\(sameness.rawValue)</td></tr>

      """
  }

  // MARK: Rows that differ

  private func rows(
    _ view: String, _ other: (store: EventStore, name: String)
  ) throws -> InspectorPage {
    let shown = try ShownTable(context, view, context.query["table"], in: context.store)
    let table = shown.table.name
    let search = try DifferenceSearch(
      view, table, in: context.store, other.store, after: try context.query.bytes("after"),
      limit: Self.size, until: ContinuousClock.now + Self.patience)
    let link = search.next.map { next in
      PageLink(
        "stores", ("view", view), ("table", table),
        ("after", next.isEmpty ? nil : Hexadecimal.text(next)))
    }
    let none: HTML =
      search.found.isEmpty
      ? "<p>\(search.next == nil ? "No row differs." : "No row so far differs.")</p>" : ""
    return context.page(
      "\(view) · \(table)", at: "stores",
      """
      <p class="links"><a href="\(PageLink("stores"))">Both stores</a></p>
      \(none)
      \(DifferenceTable(shown, ("Here", "There")).html(search.found, "Rows that differ"))
      \(context.more(link, "Look on"))
      """)
  }
}
