#if Tools
public import ArgumentParser
import Daybook

public struct ViewCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "view", abstract: "The rows of a view as they are stored, in key order.",
      discussion: """
        Rows of a view that this tool does not know are shown by the numbers of their fields, keys \
        by the types that the store remembers.
        """)
  }

  @Argument(help: "The view, as `views` prints it.")
  var name: String

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  @Option(name: .long, help: "The table; the first one unless told.")
  var table: String?

  @Flag(name: .long, help: "Print keys and rows as bytes in hexadecimal.")
  var raw = false

  @Flag(name: .long, help: "The greatest key first.")
  var reversed = false

  @Option(name: .long, help: "At most so many, from 1; 20 unless told.", transform: Typed.count)
  var limit = 20

  @Option(name: .long, help: "Only those after this key, in hexadecimal, for the next page.")
  var after: String?

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    let last = try after.map { text in
      guard let key = HexText.bytes(text) else {
        throw BadText("--after takes a key such as 0x00ff, as `view --raw` prints it")
      }
      return key
    }
    let words = try arguments.rowWords(name, table, store, screen)
    // One more, to see whether there are more.
    let found = try store.read { reader in
      try reader.rows(
        ofView: name, table: words.table.name, after: last, limit: limit + 1, reversed: reversed)
    }
    let rows = found.prefix(limit)
    let more =
      found.count > limit
      ? rows.last.map { arguments.sameCommand(with: ["--after": HexText.text($0.key)]) } : nil
    if arguments.printsJSON {
      return try arguments.print(
        json: "rows",
        rows.map { row in
          [
            "key": JSON.Value(words.parts(row)), "keyBytes": .text(HexText.text(row.key)),
            "row": words.json(row.row), "rowBytes": .text(HexText.text(row.row)),
          ]
        },
        with: screen.json.merging([
          "view": .text(name), "table": .text(words.table.name),
          "state": .text(words.view.state.rawValue), "more": JSON.Value(more),
        ]) { $1 })
    }
    // `why` and `--after` take a key that somebody has copied.
    var lines = TextTable(["key", "row"], wholeAtEnd: raw ? 2 : 0)
    for row in rows {
      lines.add(
        raw
          ? [HexText.text(row.key), HexText.text(row.row)]
          : [words.key(row), words.value(row.row)])
    }
    lines.print(nothing: "There are no more rows.")
    if words.view.state != .live {
      Terminal.line("The rows are \(words.view.state.rawValue): they lack what was written since.")
    }
    if let more { Terminal.line("There are more: \(more)") }
  }
}
#endif
