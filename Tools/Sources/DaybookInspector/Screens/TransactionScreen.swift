import Daybook
import DaybookTool

/// One transaction: what it changed, before and after, its events with their fields and bytes, and
/// what takes it back.
struct TransactionScreen {
  private let context: PageContext

  /// How many changes and events a page shows.
  private static let size = 50
  /// Of how many events it is found out what they changed.
  private static let most = 1000

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    guard let number = try context.query.number("n") else {
      throw InspectorError.bad("the address does not say which transaction is meant")
    }
    let first = Int(clamping: try context.query.number("from") ?? 0)
    let content = try context.store.read { reader in
      guard let transaction = try reader.transaction(number) else {
        throw InspectorError.missing(
          try number <= reader.oldestToken().number
            ? "transaction \(number) was purged" : "there is no transaction \(number) yet")
      }
      return try HTML([
        neighbours(number, try reader.token().number), facts(transaction, reader),
        changes(transaction, reader), events(transaction, from: first, reader),
      ])
    }
    return context.page("Transaction \(Words.number(number))", at: "log", content)
  }

  private func neighbours(_ number: UInt64, _ newest: UInt64) -> HTML {
    let before: HTML =
      number > 1
      ? #"<a href="\#(PageLink.transaction(number - 1))" rel="prev">Before</a>"# : ""
    let after: HTML =
      number < newest
      ? #"<a href="\#(PageLink.transaction(number + 1))" rel="next">After</a>"# : ""
    return """
      <p class="links">\(before) \(after) \
      <a href="\(PageLink("time", ("n", "\(number)")))">The store as of then</a></p>
      """
  }

  private func facts(
    _ transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> HTML {
    var rows: [(String, HTML)] = [
      ("when", context.clock.html(transaction.wallTime)),
      ("who", try context.writer(of: transaction, reader)),
      (
        "what", "\(try context.words.sentence(of: transaction, reader))\(context.fate(transaction))"
      ),
    ]
    if let text = transaction.context { rows.append(("context", "\(text)")) }
    if let process = transaction.process { rows.append(("process", "\(process)")) }
    let replica = transaction.dot.replica.uuid.uuidString
    let from: HTML = transaction.isRemote ? " from elsewhere" : " here"
    rows.append(
      (
        "written",
        """
        by replica <a href="\(PageLink("log", ("q", "replica:\(replica)")))">\
        \(IDPrefix.shortest(transaction.dot.replica.uuid))</a>, its no. \
        \(Words.number(transaction.dot.sequence)),\(from)
        """
      ))
    if transaction.stampTime != transaction.time {
      rows.append(("stands at", context.clock.html(transaction.stampTime.date)))
    }
    let taken = try reader.transactions(takenBackBy: transaction.number)
    if !taken.isEmpty {
      rows.append(("takes back", HTML(taken.map { context.link($0) }, separator: ", ")))
    }
    let list = rows.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" as HTML }
    return "<dl class=\"facts\">\(list)</dl>\(undo(transaction))"
  }

  private func undo(_ transaction: History.Transaction) -> HTML {
    guard context.inspector.writing != nil else { return "" }
    let (page, title): (String, HTML) =
      transaction.isRetracted
      ? ("redo", "Bring it back…") : ("undo", "Take it back…")
    return """
      <p><a class="button" href="\(PageLink(page, ("n", "\(transaction.number)")))">\(title)</a></p>
      """
  }

  // MARK: Changes

  private func changes(
    _ transaction: History.Transaction, _ reader: borrowing Reader
  ) throws -> HTML {
    // Of a great import nobody reads all, and each is folded.
    guard transaction.positions.count <= Self.most else {
      return """
        <p class="dim">It has more than \(Words.number(Self.most)) events, so this page does not \
        fold what each of them changed.</p>
        """
    }
    let all = try reader.changes(in: transaction.number)
    if all.isEmpty { return "" }
    let shown = all.prefix(Self.size).map { ChangeItem(context).html($0) }
    let rest = all.count - shown.count
    let more: HTML = rest > 0 ? "<p class=\"dim\">and \(Words.count(rest, "other"))</p>" : ""
    return "<h2>What it changed</h2>\(shown)\(more)"
  }

  // MARK: Events

  private func events(
    _ transaction: History.Transaction, from first: Int, _ reader: borrowing Reader
  ) throws -> HTML {
    let positions = transaction.positions.dropFirst(first).prefix(Self.size)
    var rows: [HTML] = []
    for position in positions { rows.append(try row(position, reader)) }
    let isMore = first + rows.count < transaction.positions.count
    let next = PageLink(
      "transaction", ("n", "\(transaction.number)"), ("from", "\(first + rows.count)"))
    return """
      <h2>\(Words.count(transaction.positions.count, "event"))</h2>
      <table>
      <caption class="hidden">Events in their order</caption>
      <thead><tr><th class="number" scope="col">Position</th><th scope="col">Type</th>\
      <th scope="col">Of</th><th scope="col">What</th><th scope="col">Stored</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      \(context.more(isMore ? next : nil, "More events"))
      """
  }

  private func row(_ position: UInt64, _ reader: borrowing Reader) throws -> HTML {
    let event = try reader.event(position)
    let words = (try? context.words.words(of: event, reader)) ?? "cannot be told"
    let of: HTML = event.kind.isEmpty ? "" : context.link(event.kind, event.entity)
    return """
      <tr><td class="number">\(Words.number(position))</td><td>\(event.type.description)</td>\
      <td>\(of)</td><td class="what">\(words)</td><td>\(context.raw(event))</td></tr>

      """
  }
}

/// What happened to one entity, property by property.
struct ChangeItem {
  private let context: PageContext

  init(_ context: PageContext) { self.context = context }

  func html(_ change: History.AnyChange) -> HTML {
    let verb: HTML =
      switch change.sort {
      case .inserted: "added"
      case .updated: "changed"
      case .deleted: "deleted"
      }
    let properties = context.words.properties(of: change).map { context.change($0) }
    return """
      <section class="change"><h3>\(context.link(change.kind, change.entity)) \
      <span class="mark \(verb)">\(verb)</span></h3>\
      <ul class="properties">\(properties)</ul></section>

      """
  }
}
