#if Tools
public import ArgumentParser
import Daybook

public struct TransactionsCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "transactions", abstract: "What was saved when and by whom, newest first.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  @Option(
    name: .long, help: "At most so many, from 1; 20 unless told.", transform: Typed.count)
  var limit = 20

  @Option(
    name: .long, help: "Only those of this author, or of the member who is called so.",
    transform: Typed.author)
  var author: String?

  @Option(
    name: .long, help: "Only those of others than this one; may be repeated.",
    transform: Typed.author)
  var notAuthor: [String] = []

  private func filter(_ reader: borrowing Reader) throws -> History.Filter {
    var filter = History.Filter.all
    if let author { filter = try .writer(author, reader) }
    for other in notAuthor { filter = try filter && !History.Filter.writer(other, reader) }
    return filter
  }

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    // One more, to see whether there are more.
    let found = try store.history.transactions(
      limit: limit + 1, order: .newestFirst, where: store.read { try filter($0) }
    ).all()
    let more =
      found.count > limit ? arguments.sameCommand(with: ["--limit": "\(limit * 10)"]) : nil
    let rows = try store.read { reader in
      try found.prefix(limit).map { transaction in
        let words = try EventWords<Tool.Screen>.sentence(transaction, reader, screen)
        return (transaction, try reader.writer(of: transaction), words)
      }
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "transactions", rows.map { Self.json($0.0, $0.2) },
        with: screen.json.merging(["more": JSON.Value(more)]) { _, new in new })
    }
    var table = TextTable(["number", "when", "author", "what"], right: [0])
    for (transaction, writer, words) in rows {
      table.add([
        "\(transaction.number)", screen.time(transaction.wallTime), writer ?? "–",
        words + transaction.fate,
      ])
    }
    table.print(nothing: try rows.isEmpty ? nothing(in: store) : "")
    if !rows.isEmpty { Terminal.line(screen.zoneLegend) }
    if let more { Terminal.line("There are more: \(more)") }
  }

  /// Why no transaction is shown.
  private func nothing(in store: EventStore) throws -> String {
    if author == nil, notAuthor.isEmpty { return try arguments.whyNothing(in: store) }
    let lack = try store.read { reader in try author.map { try reader.lack(ofWriter: $0) } ?? "" }
    return "No transaction is of such an author\(lack)".withStop
  }

  private static func json(
    _ transaction: History.Transaction, _ words: String
  ) -> [String: JSON.Value] {
    [
      "number": JSON.Value(transaction.number), "token": .text(transaction.token.description),
      "dot": .text(transaction.dot.description), "author": JSON.Value(transaction.author),
      "context": JSON.Value(transaction.context), "process": JSON.Value(transaction.process),
      "events": .int(transaction.positions.count), "words": .text(words),
      "isRetracted": JSON.Value(transaction.isRetracted), "isVoid": JSON.Value(transaction.isVoid),
      "isRemote": JSON.Value(transaction.isRemote),
    ].with("when", transaction.wallTime)
  }
}
#endif
