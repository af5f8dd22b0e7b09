import Daybook
import DaybookTool

/// What gives to a row of a view and what does not count, page by page.
struct WhyAnswer {
  /// The lists of which the answer consists.
  private enum Part: String {
    case given, omitted, leftOut
  }

  /// A page of a list, and the place after which the next one begins.
  private typealias Page = (rows: [HTML], next: [UInt8]?)

  private static let size = 50

  private let context: PageContext
  private let shown: ShownTable
  private let key: [UInt8]
  private let shares: ViewContributions

  init(
    _ context: PageContext, _ shown: ShownTable, _ key: [UInt8], _ shares: ViewContributions
  ) {
    (self.context, self.shown, self.key, self.shares) = (context, shown, key, shares)
  }

  /// The row, and the way back to its table.
  static func head(_ context: PageContext, _ shown: ShownTable, _ row: UntypedRow?) -> HTML {
    let back = PageLink("view", ("name", shown.view.name), ("table", shown.table.name))
    let value: HTML =
      row.map { row -> HTML in
        let fields = context.words.fields(of: row, shown.view, shown.table)
        let raw = context.raw(row.row, "the row", fields: fields)
        return "<p class=\"lead\">\(shown.value(row))</p>\(raw)"
      } ?? "<p class=\"lead\">There is no such row.</p>"
    return """
      <p class="links"><a href="\(back)">\(shown.view.name) · \(shown.table.name)</a></p>\(value)
      """
  }

  /// All lists from the beginning, or the page of one list that the address names.
  ///
  /// - Parameter newest: the newest transaction of the store.
  func html(_ newest: UInt64) throws -> HTML {
    let row = try shares.read { reader in
      try reader.row(ofView: shown.view.name, table: shown.table.name, key: key)
    }
    let top = HTML([Self.head(context, shown, row), age(newest)])
    guard let name = context.query["part"] else { return try HTML([top, beginning()]) }
    guard let part = Part(rawValue: name) else {
      throw InspectorError.bad("“\(name)” is no list of this page")
    }
    let page = try page(part, after: try context.query.bytes("after"))
    let list = part == .given ? givers(page.rows) : omitted(page.rows)
    return """
      \(top)<p class="links"><a href="\(shown.why(key))">From the beginning, with the sum</a></p>
      \(list)\(more(page, part))
      """
  }

  private func beginning() throws -> HTML {
    let given = try page(.given, after: nil)
    let (absent, left) = (try page(.omitted, after: nil), try page(.leftOut, after: nil))
    let sum = try shares.sum(of: key, table: shown.table.name)
    return HTML([
      verdict(sum, given), givers(given.rows), more(given, .given),
      omitted(absent.rows + left.rows), more(absent, .omitted), more(left, .leftOut),
    ])
  }

  private func page(_ part: Part, after last: [UInt8]?) throws -> Page {
    let (table, most) = (shown.table.name, Self.size + 1)
    switch part {
    case .given:
      let found = try shares.contributions(to: key, table: table, after: last, limit: most)
      return try page(found, \.place) { try row($0, $1) }
    case .omitted:
      let found = try shares.omissions(of: key, table: table, after: last, limit: most)
      return try page(found, \.place) { try row($0, $1) }
    case .leftOut:
      let found = try shares.leftOut(after: last, limit: most)
      return try page(found, \.place) { try row($0, $1) }
    }
  }

  private func page<One>(
    _ found: [One], _ place: KeyPath<One, [UInt8]>,
    _ row: (One, borrowing Reader) throws -> HTML
  ) throws -> Page {
    let shown = found.prefix(Self.size)
    let rows = try shares.read { reader in
      var rows: [HTML] = []
      for one in shown { rows.append(try row(one, reader)) }
      return rows
    }
    return (rows, found.count > shown.count ? shown.last?[keyPath: place] : nil)
  }

  private func more(_ page: Page, _ part: Part) -> HTML {
    let title: String
    switch part {
    case .given: title = "More that gives to it"
    case .omitted: title = "More that does not count"
    case .leftOut: title = "More that the view has left out"
    }
    return context.more(
      page.next.map { shown.why(key, part: part.rawValue, after: $0) }, title)
  }

  private func age(_ newest: UInt64) -> HTML {
    let number = shares.token.number
    guard number < newest else { return "" }
    return """
      <p class="dim">As of transaction \(context.link(number)); since then \
      \(Words.count(newest - number, "transaction")). \
      <a href="\(shown.why(key, since: newest))">Find out anew</a></p>
      """
  }

  private func verdict(_ sum: ContributionSum, _ given: Page) -> HTML {
    let count = given.rows.count
    let many =
      given.next == nil ? Words.count(count, "thing") : "more than \(Self.size) things"
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

  /// That the fold of a thing has left events out, which the thing's page shows.
  private func mark(_ kind: String, _ id: UUID, _ reader: borrowing Reader) throws -> HTML {
    let isLess = try reader.storedEntity(ofKind: kind, id)?.isQuarantined ?? false
    return isLess ? #" <span class="mark gone">events left out</span>"# : ""
  }

  // MARK: What gives

  private func givers(_ rows: [HTML]) -> HTML {
    if rows.isEmpty { return "" }
    return """
      <table><caption class="hidden">What gives to the row</caption>
      <thead><tr><th scope="col">Gives</th><th scope="col">Thing</th>\
      <th scope="col">Set by</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }

  private func row(_ one: Contribution, _ reader: borrowing Reader) throws -> HTML {
    let share: HTML =
      one.isShare
      ? "\(shown.value(UntypedRow(key: key, row: one.row)))"
      : #"<span class="dim">has touched it</span>"#
    let line = try context.words.line(ofKind: one.kind, one.entity, reader) ?? ""
    let origins = try reader.origins(ofKind: one.kind, one.entity)
    let mark = try mark(one.kind, one.entity, reader)
    return """
      <tr><td>\(share)</td><td>\(context.link(one.kind, one.entity)) \(line)\(mark)</td>\
      <td>\(try SetterList(context).html(origins, reader))</td></tr>

      """
  }

  // MARK: What does not count

  private func omitted(_ rows: [HTML]) -> HTML {
    if rows.isEmpty { return "" }
    return """
      <h2>Not counted</h2>
      <table><caption class="hidden">What does not count</caption>
      <thead><tr><th scope="col">Would give</th><th scope="col">Thing</th>\
      <th scope="col">Why not</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }

  private func row(_ one: Omission, _ reader: borrowing Reader) throws -> HTML {
    let line = try context.words.line(ofKind: one.kind, one.entity, reader) ?? ""
    let mark = try mark(one.kind, one.entity, reader)
    let would = one.row.isEmpty ? "" : shown.value(UntypedRow(key: key, row: one.row))
    return """
      <tr class="gone"><td>\(would)</td>\
      <td>\(context.link(one.kind, one.entity)) \(line)\(mark)</td>\
      <td>\(try reason(one, reader))</td></tr>

      """
  }

  private func reason(_ omission: Omission, _ reader: borrowing Reader) throws -> HTML {
    let words = omission.reason.words
    let by: HTML =
      try omission.transaction.map { transaction in
        """
         by \(try reader.writer(of: transaction) ?? "somebody"), \
        \(context.clock.html(transaction.wallTime)), transaction \(context.link(transaction.number))
        """
      } ?? ""
    return "\(words.before)\(by)\(words.after)"
  }
}
