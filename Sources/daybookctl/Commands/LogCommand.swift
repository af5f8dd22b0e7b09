#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: "The events in order of arrival.")

    @OptionGroup var arguments: StoreArguments

    @Option(
      name: .long,
      help: "Only what came after this token, one that log, transactions or undo printed.")
    var after: LogPlace?

    @Option(name: .long, help: "At most so many events, from 1.")
    var limit = Count(50)

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
      let store = try arguments.open()
      guard let start = LogPlace(argument: "\(store.id.uuidString):0") else { return }
      let (rows, end) = try store.read { (try read($0, from: after ?? start), try $0.token()) }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(
        ["position", "transaction", "event", "entity", "bytes"], right: [0, 1, 4])
      for row in rows {
        table.add([
          "\(row.position)", "\(row.transaction)", row.type, row.entity.uuidString,
          "\(Data(base64Encoded: row.payload)?.count ?? 0)",
        ])
      }
      table.print()
      if let last = rows.last, last.token != end.description {
        print("There are more: --after \(last.token)")
      }
    }

    private func read(_ reader: borrowing Reader, from start: LogPlace) throws -> [Row] {
      var rows: [Row] = []
      var (previous, skipped) = (start.token, start.skipped)
      for transaction in try reader.transactions(after: previous, limit: limit.value) {
        for position in transaction.positions.dropFirst(skipped) where rows.count < limit.value {
          let event = try reader.event(position)
          let place = LogPlace(after: position, in: transaction, previous: previous)
          rows.append(
            Row(
              position: position, transaction: transaction.number,
              token: place.description, kind: event.kind, type: event.type.name,
              version: event.type.version, entity: event.entity,
              payload: Data(event.payload).base64EncodedString()))
        }
        (previous, skipped) = (transaction.token, 0)
      }
      return rows
    }
  }
#endif
