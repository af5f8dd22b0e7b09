#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: "The events in order of arrival.")

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "Only what came after this token.")
    var after: String?

    @Option(name: .long, help: "At most so many events; 50 unless told, without --follow.")
    var limit: Int?

    @Flag(
      name: .long,
      help: "Go on with what is committed later; with --json one object a line.")
    var follow = false

    private struct Row: Encodable {
      let position: UInt64
      let transaction: UInt64
      let token: String
      let kind: String
      let type: String
      let version: Int
      let entity: UUID
      let payload: String
    }

    func run() async throws {
      let token = try after.map(Self.token)
      let store = try arguments.open()
      let transactions = store.history.transactions(after: token)
      if follow { return try await printAll(transactions.follow, store) }
      let limit = limit ?? 50
      var rows: [Row] = []
      try transactions.forEach { transaction in
        rows += try Self.rows(transaction, store)
        return rows.count < limit
      }
      rows.removeLast(max(0, rows.count - limit))
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(
        ["position", "transaction", "event", "entity", "bytes"], right: [0, 1, 4])
      for row in rows { table.add(Self.cells(row)) }
      table.print()
    }

    private func printAll(
      _ transactions: History.Transactions, _ store: EventStore
    ) async throws {
      var left = limit ?? .max
      for try await transaction in transactions {
        for row in try Self.rows(transaction, store) where left > 0 {
          left -= 1
          if arguments.json {
            try JSON.printLine(row)
          } else {
            Terminal.line(Self.cells(row).joined(separator: "  "))
          }
        }
        if left == 0 { return }
      }
    }

    private static func rows(
      _ transaction: History.Transaction, _ store: EventStore
    ) throws -> [Row] {
      try store.read { reader in
        try transaction.positions.map { position in
          let event = try reader.event(position)
          return Row(
            position: position, transaction: transaction.number,
            token: transaction.token.description, kind: event.kind, type: event.type.name,
            version: event.type.version, entity: event.entity,
            payload: Data(event.payload).base64EncodedString())
        }
      }
    }

    private static func cells(_ row: Row) -> [String] {
      let padding = row.payload.suffix(2).count { $0 == "=" }
      return [
        "\(row.position)", "\(row.transaction)", row.type, row.entity.uuidString,
        "\(row.payload.count / 4 * 3 - padding)",
      ]
    }

    static func token(_ text: String) throws -> History.Token {
      guard let token = History.Token(text) else {
        throw ValidationError("\(text) is not a token; they look like STORE-ID:NUMBER")
      }
      return token
    }
  }
#endif
