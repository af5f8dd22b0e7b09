#if Tools
public import ArgumentParser
import Daybook

public struct DiffCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "diff", abstract: "What changed between two transactions, before and after.")
  }

  @Argument(help: "The earlier one: \(TransactionName.help).")
  var first: TransactionName

  @Argument(help: "The later one.")
  var last: TransactionName

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    try store.read { reader in
      let (from, to) = (
        try first.token(reader, screen.zone), try last.token(reader, screen.zone)
      )
      // Without a schema there are the events between the two, which have one direction.
      if Tool.isForAnyStore, from > to {
        throw BadText("transaction \(from.number) comes after \(to.number); name the earlier first")
      }
      let changes = try reader.differences(from: from, to: to)
        .compactMap { screen.change($0) }
      let unknown = try reader.unknownThings(from: from, to: to, screen)
      // With a schema the changes are what came of them.
      let statements =
        try Tool.isForAnyStore ? reader.statements(from: from, to: to, screen) : []
      if arguments.printsJSON {
        return try arguments.print(
          json: "changes",
          try changes.map { try $0.json(reader, screen) } + unknown.map { $0.json() }
            + statements.map(\.json),
          with: ["from": .text(from.description), "to": .text(to.description)])
      }
      if changes.isEmpty, unknown.isEmpty, statements.isEmpty {
        return Terminal.line("Nothing differs.")
      }
      for change in changes {
        TextTable.cells([try change.sentence(reader, screen)]).forEach(Terminal.line)
      }
      for thing in unknown { Terminal.line(thing.sentence) }
      for statement in statements { Terminal.line(statement.sentence) }
      Terminal.line(screen.zoneLegend)
    }
  }
}

public struct EntityCommand<Tool: StoreTool>: ParsableCommand, StoreCommand {
  public static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "entity", abstract: "Every version of one thing, oldest first.")
  }

  @Argument(help: "The beginning of its id, or its name.")
  var id: String

  @OptionGroup public var arguments: StoreArguments<Tool>
  @OptionGroup var look: Tool.Look

  public init() {}

  public func run() throws {
    let (store, screen) = try arguments.open(look)
    try store.read { reader in
      let found: Found<Tool.Screen>
      do { found = try reader.find(id, screen) } catch let error as NameError {
        guard let thing = try reader.unknownThing(id, screen) else { throw error }
        return try thing.print(reader, screen, arguments)
      }
      let baseline = try found.kind.baseline(reader, found.id, screen)
      let versions = try found.kind.versions(reader, found.id, screen)
      let oldest = try reader.oldestToken()
      if arguments.printsJSON {
        var rows: [[String: JSON.Value]] = []
        if let baseline { rows.append(Self.json(baseline, oldest)) }
        rows += try versions.map {
          try Self.json($0.transaction, $0.value, $0.change, reader, screen)
        }
        return try arguments.print(
          json: "versions", rows,
          with: ["id": .text(found.id.uuidString), "kind": .text(found.kind.word)])
      }
      var table = TextTable(
        ["number", "when", "author", "what"], right: [0], wholeAtEnd: 1)
      if let baseline {
        table.add(["\(oldest.number)", "purged up to", "–", "was \(baseline.line)"])
      }
      for version in versions {
        let transaction = version.transaction
        table.add([
          "\(transaction.number)", screen.time(transaction.wallTime),
          try reader.writer(of: transaction) ?? "–",
          Self.words(version.value, version.change)
            + transaction.fate,
        ])
      }
      table.print(nothing: "All that there was of \(id) was purged.")
      Terminal.line(screen.zoneLegend)
    }
  }

  private static func words(_ value: Shown<Tool.Screen>?, _ change: ShownChange<Tool.Screen>?)
    -> String
  {
    guard let change else { return value == nil ? "is gone" : "changed nothing that is shown" }
    switch change.sort {
    case .inserted: return "added \(value?.line ?? "")"
    case .updated: return "changed \(change.differences)"
    case .deleted: return "deleted"
    }
  }

  private static func json(
    _ transaction: History.Transaction, _ value: Shown<Tool.Screen>?,
    _ change: ShownChange<Tool.Screen>?, _ reader: borrowing Reader, _ screen: Tool.Screen
  ) throws -> [String: JSON.Value] {
    let change = try change?.json(reader, screen)
    return [
      "number": JSON.Value(transaction.number), "token": .text(transaction.token.description),
      "author": JSON.Value(transaction.author), "context": JSON.Value(transaction.context),
      "isRetracted": JSON.Value(transaction.isRetracted), "isVoid": JSON.Value(transaction.isVoid),
      "value": value.map { .object($0.json) } ?? .null,
      "change": change?["change"] ?? .null, "before": change?["before"] ?? .null,
      "after": change?["after"] ?? .null,
    ].with("when", transaction.wallTime)
  }

  /// What the purge left.
  private static func json(_ baseline: Shown<Tool.Screen>, _ oldest: History.Token) -> [String: JSON
    .Value]
  {
    [
      "number": JSON.Value(oldest.number), "token": .text(oldest.description), "author": .null,
      "context": .null, "when": .null, "isRetracted": .bool(false), "isVoid": .bool(false),
      "value": .object(baseline.json), "change": .null, "before": .null, "after": .null,
    ]
  }
}
#endif
