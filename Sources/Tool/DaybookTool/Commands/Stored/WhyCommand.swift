#if Tools
public import ArgumentParser
import Daybook

public struct WhyCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "why",
      abstract: "Which things give to a row of a view, and which do not count.",
      discussion: Tool.rowWords.map { "\(discussion) \($0)" } ?? discussion)
  }

  private static var discussion: String {
    """
    Lists what each thing gives to the row, who set its properties, and whether all of it comes \
    to the row; then what would give to it and was taken back, deleted or left out. Works on a \
    private copy of the store, which takes several times as long as a rebuild of the view.
    """
  }

  @Argument(
    help: "The view, as `views` prints it; or, without a key, what the tool has words for.")
  var name: String

  @Argument(help: "The key of the row: its words or its bytes, as `view` prints them.")
  var key: String?

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  @Option(name: .long, help: "The table; the first one unless told.")
  var table: String?

  @Option(
    name: .long, help: "At most so many of each, from 1; 50 unless told.", transform: Typed.count)
  var limit = 50

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    let named = try key == nil ? Tool.row(named: name, store, screen) : nil
    if let key { try checkQuotes(key, store) }
    if key == nil, named == nil {
      // A view that is not there has no keys to look for.
      _ = try arguments.rowWords(name, table, store, screen)
      let list = arguments.command("view \(name.quoted)")
      throw ValidationError("say which row: its key, as `\(list)` prints it")
    }
    if let note = named?.note { TimeNotes.tell(note) }
    let view = named?.view ?? name
    let words = try arguments.rowWords(view, named?.table ?? table, store, screen)
    let row = try words.row(named: named.map { HexText.text($0.key) } ?? key ?? "")
    let why = try store.contributions(to: view) { progress in
      Terminal.progress("looking at things", progress.done, of: progress.total)
    }
    let more = arguments.sameCommand(with: ["--limit": "\(limit * 10)"])
    let answer = try RowAnswer<Tool>(why, words, row, of: named?.kinds, limit: limit)
    if arguments.printsJSON {
      let object = answer.json(more: more).merging(TimeNotes.json) { known, _ in known }
      return try arguments.print(json: object)
    }
    answer.print(more: more)
  }

  /// - Throws: ``NameError`` where two words that are no view and its key may be one text.
  private func checkQuotes(_ key: String, _ store: EventStore) throws {
    let views = try store.read { try $0.storedViews() }.map(\.name)
    if !Self.takesOneText || views.contains(name) { return }
    let hint = Suggestion.sentence(for: name, among: views)
    if !hint.isEmpty { return }
    throw NameError(
      "there is no view \(name), see `\(arguments.command("views"))`; words for a row stand in "
        + "quotes: \(arguments.command("why " + "\(name) \(key)".quoted))")
  }
}
#endif
