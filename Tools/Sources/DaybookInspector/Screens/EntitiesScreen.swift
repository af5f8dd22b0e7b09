import Daybook
import DaybookTool

/// The kinds of things with their counts, and the things of one kind.
struct EntitiesScreen {
  private let context: PageContext

  private static let size = 50

  init(_ context: PageContext) { self.context = context }

  func page() throws -> InspectorPage {
    guard let kind = context.query["kind"] else { return try kinds() }
    let last = try context.query["after"].map { _ in try context.query.id("after") }
    let (found, lines) = try context.store.read { reader in
      let found = try reader.storedEntities(ofKind: kind, after: last, limit: Self.size + 1)
      var lines: [String?] = []
      for entity in found.prefix(Self.size) {
        lines.append(try? context.words.line(ofKind: kind, entity.id, reader))
      }
      return (found, lines)
    }
    let rows = zip(found, lines).map { row(kind, $0, $1) }
    let next = PageLink("entities", ("kind", kind), ("after", found.dropLast().last?.id.uuidString))
    return context.page(
      context.words.name(ofKind: kind), at: "entities",
      """
      <p class="links"><a href="\(PageLink("entities"))">All kinds</a> \
      <a href="\(PageLink("log", ("q", "kind:\(kind)")))">Its log</a></p>
      <table>
      <caption class="hidden">Things in the order of their ids</caption>
      <thead><tr><th scope="col">Id</th><th scope="col">Created</th><th scope="col">Changed</th>\
      <th class="number" scope="col">Events</th><th scope="col">What</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      \(context.more(found.count > Self.size ? next : nil, "More"))
      """)
  }

  private func row(_ kind: String, _ entity: UntypedEntity, _ line: String?) -> HTML {
    let mark: HTML = entity.isQuarantined ? #" <span class="mark gone">events left out</span>"# : ""
    let what: HTML =
      line.map { "\($0)" }
      ?? entity.state.map { context.raw($0, "its state") } ?? #"<span class="dim">no state</span>"#
    let (created, modified) = (time(entity.created), time(entity.modified))
    return """
      <tr><td><a href="\(PageLink.entity(kind, entity.id))">\
      \(IDPrefix.shortest(entity.id))</a></td>\
      <td class="when">\(created)</td>\
      <td class="when">\(modified)</td>\
      <td class="number">\(Words.number(entity.eventCount))</td>\
      <td class="what">\(what)\(mark)</td></tr>

      """
  }

  private func time(_ time: HybridTime?) -> HTML {
    time.map { context.clock.html($0.date) } ?? ""
  }

  private func kinds() throws -> InspectorPage {
    let (kinds, counts) = try context.inspector.counts.all(context.store)
    let rows = kinds.map { kind -> HTML in
      let states: HTML =
        kind.revision.map { "by revision \($0)\(kind.isFolded ? "" : ", not of the whole log")" }
        ?? "nobody has folded them"
      let mark: HTML =
        kind.isInSchema ? "" : #" <span class="mark">not known here</span>"#
      return """
        <tr><td><a href="\(PageLink("entities", ("kind", kind.name)))">\
        \(context.words.name(ofKind: kind.name))</a>\(mark)</td>\
        <td class="number">\(Words.number(counts[kind.name] ?? 0))</td><td>\(kind.name)</td>\
        <td>\(states)</td></tr>

        """
    }
    return context.page(
      "Entities", at: "entities",
      """
      <table>
      <caption class="hidden">Kinds of things</caption>
      <thead><tr><th scope="col">Kind</th><th class="number" scope="col">Things</th>\
      <th scope="col">Stored as</th><th scope="col">States</th></tr></thead>
      <tbody>\(rows)</tbody></table>
      <p class="dim">Deleted things are counted, too.</p>
      """)
  }
}
