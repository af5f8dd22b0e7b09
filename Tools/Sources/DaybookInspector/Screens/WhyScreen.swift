import Daybook
import Foundation

/// Why a row of a view is as it is: what gives to it, who set that, whether it adds up, and what
/// does not count.
struct WhyScreen {
  private let context: PageContext

  private static let size = 50

  init(_ context: PageContext) { self.context = context }

  func page() async throws -> InspectorPage {
    let query = context.query
    let view = try query.text("view")
    guard let key = try query.bytes("key") else {
      throw InspectorError.bad("the address does not say which row is meant")
    }
    let shown = try await Waiting.value { [context] in
      try ShownTable(context, view, query["table"], in: context.store)
    }
    do {
      let answer = try await context.inspector.shares.answer(view, isFresh: query["fresh"] != nil)
      return try await Waiting.value {
        switch answer {
        case .done(let shares): return try self.page(shares, shown, key)
        case .underWay(let done, let total): return underWay(done, total, shown, key)
        }
      }
    } catch let error as StoreError where error.code == .notInSchema {
      return try await Waiting.value { try unknown(shown, key) }
    }
  }

  private func page(_ title: String, _ content: HTML) -> InspectorPage {
    context.page(title, at: "views", content)
  }

  private func head(_ shown: ShownTable, _ row: UntypedRow?) -> HTML {
    let back = PageLink("view", ("name", shown.view.name), ("table", shown.table.name))
    let value: HTML =
      row.map { "<p class=\"lead\">\(shown.value($0))</p>\(context.raw($0.row, "the row"))" }
      ?? "<p class=\"lead\">There is no such row.</p>"
    return """
      <p class="links"><a href="\(back)">\(shown.view.name) · \(shown.table.name)</a></p>\(value)
      """
  }

  private func title(_ shown: ShownTable, _ key: [UInt8]) -> String { "Why \(shown.key(key))" }

  /// Without the app's handlers nobody can tell.
  private func unknown(_ shown: ShownTable, _ key: [UInt8]) throws -> InspectorPage {
    let row = try context.store.read { reader in
      try reader.row(ofView: shown.view.name, table: shown.table.name, key: key)
    }
    return page(
      title(shown, key),
      """
      \(head(shown, row))
      <p class="note">This tool does not know the app's views, so it cannot tell which things give \
      to the row. The app's own tool does: start its <code>inspect</code>.</p>
      """)
  }

  private func underWay(
    _ done: Int, _ total: Int, _ shown: ShownTable, _ key: [UInt8]
  ) -> InspectorPage {
    let most = max(total, 1)
    return page(
      title(shown, key),
      """
      <p role="status" class="again">Each thing is handed to the view alone, on a private copy of \
      the store: <progress max="\(most)" value="\(min(done, most))" \
      aria-label="How far it is"></progress> \
      \(Words.number(done)) of \(Words.number(total)).</p>
      <p class="more"><a href="\(shown.why(key))">Look again</a></p>
      """)
  }

  // MARK: The answer

  private func page(
    _ shares: ViewContributions, _ shown: ShownTable, _ key: [UInt8]
  ) throws -> InspectorPage {
    let table = shown.table.name
    let given = try shares.contributions(to: key, table: table, limit: Self.size + 1)
    let lost = try shares.omissions(of: key, table: table, limit: Self.size)
    let left = try shares.leftOut(limit: Self.size)
    let sum = try shares.sum(of: key, table: table)
    let row = try shares.read { reader in
      try reader.row(ofView: shown.view.name, table: table, key: key)
    }
    let rows = try shares.read { reader in
      var rows: [HTML] = []
      for one in given.prefix(Self.size) {
        rows.append(try self.row(one, shown, key, reader))
      }
      return rows
    }
    let omitted = try shares.read { reader in
      try omissions(lost + left, shown, key, reader)
    }
    let newest = try context.store.read { try $0.token() }
    return page(
      title(shown, key),
      """
      \(head(shown, row))
      \(age(shares.token, newest, shown, key))
      \(verdict(sum, given.count, shown, key))
      \(givers(rows, isMore: given.count > Self.size))
      \(omitted)
      """)
  }

  private func age(
    _ token: History.Token, _ newest: History.Token, _ shown: ShownTable, _ key: [UInt8]
  ) -> HTML {
    guard token < newest else { return "" }
    let fresh = PageLink(
      "why", ("view", shown.view.name), ("table", shown.table.name),
      ("key", Hexadecimal.text(key)), ("fresh", "1"))
    return """
      <p class="dim">As of transaction \(context.link(token.number)); since then \
      \(Words.count(newest.number - token.number, "transaction")). \
      <a href="\(fresh)">Find out anew</a></p>
      """
  }

