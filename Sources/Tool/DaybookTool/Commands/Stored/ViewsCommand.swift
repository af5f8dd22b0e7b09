#if Tools
public import ArgumentParser
import Daybook

public struct ViewsCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "views", abstract: "Which views the store keeps, how far they are, how large.",
      discussion: "Also those that this tool does not know.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let views = try arguments.openAny().read { try $0.storedViews() }
    if arguments.printsJSON {
      return try arguments.print(json: "views", views.map(Self.json))
    }
    var table = TextTable(
      ["view", "revision", "state", "table", "rows", "size", "keys"], right: [1, 4, 5])
    for view in views {
      let leftOut = view.quarantined > 0 ? ", \(view.quarantined) left out" : ""
      let state = view.state.rawValue + leftOut
      let first = [view.name, "\(view.revision)", state]
      if view.tables.isEmpty { table.add(first + ["–", "–", "–", "–"]) }
      for (place, part) in view.tables.enumerated() {
        table.add(
          (place == 0 ? first : ["", "", ""]) + [
            part.name, "\(part.rows)", Measures.bytes(part.bytes), part.key.description,
          ])
      }
    }
    table.print(nothing: "The store keeps no views.")
  }

  private static func json(_ view: StoredView) -> [String: JSON.Value] {
    [
      "name": .text(view.name), "revision": .int(view.revision),
      "parameters": .text(view.parameters), "state": .text(view.state.rawValue),
      "digest": .text("\(view.digest)"), "quarantined": .int(view.quarantined),
      "process": JSON.Value(view.process), "isKnown": .bool(view.isOwn),
      "tables": .list(
        view.tables.map { table in
          [
            "name": .text(table.name), "keys": .text(table.key.description),
            "values": .text(table.row), "rows": .int(table.rows), "bytes": .int(table.bytes),
          ]
        }),
    ]
  }
}
#endif
