#if Tools
public import ArgumentParser
import Daybook

public struct LogCommand<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log", abstract: "The events, newest first, in words.",
      discussion: """
        With --after, oldest first: what came after a place. --follow goes on with what is committed \
        later, by any process.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  @Option(
    name: .long,
    help: "Oldest first, and only what came after this transaction: \(TransactionName.help).")
  var after: LogPlaceName?

  @Option(
    name: .long, help: "Only events before this one, by its position.", transform: Typed.number)
  var beforeEvent: UInt64?

  @Option(
    name: .long, help: "At most so many events, from 1; 50 unless told, without --follow.",
    transform: Typed.count)
  var limit: Int?

  @Flag(name: .long, help: "Go on with what is committed later, one event a line.")
  var follow = false

  @Flag(name: .long, help: "Show each payload as base64 instead of words.")
  var raw = false

  public init() {}

  public func validate() throws {
    if follow, beforeEvent != nil {
      throw ValidationError(
        "--follow shows what comes, and --before-event what came before: say one of them")
    }
  }

  public func run() async throws {
    let (store, screen) = try arguments.open(look)
    if follow { return try await followLog(store, screen) }
    let limit = limit ?? 50
    if let after {
      let (rows, end) = try store.read { reader in
        let place = try after.place(reader, screen.zone)
        return (try forward(reader, from: place, limit, screen), try reader.token())
      }
      return try print(
        rows, store, screen,
        more: rows.last.flatMap { last in
          last.token == end.description || !isWanted(last.event.position + 1)
            ? nil : arguments.sameCommand(with: ["--after": last.token])
        })
    }
    let rows = try store.read { try backward($0, limit + 1, screen) }
    let more =
      rows.count > limit
      ? arguments.sameCommand(with: ["--before-event": "\(rows[limit - 1].event.position)"]) : nil
    try print(Array(rows.prefix(limit)), store, screen, more: more)
  }

  /// Whether the event at a position comes before the one that was told.
  private func isWanted(_ position: UInt64) -> Bool { beforeEvent.map { position < $0 } ?? true }

  private func print(
    _ rows: [LogRow<Tool.Screen>], _ store: EventStore, _ screen: Tool.Screen, more: String?
  ) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: "events", rows.map { $0.json(raw: raw) },
        with: screen.json.merging(["more": JSON.Value(more)]) { _, new in new })
    }
    var table = TextTable(
      LogRow<Tool.Screen>.header(raw: raw), right: [0, 1], wholeAtEnd: raw ? 1 : 0)
    for row in rows { table.add(row.cells(screen, raw: raw)) }
    table.print(nothing: try nothing(in: store))
    if !rows.isEmpty { Terminal.line(screen.zoneLegend) }
    if let more { Terminal.line("There are more: \(more)") }
  }

  /// Why no event is shown.
  private func nothing(in store: EventStore) throws -> String {
    if after != nil {
      return beforeEvent == nil ? "Nothing came after that." : "Nothing came between the two."
    }
    return beforeEvent == nil ? try arguments.whyNothing(in: store) : "Nothing came before that."
  }

  private func followLog(_ store: EventStore, _ screen: Tool.Screen) async throws {
    let start = try store.read { reader in
      try after?.place(reader, screen.zone) ?? LogPlace(try reader.oldestToken())
    }
    var left = limit ?? .max
    var (previous, skipped) = (start.token, start.skipped)
    // Names as they are when an event is shown: other processes give new ones meanwhile.
    var (screen, shown) = (screen, try store.read { try $0.token() })
    Terminal.end()
    for try await transaction in store.history.transactions(after: previous).follow {
      let newest = try store.read { try $0.token() }
      if newest != shown {
        screen = try Tool.screen(look, of: store, arguments, asOf: nil)
        shown = newest
      }
      let rows = try store.read { reader in
        try LogRow<Tool.Screen>.rows(
          reader, transaction, previous: previous, skipped: skipped, screen)
      }
      for row in rows.prefix(left) {
        if arguments.printsJSON {
          try JSON.print(row.json(raw: raw), onOneLine: true)
        } else {
          let cells = TextTable.cells(row.cells(screen, raw: raw), wholeAtEnd: raw ? 1 : 0)
          Terminal.line(cells.joined(separator: "  "))
        }
      }
      left -= min(left, rows.count)
      if left == 0 { return }
      (previous, skipped) = (transaction.token, 0)
    }
  }

  private func forward(
    _ reader: borrowing Reader, from start: LogPlace, _ limit: Int, _ screen: Tool.Screen
  ) throws -> [LogRow<Tool.Screen>] {
    var rows: [LogRow<Tool.Screen>] = []
    var (previous, skipped) = (start.token, start.skipped)
    for transaction in try reader.transactions(after: previous, limit: limit) {
      if !isWanted(transaction.positions.lowerBound) { break }
      rows += try LogRow<Tool.Screen>.rows(
        reader, transaction, previous: previous, skipped: skipped, limit: limit - rows.count,
        screen
      ).filter { isWanted($0.event.position) }
      if rows.count >= limit { break }
      (previous, skipped) = (transaction.token, 0)
    }
    return rows
  }

  private func backward(
    _ reader: borrowing Reader, _ limit: Int, _ screen: Tool.Screen
  ) throws -> [LogRow<Tool.Screen>] {
    var rows: [LogRow<Tool.Screen>] = []
    let most = beforeEvent == nil ? limit : .max
    for transaction in try reader.newestTransactions(limit: most) {
      for position in transaction.positions.reversed() {
        if !isWanted(position) { continue }
        if rows.count == limit { return rows }
        rows.append(
          try LogRow<Tool.Screen>(
            try reader.event(position), transaction, transaction.token.description, reader,
            screen))
      }
    }
    return rows
  }
}
#endif
