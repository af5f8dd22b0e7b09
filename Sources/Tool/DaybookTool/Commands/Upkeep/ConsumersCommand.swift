#if Tools
public import ArgumentParser
import Daybook

public struct ConsumersCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "consumers", abstract: "Who reads the history, and how far behind.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Option(name: .long, help: "Forget this consumer, so that nothing is kept for it.")
  var remove: String?

  @OptionGroup var consent: ConsentArguments

  public init() {}

  public func run() throws {
    let store = try arguments.openAny()
    let known = try store.history.consumers()
    if let remove {
      guard known.contains(where: { $0.name == remove }) else {
        throw NameError(
          "there is no consumer \(remove)"
            + Suggestion.sentence(for: remove, among: known.map(\.name)))
      }
      try consent.ask(
        "The place of consumer \(remove) would be forgotten; it would begin anew.")
      _ = try store.history.removeConsumer(remove)
    }
    let rows = try store.history.consumers()
    if arguments.printsJSON {
      return try arguments.print(
        json: "consumers",
        rows.map {
          [
            "name": .text($0.name), "token": .text($0.token.description),
            "behind": JSON.Value($0.lag),
          ]
        })
    }
    var table = TextTable(["name", "has seen up to", "behind by"], right: [1, 2])
    for row in rows {
      let behind = Measures.count(Int(clamping: row.lag), "transaction")
      table.add([row.name, "\(row.token.number)", behind])
    }
    table.print(nothing: "Nobody follows the history.")
  }
}
#endif
