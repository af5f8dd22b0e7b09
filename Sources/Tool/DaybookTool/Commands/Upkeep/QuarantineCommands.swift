#if Tools
public import ArgumentParser
import Daybook

public struct QuarantineCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "quarantine",
      abstract: "What folds and views left out because it could not be folded or shown.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let rows = try arguments.openAny().quarantine()
    if arguments.printsJSON {
      return try arguments.print(
        json: "items",
        rows.map {
          [
            "view": JSON.Value($0.projection), "kind": .text($0.kind),
            "id": .text($0.entity.uuidString),
            "position": $0.position.map { JSON.Value($0) } ?? .null, "error": .text($0.error),
          ]
        })
    }
    var table = TextTable(
      ["left out of", "kind", "id", "event", "why"], right: [3], wholeAtEnd: 1)
    for row in rows {
      table.add([
        row.projection ?? "the entity", row.kind, IDPrefix.shortest(row.entity),
        row.position.map(String.init) ?? "–", row.error,
      ])
    }
    table.print(nothing: "Nothing is left out.")
  }
}

public struct RequeueCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "requeue", abstract: "Tries again what is in quarantine.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let store = try arguments.open()
    let before = try store.quarantine().count
    let left = before == 0 ? 0 : try store.requeue()
    if arguments.printsJSON { return try arguments.print(json: ["before": before, "left": left]) }
    Terminal.line("\(before) were left out, \(left) still are")
  }
}
#endif
