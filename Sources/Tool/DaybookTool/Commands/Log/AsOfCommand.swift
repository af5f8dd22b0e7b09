#if Tools
public import ArgumentParser
import Daybook

public struct AsOfCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "as-of", abstract: "Shows what there was after a transaction.",
      discussion: "How many of each kind; with a KIND each of them.")
  }

  @Argument(help: "The transaction: \(TransactionName.help).")
  var transaction: TransactionName

  @Argument(help: "The word of a kind, as the list of kinds has it.")
  var kind: String?

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  public init() {}

  public func run() throws {
    let (store, now) = try arguments.open(look)
    let token = try store.read { try transaction.token($0, now.zone) }
    let screen = try Tool.screen(look, of: store, arguments, asOf: token)
    let kinds = try chosen(screen)
    let things = try store.read(asOf: token) { reader in
      try kinds.map { kind in
        (word: kind.word, plural: kind.plural, things: try kind.all(reader, screen))
      }
    }
    if arguments.printsJSON {
      return try arguments.print(
        json: "things", things.flatMap { $0.things.map(\.json) },
        with: screen.json.merging(["token": .text(token.description)]) { _, new in new })
    }
    if kind == nil { return printCounts(things.map { ($0.plural, $0.things.count) }) }
    let rows = try store.read { reader in
      try things[0].things.map { [try reader.short($0.id, screen), $0.line] }
    }
    var table = TextTable(["id", "what"])
    for row in rows { table.add(row) }
    table.print(nothing: "There was no \(things[0].word).")
  }

  private func printCounts(_ counts: [(kind: String, count: Int)]) {
    var table = TextTable(["kind", "there were"], right: [1])
    for (kind, count) in counts { table.add([kind, "\(count)"]) }
    table.print(nothing: "There was nothing.")
  }

  /// The kind that was told, or all.
  private func chosen(
    _ screen: Tool.Screen
  ) throws -> [any KindWords<Tool.Screen>.Type] {
    guard let kind else { return screen.kinds }
    let wanted = kind.lowercased()
    if let found = screen.kinds.first(where: {
      [$0.word, $0.plural, $0.storedKind].contains { $0.lowercased() == wanted }
    }) {
      return [found]
    }
    let words = screen.kinds.map { $0.word }
    throw NameError(
      "there is no kind \(kind); there is \(words.joined(separator: ", "))"
        + Suggestion.sentence(for: kind, among: words))
  }
}

extension KindWords {
  /// All things of the kind.
  fileprivate static func all(
    _ reader: borrowing some StoreReading & ~Copyable & ~Escapable, _ screen: Screen
  ) throws -> [Shown<Screen>] {
    try reader.entities(of: State.self).map { shown($0.state, $0.id.rawValue, screen) }
  }
}
#endif
