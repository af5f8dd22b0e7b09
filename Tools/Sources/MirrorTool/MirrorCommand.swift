#if SQL
public import ArgumentParser
import Daybook
import DaybookSQL
public import DaybookTool

/// Copies a store into a file of SQLite, and keeps it like the store.
public struct MirrorCommand<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "mirror",
      abstract: "Copies the store into a file of SQLite, for questions in SQL.",
      discussion: """
        A table for each kind and each table of a view, transactions, and events with their payloads \
        as JSON; daybook_tables says what is in which. The next run writes what has changed. The \
        store is only read, and a file that is no mirror is left as it is.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The file, such as store.sqlite.", completion: .file())
  var file: String

  @Flag(name: .long, help: "Go on with what is committed later, by any process.")
  var follow = false

  @Flag(name: .long, help: "Let the texts of things be searched: tables fts_KIND of FTS5.")
  var fullText = false

  public init() {}

  public func run() async throws {
    let store = try arguments.openAny()
    let mirror = try StoreMirror(at: file, of: store, fullText: fullText)
    if !follow { return try print(await mirror.update()) }
    try await mirror.follow { try print($0) }
  }

  private func print(_ report: StoreMirror.Report) throws {
    if arguments.printsJSON {
      return try JSON.print(
        [
          "token": JSON.Value(report.token?.description),
          "transactions": .int(report.transactions), "events": .int(report.events),
          "entities": .int(report.entities), "rows": .int(report.rows),
          "behind": .list(report.behind.map { .text($0) }),
          "madeAnew": JSON.Value(report.madeAnew?.rawValue),
        ], onOneLine: follow || arguments.jsonLines)
    }
    let counts = [
      Measures.count(report.transactions, "transaction"), Measures.count(report.events, "event"),
      Measures.count(report.entities, "thing"), Measures.count(report.rows, "row") + " of views",
    ]
    let place = report.token.map { "through transaction \($0.number)" } ?? "of an empty store"
    let words = report.madeAnew.map(Self.words) ?? "brought up to date"
    Terminal.line("\(file) \(words), \(place): \(counts.joined(separator: ", "))")
    for view in report.behind {
      Terminal.line(
        "  the view \(view) is behind: its rows lack what a program wrote that does not keep them")
    }
  }

  private static func words(_ cause: StoreMirror.Report.Cause) -> String {
    switch cause {
    case .empty: "made"
    case .otherForm: "made anew, with other options"
    case .otherStore: "made anew, it was of another store"
    case .otherLog: "made anew, the log is another one"
    case .purged: "made anew, history was purged"
    case .schemaChanged: "made anew, the schema is another one"
    }
  }
}
#endif
