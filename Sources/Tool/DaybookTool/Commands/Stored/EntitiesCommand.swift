#if Tools
public import ArgumentParser
import Daybook
import Foundation

public struct EntitiesCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "entities", abstract: "The things of one kind as they are stored, by their ids.",
      discussion: """
        Deleted ones are among them. Of a kind that this tool does not know the state is shown by \
        the numbers of its fields.
        """)
  }

  @Argument(help: "The kind, as `kinds` prints it.")
  var kind: String

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  @Option(name: .long, help: "At most so many, from 1; 20 unless told.", transform: Typed.count)
  var limit = 20

  @Option(name: .long, help: "Only those after this id, for the next page.")
  var after: String?

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    let last = try after.map { text in
      guard let id = UUID(uuidString: text) else { throw BadText("--after takes a whole id") }
      return id
    }
    try store.read { reader in
      let name = try storedName(reader, screen)
      // One more, to see whether there are more.
      let found = try reader.storedEntities(ofKind: name, after: last, limit: limit + 1)
      let page = found.prefix(limit)
      let more = found.count > limit ? page.last.map { next($0.id) } : nil
      let words = screen.kind(stored: name)
      let rows = try page.map { entity in
        (entity, try words?.shown(reader, entity.id, screen))
      }
      if arguments.printsJSON {
        return try arguments.print(
          json: "entities", rows.map { Self.json($0.0, $0.1) },
          with: screen.json.merging(["kind": .text(name), "more": JSON.Value(more)]) { $1 })
      }
      var table = TextTable(["id", "created", "events", "what"], right: [2])
      for (entity, shown) in rows {
        table.add([
          IDPrefix.shortest(entity.id), entity.created.map { screen.time($0.date) } ?? "",
          "\(entity.eventCount)", Self.words(entity, shown?.line),
        ])
      }
      table.print(nothing: "There is no more of this kind.")
      if !rows.isEmpty { Terminal.line(screen.zoneLegend) }
      if let more { Terminal.line("There are more: \(more)") }
    }
  }

  private func next(_ id: UUID) -> String {
    arguments.command("entities \(kind.quoted) --limit \(limit) --after \(id.uuidString)")
  }

  /// The stored name of the kind that was told.
  private func storedName(_ reader: borrowing Reader, _ screen: Tool.Screen) throws -> String {
    let kinds = try reader.storedKinds().map(\.name)
    if kinds.contains(kind) { return kind }
    let known = screen.kinds.first { $0.word == kind || $0.plural == kind }
    if let known, kinds.contains(known.storedKind) { return known.storedKind }
    throw NameError(
      kinds.isEmpty
        ? "the store holds nothing"
        : "there is no kind \(kind); there is \(kinds.joined(separator: ", "))"
          + Suggestion.sentence(for: kind, among: kinds))
  }

  private static func words(_ entity: UntypedEntity, _ line: String?) -> String {
    let quarantined = entity.isQuarantined ? " (events left out)" : ""
    guard let state = entity.state else {
      return (entity.created == nil ? "all of it is taken back" : "no state") + quarantined
    }
    return (line ?? PayloadText(state).words) + quarantined
  }

  private static func json(
    _ entity: UntypedEntity, _ shown: Shown<Tool.Screen>?
  ) -> [String: JSON.Value] {
    [
      "id": .text(entity.id.uuidString), "events": .int(entity.eventCount),
      "isQuarantined": .bool(entity.isQuarantined),
      "state": entity.state.map { .object(PayloadText($0).json) } ?? .null,
      "line": JSON.Value(shown?.line),
    ].with("created", entity.created?.date).with("modified", entity.modified?.date)
  }
}
#endif
