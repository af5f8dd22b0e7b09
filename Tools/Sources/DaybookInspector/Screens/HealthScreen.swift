import Daybook
import DaybookSync
import DaybookTool

/// How the store is: its pages, sizes, open reads, consumers, peers and what is left out.
struct HealthScreen {
  private let context: PageContext

  /// How many quarantined events a page shows.
  private static let size = 100

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    if context.query["verify"] != nil { return try verification() }
    let store = context.store
    let statistics = try store.statistics()
    let reads = try store.openReads()
    let views = try store.read { try $0.storedViews() }
    return context.page(
      "Health", at: "health",
      HTML([
        summary(statistics, reads), try leftOut(), sizes(views), try consumers(), try peers(),
      ]))
  }

  private func summary(
    _ statistics: EventStore.Statistics, _ reads: [EventStore.OpenRead]
  ) -> HTML {
    let pages: HTML =
      switch statistics.pages {
      case .sound: "sound"
      case .running: "being looked at"
      case .skipped: "not looked at"
      case .damaged(let message): "<strong class=\"problem\">damaged: \(message)</strong>"
      }
    let oldest: HTML =
      reads.first.map {
        """
        \(Words.count(reads.count, "read")), the oldest of process \($0.process), \
        \(Words.count($0.age, "commit")) ago
        """
      } ?? "none"
    let rows: [(String, HTML)] = [
      ("pages", pages), ("transactions", "\(Words.number(statistics.transactions))"),
      ("events", "\(Words.number(statistics.events))"),
      ("things that ever were", "\(Words.number(statistics.entities))"),
      ("left out (quarantine)", "\(Words.number(statistics.quarantined))"),
      ("file", "\(Measures.bytes(statistics.bytes))"),
      ("free in the file", "\(Measures.bytes(statistics.freeBytes))"),
      ("room reserved", "\(Measures.bytes(statistics.mapSize))"), ("open reads", oldest),
    ]
    let list = rows.map { "<div><dt>\($0)</dt><dd>\($1)</dd></div>" as HTML }
    return """
      <dl class="facts">\(list)</dl>
      <p class="links"><a href="\(PageLink("health", ("verify", "1")))">Verify everything that is \
      stored</a></p>
      """
  }

  /// What was left out, and why.
  private func leftOut() throws -> HTML {
    let items = try context.store.quarantine()
    if items.isEmpty { return "" }
    let rows = items.prefix(Self.size).map { item -> HTML in
      let position = item.position.map { Words.number($0) } ?? "–"
      return """
        <tr><td>\(context.link(item.kind, item.entity))</td><td class="number">\(position)</td>\
        <td>\(item.projection ?? "its state")</td><td class="what">\(item.error)</td></tr>

        """
    }
    let rest: HTML =
      items.count > Self.size
      ? "<p class=\"dim\">and \(Words.count(items.count - Self.size, "other"))</p>" : ""
    return """
      <h2>Left out</h2>
      <table><caption class="hidden">Quarantine</caption>
      <thead><tr><th scope="col">Thing</th><th class="number" scope="col">Position</th>\
      <th scope="col">Of</th><th scope="col">Why</th></tr></thead>\
      <tbody>\(rows)</tbody></table>\(rest)
      """
  }

  private func sizes(_ views: [StoredView]) -> HTML {
    let tables = views.flatMap { view in view.tables.map { (view, $0) } }
      .sorted { $0.1.bytes > $1.1.bytes }
    if tables.isEmpty { return "" }
    let rows = tables.map { view, table -> HTML in
      let link = PageLink("view", ("name", view.name), ("table", table.name))
      return """
        <tr><th scope="row"><a href="\(link)">\
        \(view.name) · \(table.name)</a></th><td class="number">\(Words.number(table.rows))</td>\
        <td class="number">\(Measures.bytes(table.bytes))</td></tr>

        """
    }
    return """
      <h2>Tables of views, by size</h2>
      <table><caption class="hidden">Tables by size</caption>
      <thead><tr><th scope="col">Table</th><th class="number" scope="col">Rows</th>\
      <th class="number" scope="col">Size</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }

  private func consumers() throws -> HTML {
    let all = try context.store.history.consumers()
    if all.isEmpty { return "" }
    let rows = all.map { consumer -> HTML in
      """
      <tr><th scope="row">\(consumer.name)</th>\
      <td class="number">\(context.link(consumer.token.number))</td>\
      <td class="number">\(Words.number(consumer.lag))</td></tr>

      """
    }
    return """
      <h2>Readers of the history</h2>
      <table><caption class="hidden">Consumers</caption>
      <thead><tr><th scope="col">Name</th><th class="number" scope="col">Has read up to</th>\
      <th class="number" scope="col">Lacks</th></tr></thead><tbody>\(rows)</tbody></table>
      """
  }

  private func peers() throws -> HTML {
    let peers = try context.store.knownPeers()
    if peers.isEmpty { return "" }
    let rows = peers.map { peer -> HTML in
      """
      <tr><th scope="row">\(peer.name)</th>\
      <td class="number">\(Words.count(peer.behind, "transaction"))</td></tr>

      """
    }
    return """
      <h2>Peers</h2>
      <table><caption class="hidden">Peers</caption>
      <thead><tr><th scope="col">Name</th>\
      <th class="number" scope="col">Is not known to have</th></tr></thead>\
      <tbody>\(rows)</tbody></table>
      """
  }

  // MARK: Verification

  private func verification() throws -> InspectorPage {
    let found = try context.store.verify()
    let rows = found.checks.map { check -> HTML in
      let sign: HTML =
        check.isSound
        ? #"<span class="good">sound</span>"# : #"<strong class="problem">not sound</strong>"#
      return """
        <tr><th scope="row">\(check.name)</th><td>\(sign)</td>\
        <td class="what">\(check.detail)</td></tr>

        """
    }
    let verdict: HTML =
      found.isSound
      ? """
      <p class="sum good"><span aria-hidden="true">✓</span> Everything that is stored is \
      sound.</p>
      """
      : "<p class=\"sum problem\">Not everything that is stored is sound.</p>"
    return context.page(
      "Verification", at: "health",
      """
      \(verdict)<p class="dim">\(Words.count(found.transactions, "transaction")), \
      \(Words.count(found.events, "event"))</p>
      <table><caption class="hidden">Checks</caption>
      <thead><tr><th scope="col">Check</th><th scope="col">Found</th><th scope="col">What</th></tr>\
      </thead><tbody>\(rows)</tbody></table>
      """)
  }
}
