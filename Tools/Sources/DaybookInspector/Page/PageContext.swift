import Daybook
import DaybookTool
import Foundation

/// What every page has in common.
struct PageContext: Sendable {
  let inspector: Inspector
  let words: any InspectorWords
  let query: InspectorQuery
  let clock: Clock

  var store: EventStore { inspector.store }

  init(inspector: Inspector, words: any InspectorWords, query: InspectorQuery) {
    (self.inspector, self.words, self.query) = (inspector, words, query)
    clock = words.clock
  }

  /// A whole page.
  ///
  /// - Parameters:
  ///   - place: the page in the navigation that it belongs to.
  ///   - field: what stands in the filter field.
  func page(
    _ title: String, at place: String, field: String = "", status: Int = 200, _ content: HTML
  ) -> InspectorPage {
    .html(
      """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <title>\(title) – \(words.title)</title>
      <link rel="stylesheet" href="style.css">
      <script type="module" src="script.js"></script>
      </head>
      <body>
      <a class="skip" href="#main">To the content</a>
      <header>
      <nav aria-label="Pages">\(links(place))</nav>
      <form class="filter" role="search" action="log">
      <label for="q">Filter the log</label>
      <input id="q" name="q" value="\(field)" placeholder="author:Ben from:yesterday" \
      autocomplete="off" spellcheck="false" aria-keyshortcuts="/">
      </form>
      </header>
      <main id="main" tabindex="-1">
      <h1>\(title)</h1>
      \(lost)\(content)
      </main>
      <footer>Times in \(words.zone.identifier). \(mode)</footer>
      </body>
      </html>

      """, status: status)
  }

  /// What every page says of a store whose files are no longer under its path: nobody else can find
  /// what it shows.
  private var lost: [HTML] {
    [store, inspector.other?.store].compactMap { store in
      do { try store?.requireFiles() } catch {
        return """
          <p class="problem" role="alert">This page shows what nobody else can find: \
          \(PlainError.sentence(error)).</p>

          """
      }
      return nil
    }
  }

  private var mode: HTML {
    inspector.writing == nil
      ? "These pages only show; with <code>--write</code> they take back, too."
      : "These pages may take back what was written."
  }

  private func links(_ place: String) -> [HTML] {
    let own = words.boards.map { ($0.name, $0.title) }
    let all =
      own + [
        ("log", "Log"), ("entities", "Entities"), ("views", "Views"), ("time", "Time"),
        ("stores", "Stores"), ("health", "Health"),
      ]
    return all.map { name, title in
      name == place
        ? #"<a href="\#(PageLink(name))" aria-current="page">\#(title)</a>"#
        : #"<a href="\#(PageLink(name))">\#(title)</a>"#
    }
  }

  /// The page of what cannot be shown.
  func problem(_ error: any Error) -> InspectorPage {
    let status =
      switch error {
      case let error as InspectorError: error.status
      case let error as StoreError where Self.areAbsent.contains(error.code): 404
      case let error as StoreError where Self.areWrong.contains(error.code): 400
      default: 500
      }
    let title = status == 404 ? "Not found" : status < 500 ? "Not possible" : "That failed"
    return page(
      title, at: "", status: status,
      "<p class=\"problem\">\(PlainError.sentence(error))</p>")
  }

  private static let areAbsent: [StoreError.Code] = [
    .notInSchema, .projectionNotReady, .noSuchTransaction, .noSuchEntity,
  ]
  private static let areWrong: [StoreError.Code] = [
    .invalidArgument, .nothingToUndo, .notUndoable, .expiredToken,
  ]

  // MARK: Pieces that several pages have

  /// A transaction by its number.
  func link(_ number: UInt64) -> HTML {
    #"<a href="\#(PageLink.transaction(number))">\#(Words.number(number))</a>"#
  }

  /// An entity by its kind and the beginning of its id.
  func link(_ kind: String, _ id: UUID) -> HTML {
    """
    <a href="\(PageLink.entity(kind, id))">\(words.name(ofKind: kind)) \(IDPrefix.shortest(id))</a>
    """
  }

  /// Who wrote something.
  func writer(of transaction: History.Transaction, _ reader: borrowing Reader) throws -> HTML {
    try reader.writer(of: transaction).map { "\($0)" } ?? #"<span class="dim">nobody</span>"#
  }

  /// Why a transaction has no effect, where it has none.
  func fate(_ transaction: History.Transaction) -> HTML {
    if transaction.isVoid { return #" <span class="mark gone">counts for nobody</span>"# }
    return transaction.isRetracted ? #" <span class="mark gone">taken back</span>"# : ""
  }

  /// The payload of an event.
  func raw(_ event: History.Event) -> HTML {
    raw(event.payload, fields: words.fields(of: event))
  }

  /// Bytes, as fields and in hexadecimal, behind a line that opens them.
  ///
  /// - Parameter fields: what the bytes say where their type is known; by number unless told.
  func raw(
    _ bytes: [UInt8], _ label: String = "as stored",
    fields known: [(name: String, text: String)]? = nil
  ) -> HTML {
    let fields = (known ?? words.fields(of: bytes)).map { name, text in
      "<div><dt>\(name)</dt><dd>\(text)</dd></div>" as HTML
    }
    let shown = bytes.prefix(4096)
    let rest: HTML = bytes.count > shown.count ? " …" : ""
    return """
      <details class="raw"><summary>\(Words.count(bytes.count, "byte")), \(label)</summary>\
      <dl>\(fields)</dl><code class="bytes">\(Hexadecimal.text(shown))\(rest)</code></details>
      """
  }

  /// A property before and after.
  func change(_ change: History.PropertyChange) -> HTML {
    let old: HTML = change.old.map { "<del>\($0)</del> → " } ?? ""
    let new: HTML = change.new.map { "<ins>\($0)</ins>" } ?? #"<span class="dim">none</span>"#
    return #"<li><span class="name">\#(change.name)</span> \#(old)\#(new)</li>"#
  }

  /// The way to more of a list; nothing at its end.
  func more(_ link: PageLink?, _ title: String) -> HTML {
    link.map { #"<p class="more"><a href="\#($0)" rel="next">\#(title)</a></p>"# } ?? ""
  }
}
