import Daybook
import DaybookTool

/// One thing: its properties with who set each of them, what each transaction changed of it, and
/// its events where they fold, those that do not count among them.
struct EntityScreen {
  private let context: PageContext

  /// How many versions and how many events a page shows.
  private static let size = 100

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    let (kind, id) = (try context.query.text("kind"), try context.query.id("id"))
    let content = try context.store.read { reader in
      guard let entity = try reader.storedEntity(ofKind: kind, id) else {
        throw InspectorError.missing(
          "there is no \(context.words.name(ofKind: kind)) \(id.uuidString)")
      }
      let isKnown = try reader.storedKinds().contains { $0.name == kind && $0.isInSchema }
      let line = try context.words.line(ofKind: kind, id, reader)
      let versions = isKnown ? try reader.versions(ofKind: kind, id) : []
      let origins = isKnown ? try reader.origins(ofKind: kind, id) : []
      let unknown: HTML =
        isKnown
        ? ""
        : """
        <p class="dim">This tool does not know the kind: its state is shown as it is stored.</p>
        \(entity.state.map { context.raw($0, "its state") })
        """
      return HTML([
        head(kind, id, line, isThere: entity.state != nil, isKnown: isKnown), unknown,
        try properties(origins, values(versions), reader),
        try timeline(versions, reader), try events(kind, id, reader),
      ])
    }
    return context.page(
      "\(context.words.name(ofKind: kind)) \(IDPrefix.shortest(id))", at: "entities", content)
  }

  private func head(
    _ kind: String, _ id: UUID, _ line: String?, isThere: Bool, isKnown: Bool
  ) -> HTML {
    // Only who knows the type can fold what there was.
    let past: HTML =
      isKnown
      ? #"<a href="\#(PageLink("time", ("kind", kind), ("id", id.uuidString)))">Through time</a>"#
      : ""
    let gone: HTML = isThere ? "" : #" <span class="mark gone">is not there any more</span>"#
    return """
      <p class="lead">\(line ?? "")\(gone)</p>
      <p class="links"><a href="\(PageLink("log", ("q", "entity:\(kind)/\(id.uuidString)")))">\
      Its log</a> \(past) <code class="copy">\(id.uuidString)</code></p>
      """
  }

  // MARK: Properties

  /// The values by the names of the app's words, and those that have none by the type's own.
  private func values(_ versions: [History.AnyVersion]) -> [String: String] {
    PropertyHistory(versions, \.properties).values.merging(
      PropertyHistory(versions, context.words.properties).values
    ) { _, own in own }
  }

  private func properties(
    _ origins: [History.FieldOrigin], _ values: [String: String], _ reader: borrowing Reader
  ) throws -> HTML {
    if origins.isEmpty { return "" }
    let rows = try origins.map { origin -> HTML in
      let value = origin.name.flatMap { values[$0] }
      return """
        <tr><th scope="row">\(origin.name ?? "field \(origin.number)")</th>\
        <td>\(value.map { "\($0)" } ?? context.raw(origin.value, "its value"))</td>\
        <td>\(try setter(origin, reader))</td></tr>

        """
    }
    return """
      <h2>Its properties</h2>
      <table><caption class="hidden">Properties, and who set them</caption>
      <thead><tr><th scope="col">Property</th><th scope="col">Value</th>\
      <th scope="col">Set by</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      """
  }

  private func setter(
    _ origin: History.FieldOrigin, _ reader: borrowing Reader
  ) throws -> HTML {
    if origin.isUntouched { return #"<span class="dim">nobody yet</span>"# }
    guard let transaction = origin.transaction else { return "what was purged" }
    let late: HTML = origin.isLate ? #" <span class="mark late">came late</span>"# : ""
    return """
      \(try reader.writer(of: transaction) ?? "somebody"), \
      \(context.clock.html(transaction.wallTime)), transaction \(context.link(transaction.number))\(late)
      """
  }

  // MARK: Pages of lists

  /// - Parameter list: its name in the address, which says how many newer ones are passed over.
  private func page(of count: Int, _ list: String) throws -> NewestPage {
    NewestPage(of: count, passing: try context.query.number(list), size: Self.size)
  }

  /// Which of a list are shown, and the way to those before; nothing where all are.
  private func rest(_ page: NewestPage, _ list: String) -> HTML {
    let query = context.query
    let passed = { (name: String) in name == list ? page.older.map { "\($0)" } : query[name] }
    let link = PageLink(
      "entity", ("kind", query["kind"]), ("id", query["id"]), ("versions", passed("versions")),
      ("events", passed("events")))
    let words = page.words.map { "<p class=\"dim\">\($0)</p>" as HTML }
    return "\(words)\(context.more(page.older.map { _ in link }, "Older \(list)"))"
  }

  // MARK: Versions

  private func timeline(
    _ versions: [History.AnyVersion], _ reader: borrowing Reader
  ) throws -> HTML {
    if versions.isEmpty { return "" }
    let page = try page(of: versions.count, "versions")
    let rows = try versions[page.range].reversed().map { version -> HTML in
      let transaction = version.transaction
      let changed = version.change.map(context.words.properties)?.map { context.change($0) } ?? []
      let what: HTML =
        changed.isEmpty
        ? #"<span class="dim">\#(version.isThere ? "nothing" : "not there")</span>"#
        : "<ul class=\"properties\">\(changed)</ul>"
      return """
        <tr><td class="number">\(context.link(transaction.number))</td>\
        <td class="when">\(context.clock.html(transaction.wallTime))</td>\
        <td class="who">\(try context.writer(of: transaction, reader))</td>\
        <td class="what">\(what)\(context.fate(transaction))</td></tr>

        """
    }
    return """
      <h2>\(Words.count(versions.count, "version"))</h2>
      <table><caption class="hidden">Versions, the newest first</caption>
      <thead><tr><th class="number" scope="col">No.</th><th scope="col">When</th>\
      <th scope="col">Who</th><th scope="col">What changed</th></tr></thead>
      <tbody>\(rows)</tbody></table>\(rest(page, "versions"))
      """
  }

  // MARK: Events

  private func events(
    _ kind: String, _ id: UUID, _ reader: borrowing Reader
  ) throws -> HTML {
    let all = try reader.events(ofKind: kind, id)
    let page = try page(of: all.count, "events")
    var rows: [HTML] = []
    for event in all[page.range] {
      let words = (try? context.words.words(of: event.event, reader)) ?? "cannot be told"
      rows.append(
        """
        <tr\(event.counts ? "" : " class=\"gone\"" as HTML)>\
        <td class="number">\(Words.number(event.id))</td>\
        <td class="when">\(context.clock.html(event.time.date))</td>\
        <td class="number">\(context.link(event.event.transaction))</td>\
        <td class="what">\(words)\(marks(event))</td>\
        <td>\(context.raw(event.event))</td></tr>

        """)
    }
    return """
      <h2>\(Words.count(all.count, "event")), as \(all.count == 1 ? "it folds" : "they fold")</h2>
      <table><caption class="hidden">Events in canonical order</caption>
      <thead><tr><th class="number" scope="col">Position</th><th scope="col">Stands at</th>\
      <th class="number" scope="col">In</th><th scope="col">What</th>\
      <th scope="col">Stored</th></tr></thead>
      <tbody>\(rows)</tbody></table>\(rest(page, "events"))
      """
  }

  private func marks(_ event: History.UntypedEvent) -> HTML {
    var marks: [HTML] = []
    if event.isLate { marks.append(#" <span class="mark late">came late</span>"#) }
    if event.isRetracted { marks.append(#" <span class="mark gone">taken back</span>"#) }
    if event.isVoid { marks.append(#" <span class="mark gone">counts for nobody</span>"#) }
    if let failure = event.failure {
      marks.append(#" <span class="mark gone">left out: \#(failure)</span>"#)
    }
    return HTML(marks)
  }
}

/// The values of an entity's properties by what each transaction changed of them.
struct PropertyHistory {
  /// In words; without those that have none.
  private(set) var values: [String: String] = [:]

  /// - Parameters:
  ///   - versions: the oldest first.
  ///   - properties: what a change did to each.
  init(
    _ versions: some Sequence<History.AnyVersion>,
    _ properties: (History.AnyChange) -> [History.PropertyChange]
  ) {
    for version in versions {
      guard let change = version.change else { continue }
      if change.sort != .updated { values = [:] }
      if change.sort == .deleted { continue }
      for property in properties(change) { values[property.name] = property.new }
    }
  }
}
