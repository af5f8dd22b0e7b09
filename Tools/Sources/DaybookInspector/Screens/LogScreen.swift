import Daybook
import DaybookTool

/// The log, the newest transaction first: what was done, when and by whom.
struct LogScreen {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    let filter = LogFilter(context.query["q"] ?? "", context)
    let through = try context.query.number("through")
    if let problem = filter.problem {
      return context.page(
        "Log", at: "log", field: filter.text, status: 400, "<p class=\"problem\">\(problem)</p>")
    }
    let newest = try context.store.read { try $0.token().number }
    let page = try LogPage(context.store, filter.filter, through: through ?? newest)
    let rows = try context.store.read { try LogRows(context).rows(page.transactions, $0) }
    let link = { (number: UInt64) in
      PageLink("log", ("q", context.query["q"]), ("through", "\(number)"))
    }
    let older = context.more(
      page.rest.map(link),
      page.isCutShort
        ? "Nothing more since \(Words.number((page.rest ?? 0) + 1)): look further back" : "Older")
    // A page of the past stays as it is; the first one goes on by itself.
    let live: HTML =
      through == nil
      ? #" data-after="\#(newest)" data-filter="\#(filter.text)""# : ""
    let state: HTML =
      through == nil
      ? #"<p class="live" role="status" hidden></p>"#
      : """
      <p><a href="\(PageLink("log", ("q", context.query["q"])))">To the newest</a></p>
      """
    let lack = try rows.isEmpty ? filter.lack(context) : ""
    let nothing = "There is nothing of this kind here\(lack)".withStop
    let none: HTML = rows.isEmpty ? "<p class=\"dim\">\(nothing)</p>" : ""
    return context.page(
      "Log", at: "log", field: filter.text,
      """
      \(state)
      <table class="log"\(live)>
      <caption class="hidden">Transactions, the newest first</caption>
      <thead><tr><th class="number" scope="col">No.</th><th scope="col">When</th>\
      <th scope="col">Who</th><th scope="col">What</th></tr></thead>
      <tbody>\(rows)</tbody>
      </table>
      \(none)\(older)
      """)
  }
}

/// Transactions as rows of the log.
struct LogRows {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func rows(
    _ transactions: [History.Transaction], _ reader: borrowing Reader
  ) throws -> [HTML] {
    var rows: [HTML] = []
    for transaction in transactions { rows.append(try row(transaction, reader)) }
    return rows
  }

  private func row(
    _ transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> HTML {
    // A row that cannot be told must not take the others along.
    let words = (try? context.words.sentence(of: transaction, reader)) ?? "cannot be told"
    let origin: HTML =
      transaction.isRemote ? #" <span class="mark">from elsewhere</span>"# : ""
    return """
      <tr\(transaction.isRetracted || transaction.isVoid ? " class=\"gone\"" as HTML : "")>\
      <td class="number">\(context.link(transaction.number))</td>\
      <td class="when">\(context.clock.html(transaction.wallTime))</td>\
      <td class="who">\(try context.writer(of: transaction, reader))</td>\
      <td class="what">\(words)\(context.fate(transaction))\(origin)</td></tr>

      """
  }
}
