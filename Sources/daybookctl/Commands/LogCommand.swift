#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: "The events in order of arrival.")

    @OptionGroup var arguments: StoreArguments

    @Option(name: .long, help: "Only what came after this token.")
    var after: String?

    @Option(name: .long, help: "At most so many events.")
    var limit = 50

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

    func run() throws {
      let token = try after.map(Self.token)
      let store = try arguments.open()
      let rows = try store.read { reader in
        var rows: [Row] = []
        for transaction in try reader.transactions(after: token, limit: limit) {
          for position in transaction.positions where rows.count < limit {
            let event = try reader.event(position)
            rows.append(
              Row(
                position: position, transaction: transaction.number,
                token: transaction.token.description, kind: event.kind, type: event.type.name,
                version: event.type.version, entity: event.entity,
                payload: Data(event.payload).base64EncodedString()))
          }
        }
        return rows
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(
        ["position", "transaction", "event", "entity", "bytes"], right: [0, 1, 4])
      for row in rows {
        table.add([
          "\(row.position)", "\(row.transaction)", row.type, row.entity.uuidString,
          "\(row.payload.count * 3 / 4)",
        ])
      }
      table.print()
    }

    static func token(_ text: String) throws -> History.Token {
      guard let token = History.Token(text) else {
        throw ValidationError("\(text) is not a token; they look like STORE-ID:NUMBER")
      }
      return token
    }
  }
#endif
