#if Tools
  import ArgumentParser
  import Daybook

  struct ConsumersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "consumers", abstract: "Who reads the history, and how far behind.")

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "Forget this consumer, so that nothing is kept for it.")
    var remove: String?

    private struct Row: Encodable {
      let name: String
      let token: String
      let lag: UInt64
    }

    func run() throws {
      let store = try arguments.open()
      if let remove, try !store.history.removeConsumer(remove) {
        throw StoreError(.invalidArgument, "there is no consumer \(remove)")
      }
      let rows = try store.history.consumers().map {
        Row(name: $0.name, token: $0.token.description, lag: $0.lag)
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(["name", "token", "behind"], right: [2])
      for row in rows { table.add([row.name, row.token, "\(row.lag)"]) }
      table.print()
    }
  }
#endif
