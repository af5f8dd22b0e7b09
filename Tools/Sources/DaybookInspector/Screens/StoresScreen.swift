import Daybook
import DaybookSync
import DaybookTool
import Foundation

/// Two stores side by side: what each has of whose transactions, how their views differ, and which
/// rows.
struct StoresScreen {
  private let context: PageContext

  private static let size = 50
  /// How many rows of each side are looked at in one go.
  private static let stretch = 1000
  /// How long is looked for rows that differ.
  private static let patience = Duration.milliseconds(300)

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

  private func views(_ other: (store: EventStore, name: String)) throws -> HTML {
    let here = try context.store.read { try $0.storedViews() }
    let there = try other.store.read { try $0.storedViews() }
    let rows = here.flatMap { view -> [HTML] in
      let twin = there.first { $0.name == view.name }
      let isSame = twin.map { $0.digest == view.digest } ?? false
      return view.tables.map { table in
        let link = PageLink("stores", ("view", view.name), ("table", table.name))
        let count = twin?.tables.first { $0.name == table.name }?.rows
        return """
          <tr class="\(isSame ? "same" : "changed")"><th scope="row"><a href="\(link)">\
          \(view.name) · \(table.name)</a></th>\
          <td class="number">\(Words.number(table.rows))</td>\
          <td class="number">\(count.map { Words.number($0) } ?? "–")</td>\
          <td>\(twin == nil ? "not there" : isSame ? "the same" : "differs")</td></tr>

          """
      }
    }
    return """
      <h2>Views</h2>
      <table><caption class="hidden">Rows of each view</caption>
      <thead><tr><th scope="col">Table</th><th class="number" scope="col">Rows here</th>\
      <th class="number" scope="col">Rows there</th><th scope="col">Digests</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      """
  }

  // MARK: Rows that differ

  private static func stretch(
    of view: String, _ table: String, _ after: [UInt8]?, _ store: EventStore
  ) throws -> [UntypedRow] {
    try store.read { reader in
      try reader.rows(ofView: view, table: table, after: after, limit: stretch)
    }
  }

  private func rows(
    _ view: String, _ other: (store: EventStore, name: String)
  ) throws -> InspectorPage {
    let shown = try ShownTable(context, view, context.query["table"], in: context.store)
    let table = shown.table.name
    var after = try context.query.bytes("after")
    var found: [RowDifference] = []
    let began = ContinuousClock.now
    var isAtEnd = false
    while !isAtEnd, found.count < Self.size, began.duration(to: .now) < Self.patience {
      let here = try Self.stretch(of: view, table, after, context.store)
      let there = try Self.stretch(of: view, table, after, other.store)
      let (rows, next) = RowDifference.merge(here, there, limit: Self.stretch)
      for row in rows where !row.isSame && found.count < Self.size { found.append(row) }
      // Of a full page the rest is looked at again.
      after = found.count == Self.size ? found.last?.key : next
      isAtEnd = next == nil && found.count < Self.size
    }
    let link =
      isAtEnd
      ? nil
      : after.map {
        PageLink("stores", ("view", view), ("table", table), ("after", Hexadecimal.text($0)))
      }
    let none: HTML =
      found.isEmpty
      ? "<p>\(isAtEnd ? "No row differs." : "No row so far differs.")</p>" : ""
    return context.page(
      "\(view) · \(table)", at: "stores",
      """
      <p class="links"><a href="\(PageLink("stores"))">Both stores</a></p>
      \(none)
      \(DifferenceTable(shown, ("Here", "There")).html(found, "Rows that differ"))
      \(context.more(link, "Look on"))
      """)
  }
}
