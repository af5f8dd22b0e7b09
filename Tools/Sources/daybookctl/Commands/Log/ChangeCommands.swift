import ArgumentParser
import Daybook
import Nursery

struct DiffCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff", abstract: "What changed between two transactions, before and after.")

  @Argument(help: "The earlier one: \(TransactionName.help).")
  var first: TransactionName

  @Argument(help: "The later one.")
  var last: TransactionName

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  func run() throws {
    let (store, screen) = try arguments.open(look)
    try store.read { reader in
      let (from, to) = (
        try first.token(reader, screen.zone), try last.token(reader, screen.zone)
      )
      let changes = try reader.differences(from: from, to: to)
        .compactMap { Kinds.change($0, screen) }
      if arguments.printsJSON {
        return try arguments.print(
          json: "changes", try changes.map { try $0.json(reader) },
          with: ["from": .text(from.description), "to": .text(to.description)])
      }
      if changes.isEmpty { return Terminal.line("Nothing differs.") }
      for change in changes { Terminal.line(try change.sentence(reader, screen)) }
      Terminal.line("Times in \(screen.boundary.zone).")
    }
  }
}

struct EntityCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "entity", abstract: "Every version of one baby or entry, oldest first.")

  @Argument(help: "The beginning of its id, or a baby's name.")
  var id: String

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  func run() throws {
    let (store, screen) = try arguments.open(look)
    try store.read { reader in
      let found = try reader.find(id, screen)
      let baseline = try found.kind.baseline(reader, found.id, screen)
      let versions = try found.kind.versions(reader, found.id, screen)
      let oldest = try reader.oldestToken()
      if arguments.printsJSON {
        var rows: [[String: JSONValue]] = []
        if let baseline { rows.append(Self.json(baseline, oldest)) }
        rows += try versions.map { try Self.json($0.transaction, $0.value, $0.change, reader) }
        return try arguments.print(
          json: "versions", rows,
          with: ["id": .text(found.id.uuidString), "kind": .text(found.kind.word)])
      }
      var table = TextTable(["number", "when", "author", "what"], right: [0])
      if let baseline {
        table.add(["\(oldest.number)", "purged up to", "–", "was \(baseline.line)"])
      }
      for version in versions {
        let transaction = version.transaction
        table.add([
          "\(transaction.number)", screen.time(transaction.wallTime), transaction.author ?? "–",
          Self.words(version.value, version.change)
            + transaction.fate,
        ])
      }
      table.print(nothing: "All that there was of \(id) was purged.")
      Terminal.line("Times in \(screen.boundary.zone).")
    }
  }

  private static func words(_ value: Shown?, _ change: ShownChange?) -> String {
    guard let change else { return value == nil ? "is gone" : "changed nothing that is shown" }
    switch change.sort {
    case .inserted: return "added \(value?.line ?? "")"
    case .updated: return "changed \(change.differences)"
    case .deleted: return "deleted"
    }
  }

  private static func json(
    _ transaction: History.Transaction, _ value: Shown?, _ change: ShownChange?,
    _ reader: borrowing Reader
  ) throws -> [String: JSONValue] {
    let change = try change?.json(reader)
    return [
      "number": JSONValue(transaction.number), "token": .text(transaction.token.description),
      "author": JSONValue(transaction.author), "context": JSONValue(transaction.context),
      "isRetracted": JSONValue(transaction.isRetracted), "isVoid": JSONValue(transaction.isVoid),
      "value": value.map { .object($0.json) } ?? .null,
      "change": change?["change"] ?? .null, "before": change?["before"] ?? .null,
      "after": change?["after"] ?? .null,
    ].with("when", transaction.wallTime)
  }

  /// What the purge left.
  private static func json(_ baseline: Shown, _ oldest: History.Token) -> [String: JSONValue] {
    [
      "number": JSONValue(oldest.number), "token": .text(oldest.description), "author": .null,
      "context": .null, "when": .null, "isRetracted": .bool(false), "isVoid": .bool(false),
      "value": .object(baseline.json), "change": .null, "before": .null, "after": .null,
    ]
  }
}
