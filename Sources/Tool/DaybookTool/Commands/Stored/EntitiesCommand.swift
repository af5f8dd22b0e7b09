#if Tools
public import ArgumentParser
import Daybook

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
      let (name, isFolded) = try storedKind(reader, screen)
      // One more, to see whether there are more.
      let found = try reader.storedEntities(ofKind: name, after: last, limit: limit + 1)
      let page = found.prefix(limit)
      let more =
        found.count > limit
        ? page.last.map { arguments.sameCommand(with: ["--after": $0.id.uuidString]) } : nil
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
          "\(entity.eventCount)", Self.words(entity, shown?.line, isFolded: isFolded),
        ])
      }
      table.print(nothing: "There is no more of this kind.")
      if !rows.isEmpty { Terminal.line(screen.zoneLegend) }
      if let more { Terminal.line("There are more: \(more)") }
    }
  }

  /// The stored name of the kind that was told, and whether anybody has folded it.
  private func storedKind(
    _ reader: borrowing Reader, _ screen: Tool.Screen
  ) throws -> (name: String, isFolded: Bool) {
    let kinds = try reader.storedKinds()
    let known = screen.kind(named: kind)?.storedKind
    guard let found = kinds.first(where: { $0.name == kind || $0.name == known }) else {
      let names = kinds.map(\.name)
      throw NameError(
        names.isEmpty
          ? "the store holds nothing"
          : "there is no kind \(kind); there is \(names.joined(separator: ", "))"
            + Suggestion.sentence(for: kind, among: names))
    }
    return (found.name, found.revision != nil)
  }

  private static func words(
    _ entity: UntypedEntity, _ line: String?, isFolded: Bool
  ) -> String {
    let quarantined = entity.isQuarantined ? " (events left out)" : ""
    guard let state = entity.state else {
      return (entity.created == nil && isFolded ? "nothing of it counts" : "no state") + quarantined
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
