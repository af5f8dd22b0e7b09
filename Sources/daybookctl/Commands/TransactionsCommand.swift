#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct TransactionsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "transactions", abstract: "The newest transactions, newest first.")

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "At most so many, from 1.")
    var limit = Count(20)

    private struct Row: Encodable {
      let number: UInt64
      let token: String
      let dot: String
      let author: Nullable<String>
      let context: Nullable<String>
      let wallTime: String
      let events: Int
      let isRetracted: Bool
    }

    func run() throws {
      let store = try arguments.open()
      let rows = try store.read { try $0.newestTransactions(limit: limit.value) }.map {
        Row(
          number: $0.number, token: $0.token.description, dot: $0.dot.description,
          author: Nullable($0.author), context: Nullable($0.context),
          wallTime: Instant.iso($0.wallTime), events: $0.positions.count,
          isRetracted: $0.isRetracted)
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(
        ["number", "when (UTC)", "author", "context", "events", ""], right: [0, 4])
      for row in rows {
        table.add([
          "\(row.number)", String(row.wallTime.prefix(19)), row.author.value ?? "–",
          row.context.value ?? "–", "\(row.events)", row.isRetracted ? "taken back" : "",
        ])
      }
      table.print()
    }
  }
#endif
