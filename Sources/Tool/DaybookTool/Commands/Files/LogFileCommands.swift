#if Tools
public import ArgumentParser
import Daybook
import Foundation
@_spi(Tools) import Interchange

public struct ExportLog<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log",
      abstract: "Writes the whole log, lossless, as one line of JSON a transaction.",
      discussion: """
        `import log` takes it into another store; a store that has \
        nothing else becomes what this one is. Works with stores of any app. Exit status 1 when what is \
        in the file was changed after it was written.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @OptionGroup var output: FileArguments

  @Option(
    name: .long,
    help: "Begin after this transaction: \(TransactionName.help); the beginning unless told.")
  var from: TransactionName?

  @Option(
    name: .long,
    help: "End with this transaction: \(TransactionName.help); the newest unless told.")
  var to: TransactionName?

  public init() {}

  public func validate() throws { try output.checkReport(arguments) }

  public func run() throws {
    try arguments.requireStore()
    let store = try arguments.openAsStranger()
    let zone = try Tool.zone(for: store.parameters)
    let (after, through) = try store.read { reader in
      (try from?.token(reader, zone), try to?.token(reader, zone))
    }
    guard let file = output.path else {
      try LogFile.write(store, after: after, through: through) { bytes in
        Terminal.file(String(decoding: bytes, as: UTF8.self))
      }
      guard let problem = try problem(store, after, through) else { return }
      Terminal.error("\(Tool.name): \(problem)")
      throw ExitCode(ExitStatus.checkFailed.rawValue)
    }
    try output.check()
    let written = try Terminal.activity("writing") {
      try LogFile.write(
        store, after: after, through: through, to: URL(atPath: file),
        replaces: output.replaces)
    }
    let problem = try problem(store, after, through)
    try show(written, in: file, problem)
    if problem != nil { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  private func show(_ written: LogFile, in file: String, _ problem: String?) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: [
          "file": .text(file), "store": JSON.Value(written.store),
          "after": JSON.Value(written.after), "through": JSON.Value(written.through),
          "transactions": JSON.Value(written.transactions), "bytes": .int(written.size),
          "problem": JSON.Value(problem),
        ] as [String: JSON.Value])
    }
    let number = Int(clamping: written.transactions)
    Terminal.line(
      "\(Measures.count(number, "transaction")) \(Measures.verb(number)) in \(file), "
        + "\(Measures.bytes(written.size)).")
    if let problem { Terminal.line(problem.sentence + ".") }
  }

  /// That what was written out is not what was written once; nil when it is.
  private func problem(
    _ store: EventStore, _ after: History.Token?, _ through: History.Token?
  ) throws -> String? {
    do {
      try store.read { reader in
        try reader.checkLog(
          after: after?.number ?? 0, through: through?.number ?? reader.token().number)
      }
      return nil
    } catch let error as StoreError where error.code == .damaged {
      return "\(error.finding), and the log has it as it is now; doctor says more"
    }
  }
}

public struct ImportLog<Tool: StoreTool>: AsyncParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "log",
      abstract: "Takes in a log that `export log` wrote, each transaction once.",
      discussion: """
        Everything in the file is checked before anything is written. Another person's daybook is \
        merged: both become one. A store that is shared takes in nothing: what others wrote \
        comes with `sync folder`. A store that is not there is made. A log has no files of \
        attachments: `attachments --from` brings them from the folder of the other store. Of another \
        app's log it needs --yes, or an answer at a terminal.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The file.", completion: .file(extensions: ["ndjson"]))
  var file: String

  @OptionGroup var new: Tool.NewStore
  @OptionGroup var consent: ConsentArguments

  public init() {}

  public func run() async throws {
    let (log, kinds) = try Terminal.activity("checking") { try LogFile.readingKinds(file) }
    let isNew = !arguments.isThere
    try arguments.checkPlace()
    let opened = try isNew ? nil : arguments.open()
    // A part of a log continues what is in the store, or is refused.
    if log.after == 0 { try checkKinds(kinds, of: log, opened) }
    let store = try opened ?? arguments.make { _ in try new.schema(for: log.parameters) }
    let report = try await log.absorb(into: store, now: Surroundings.current.now) {
      Terminal.progress("importing", Int(clamping: $0), of: Int(clamping: $1))
    }
    let missing = try store.attachments.all().filter { $0.state == .notHere }
    if arguments.printsJSON {
      return try arguments.print(
        json: [
          "transactions": JSON.Value(report.transactions),
          "absorbed": JSON.Value(report.absorbed), "events": JSON.Value(report.events),
          // Those whose files are not here: a log has none.
          "missingAttachments": JSON.Value(missing.map(\.attachment.name)),
        ] as [String: JSON.Value])
    }
    if isNew, let words = try new.words(for: log.parameters) {
      Terminal.line("made a store at \(arguments.path), \(words)")
    }
    let known = report.transactions - report.absorbed
    Terminal.line(
      "\(Measures.count(Int(clamping: report.absorbed), "transaction")) taken in with "
        + "\(Measures.count(Int(clamping: report.events), "event")), \(known) there already")
    if missing.isEmpty { return }
    Terminal.line(
      "\(Measures.count(missing.count, "file")) that it refers to \(Measures.verb(missing.count)) "
        + "not here, because a log has none; bring them from the folder of the other store, or of "
        + "its backups: \(arguments.command("attachments --from FOLDER"))")
  }

  /// Asks before the log of an app becomes one with what is another app's: nothing of its kinds is
  /// in the store, or known to the tool.
  private func checkKinds(
    _ kinds: Set<String>, of log: LogFile, _ opened: EventStore?
  ) throws {
    let brought = kinds.subtracting(StrangeContents.ofAllApps)
    let stored = try opened?.contents().kinds ?? []
    let known = Set(Tool.schema.entityTypes.map { $0.kind }).union(stored)
      .subtracting(StrangeContents.ofAllApps)
    guard !brought.isEmpty, !known.isEmpty, known.isDisjoint(with: brought) else { return }
    try consent.ask(
      "\(log.name) is another app's log, with \(ForeignStore.list(brought.sorted())): it would be a "
        + "part of the store at \(arguments.path) for good.")
  }
}

/// The imports of a tool.
public struct ImportCommand<Tool: StoreTool>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "import",
      abstract: Tool.importers.isEmpty
        ? "Takes in a log that `export log` wrote." : "Imports another app's files.",
      discussion: Tool.importers.isEmpty
        ? ""
        : """
        The same files again change nothing, whatever was done in between. What has changed at the \
        source is changed here, unless a person has changed it since. One undo takes all of an \
        import back; one that was interrupted goes on with the next.
        """,
      subcommands: Tool.importers + [ImportLog<Tool>.self])
  }

  public init() {}
}

/// The exports of a tool.
public struct ExportCommand<Tool: StoreTool>: ParsableCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "export",
      abstract: Tool.exporters.isEmpty
        ? "Writes the whole log to a file." : "Writes files for other programs.",
      subcommands: Tool.exporters + [ExportLog<Tool>.self])
  }

  public init() {}
}
#endif