  private func verdict(
    _ sum: ContributionSum, _ count: Int, _ shown: ShownTable, _ key: [UInt8]
  ) -> HTML {
    let many = count > Self.size ? "more than \(Self.size) things" : Words.count(count, "thing")
    switch sum {
    case .addsUp where count == 0: return "<p class=\"sum\">Nothing gives to it.</p>"
    case .addsUp:
      return """
        <p class="sum good"><span aria-hidden="true">✓</span> Adds up: \(many) \
        \(count == 1 ? "gives" : "give") exactly this row.</p>
        """
    case .differs(let given, _):
      let come = given.map { shown.value(UntypedRow(key: key, row: $0)) } ?? "no row"
      return """
        <p class="sum problem">Does not add up: \(many) come to \(come). Build the view \
        \(shown.view.name) anew.</p>
        """
    case .unknown:
      return """
        <p class="sum">The view looks at its other rows, so there are no shares to add up; \
        \(many) touched the row.</p>
        """
    }
  }

  private func givers(_ rows: [HTML], isMore: Bool) -> HTML {
    if rows.isEmpty { return "" }
    let more: HTML =
      isMore ? "<p class=\"dim\">These are the first \(Self.size).</p>" : ""
    return """
      <table><caption class="hidden">What gives to the row</caption>
      <thead><tr><th scope="col">Gives</th><th scope="col">Thing</th>\
      <th scope="col">Set by</th></tr></thead><tbody>\(rows)</tbody></table>\(more)
      """
  }

  private func row(
    _ one: Contribution, _ shown: ShownTable, _ key: [UInt8], _ reader: borrowing Reader
  ) throws -> HTML {
    let share: HTML =
      one.isShare
      ? "\(shown.value(UntypedRow(key: key, row: one.row)))"
      : #"<span class="dim">has touched it</span>"#
    let line = try context.words.line(ofKind: one.kind, one.entity, reader) ?? ""
    let origins = try reader.origins(ofKind: one.kind, one.entity)
    return """
      <tr><td>\(share)</td><td>\(context.link(one.kind, one.entity)) \(line)</td>\
      <td>\(SetterList(context).html(origins))</td></tr>

      """
  }

  private func omissions(
    _ omitted: [Omission], _ shown: ShownTable, _ key: [UInt8], _ reader: borrowing Reader
  ) throws -> HTML {
    if omitted.isEmpty { return "" }
    var rows: [HTML] = []
    for one in omitted {
      let line = try context.words.line(ofKind: one.kind, one.entity, reader) ?? ""
      let would = one.row.isEmpty ? "" : shown.value(UntypedRow(key: key, row: one.row))
      rows.append(
        """
        <tr class="gone"><td>\(would)</td><td>\(context.link(one.kind, one.entity)) \(line)</td>\
        <td>\(reason(one))</td></tr>

        """)
    }
    return """
      <h2>Not counted</h2>
      <table><caption class="hidden">What does not count</caption>
      <thead><tr><th scope="col">Would give</th><th scope="col">Thing</th>\
      <th scope="col">Why not</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }

  private func reason(_ omission: Omission) -> HTML {
    let by: HTML =
      omission.transaction.map { transaction in
        """
         by \(context.author(transaction.author)), \(context.clock.html(transaction.wallTime)), \
        transaction \(context.link(transaction.number))
        """
      } ?? ""
    switch omission.reason {
    case .takenBack: return "taken back\(by)"
    case .deleted: return "deleted\(by)"
    case .void: return "written\(by) without the right to"
    case .merged: return "merged into another one"
    case .hidden: return "what it refers to is gone"
    case .leftOut(let error): return "left out by the view: \(error)"
    }
  }
}

/// Who set the properties of a thing, by transaction.
struct SetterList {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func html(_ origins: [History.FieldOrigin]) -> HTML {
    var order: [UInt64] = []
    var groups: [UInt64: [History.FieldOrigin]] = [:]
    for origin in origins {
      let number = origin.transaction?.number ?? 0
      if groups[number] == nil { order.append(number) }
      groups[number, default: []].append(origin)
    }
    let items = order.sorted().map { number -> HTML in
      let group = groups[number] ?? []
      let names = group.map { $0.name ?? "field \($0.number)" }.joined(separator: ", ")
      guard let transaction = group.first?.transaction else {
        return "<li>what was purged: \(names)</li>"
      }
      let late: HTML =
        group.contains(where: \.isLate) ? #" <span class="mark late">came late</span>"# : ""
      return """
        <li>\(context.author(transaction.author)), \(context.clock.html(transaction.wallTime)) \
        (\(context.link(number)))\(late): \(names)</li>
        """
    }
    return "<ul class=\"properties\">\(items)</ul>"
  }
}
