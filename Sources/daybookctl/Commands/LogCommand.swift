#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct LogCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "log", abstract: "The events in order of arrival.")

    @OptionGroup var arguments: StoreArguments

    @Option(
      name: .long,
      help: "Only what came after this token, one that log, transactions or undo printed.")
    var after: LogPlace?

    @Option(
      name: .long, help: "At most so many events, from 1; 50 unless told, without --follow.")
    var limit: Count?

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
      let store = try arguments.open()
      let oldest = try store.read { try $0.oldestToken() }
      guard let start = LogPlace(argument: oldest.description) else { return }
      if follow { return try await followLog(store, from: after ?? start) }
      let (rows, end) = try store.read { (try read($0, from: after ?? start), try $0.token()) }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(
        ["position", "transaction", "event", "entity", "bytes"], right: [0, 1, 4])
      for row in rows { table.add(Self.cells(row)) }
      table.print()
      if let last = rows.last, last.token != end.description {
        Terminal.line("There are more: --after \(last.token)")
      }
    }

    private func followLog(_ store: EventStore, from start: LogPlace) async throws {
      var left = limit?.value ?? .max
      var (previous, skipped) = (start.token, start.skipped)
      for try await transaction in store.history.transactions(after: previous).follow {
        let rows = try store.read { reader in
          try Self.rows(reader, transaction, previous: previous, skipped: skipped)
        }
        for row in rows.prefix(left) {
          if arguments.json {
            try JSON.printLine(row)
          } else {
            Terminal.line(Self.cells(row).joined(separator: "  "))
          }
        }
        left -= min(left, rows.count)
        if left == 0 { return }
        (previous, skipped) = (transaction.token, 0)
      }
    }

    private func read(_ reader: borrowing Reader, from start: LogPlace) throws -> [Row] {
      let limit = limit?.value ?? 50
      var rows: [Row] = []
      var (previous, skipped) = (start.token, start.skipped)
      for transaction in try reader.transactions(after: previous, limit: limit) {
        rows += try Self.rows(reader, transaction, previous: previous, skipped: skipped)
        if rows.count >= limit { break }
        (previous, skipped) = (transaction.token, 0)
      }
      return Array(rows.prefix(limit))
    }

    private static func rows(
      _ reader: borrowing Reader, _ transaction: History.Transaction, previous: History.Token,
      skipped: Int
    ) throws -> [Row] {
      var rows: [Row] = []
      for position in transaction.positions.dropFirst(skipped) {
        let event = try reader.event(position)
        let place = LogPlace(after: position, in: transaction, previous: previous)
        rows.append(
          Row(
            position: position, transaction: transaction.number, token: place.description,
            kind: event.kind, type: event.type.name, version: event.type.version,
            entity: event.entity, payload: Data(event.payload).base64EncodedString()))
      }
      return rows
    }

    private static func cells(_ row: Row) -> [String] {
      [
        "\(row.position)", "\(row.transaction)", row.type, row.entity.uuidString,
        "\(Data(base64Encoded: row.payload)?.count ?? 0)",
      ]
    }
  }
#endif
