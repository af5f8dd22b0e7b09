#if Tools
public import ArgumentParser
import Daybook

public struct RebuildCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "rebuild", abstract: "Builds the views anew, or one of them.",
      discussion: """
        Views are built from the entities as they are stored. With --from-log the log is replayed: \
        every entity is folded from its events first. One that was not what they say is put right, \
        named, and the exit status is 1.
        """)
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  @Argument(help: "The name of one view.")
  var name: String?

  @Flag(help: "Fold the entities from the log too, for all views.")
  var fromLog = false

  public init() {}

  public func validate() throws {
    if fromLog, name != nil {
      throw ValidationError("--from-log replays the log for all views; leave the name out.")
    }
  }

  public func run() throws {
    let store = try arguments.open()
    if let name {
      let names = try store.projectionNames()
      guard names.contains(name) else {
        throw NameError(
          "there is no view \(name); there is \(names.joined(separator: ", "))"
            + Suggestion.sentence(for: name, among: names))
      }
    }
    if fromLog {
      let entities = try store.statistics().entities
      let replay = try Terminal.activity("checking the log") {
        try store.replay(
          progress: { show($0, of: entities) }, noting: { try show($0, store.digests()) })
      }
      if !replay.agrees { throw ExitCode(ExitStatus.checkFailed.rawValue) }
      return
    }
    try rebuild(store)
    let digests = try store.digests()
    if arguments.printsJSON { return try arguments.print(json: "views", Self.views(digests)) }
    print(digests)
  }

  /// Shows the views, and which entities were not what the log says.
  private func show(_ replay: Replay, _ digests: [String: Digest]) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: "views", Self.views(digests),
        with: [
          "entities": .int(replay.entities), "events": .int(Int(replay.events)),
          "skipped": .int(replay.skipped), "differing": .int(replay.differing),
          "differences": .list(replay.differences.map { .text($0.description) }),
        ])
    }
    print(digests)
    Terminal.line(
      "\(Measures.count(replay.entities, "entity", "entities")) folded from "
        + Measures.count(Int(replay.events), "event", "events")
        + (replay.agrees ? "; each was stored as the log says" : ""))
    if replay.agrees { return }
    Terminal.line("\(replay.differing) not stored as the log says; the log's values are there now:")
    for difference in replay.differences { Terminal.line("  \(difference)") }
  }

  private static func views(_ digests: [String: Digest]) -> [[String: JSON.Value]] {
    digests.sorted { $0.key < $1.key }.map {
      [
        "name": .text($0.key), "rows": JSON.Value(Int64($0.value.rows)),
        "digest": .text($0.value.description),
      ]
    }
  }

  /// Builds one view anew, or all, and shows how far it is.
  private func rebuild(_ store: EventStore) throws {
    let entities = try store.statistics().entities
    try store.rebuild(name) { show($0, of: entities) }
  }

  /// Shows how far one view is, or the folding of the entities.
  private func show(_ progress: RebuildProgress, of entities: Int) {
    let taken = progress.hasEnded ? entities : min(entities, progress.entities)
    Terminal.progress(progress.projection, taken, of: entities)
  }

  /// Prints a line for each view.
  private func print(_ digests: [String: Digest]) {
    var table = TextTable(["view", "rows", "digest"], right: [1])
    for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
      table.add([name, "\(digest.rows)", digest.description])
    }
    table.print()
  }
}

public struct VerifyCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "verify",
      abstract: Tool.isForAnyStore
        ? "Checks every checksum of a store; the tool of its app checks views and entities too."
        : "Checks every checksum, and views and entities against the log.")
  }

  @OptionGroup public var arguments: StoreArguments<Tool>

  public init() {}

  public func run() throws {
    let store = try arguments.openAny()
    let found = try Terminal.activity("checking") { try store.verify() }
    if arguments.printsJSON {
      try arguments.print(
        json: "checks",
        found.checks.map {
          ["name": .text($0.name), "ok": .bool($0.ok), "detail": .text($0.detail)]
        },
        with: [
          "ok": .bool(found.ok), "events": JSON.Value(found.events),
          "transactions": JSON.Value(found.transactions),
        ])
    } else {
      print(found)
    }
    if !found.ok { throw ExitCode(ExitStatus.checkFailed.rawValue) }
  }

  /// Prints a line for each check.
  private func print(_ found: Verification) {
    var table = TextTable(["check", "", "detail"], wholeAtEnd: 1)
    for check in found.checks {
      table.add([check.name, check.ok ? "ok" : "WRONG", check.detail])
    }
    table.print()
  }
}
#endif
