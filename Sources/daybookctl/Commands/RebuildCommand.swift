#if Tools
  import ArgumentParser
  import Daybook
  import Foundation

  struct RebuildCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "rebuild", abstract: "Builds the views anew, or one of them.")

    @OptionGroup var arguments: StoreArguments

    @Argument(help: "The name of one view.")
    var name: String?

    func run() throws {
      let store = try arguments.open()
      try Self.rebuild(store, name)
      let digests = try store.digests()
      if arguments.json { return try JSON.print(digests.mapValues(\.description)) }
      Self.print(digests)
    }

    /// Builds one view anew, or all, and shows how far it is.
    static func rebuild(_ store: EventStore, _ name: String? = nil) throws {
      let entities = try store.statistics().entities
      try store.rebuild(name) { progress in
        let taken = progress.hasEnded ? entities : min(entities, progress.entities)
        Terminal.progress(progress.projection, taken, of: entities)
      }
    }

    static func print(_ digests: [String: Digest]) {
      var table = TextTable(["view", "rows", "digest"], right: [1])
      for (name, digest) in digests.sorted(by: { $0.key < $1.key }) {
        table.add([name, "\(digest.rows)", digest.description])
      }
      table.print()
    }
  }

  struct VerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "verify",
      abstract: "Checks every checksum, and views and entities against the log.")

    @OptionGroup var arguments: StoreArguments

    struct Report: Encodable {
      struct Check: Encodable {
        let name: String
        let ok: Bool
        let detail: String
      }

      let ok: Bool
      let events: UInt64
      let transactions: UInt64
      let checks: [Check]

      init(_ found: Verification) {
        ok = found.ok
        events = found.events
        transactions = found.transactions
        checks = found.checks.map { .init(name: $0.name, ok: $0.ok, detail: $0.detail) }
      }
    }

    func run() throws {
      let store = try arguments.open()
      let found = try Terminal.activity("checking") { try store.verify() }
      if arguments.json {
        try JSON.print(Report(found))
      } else {
        Self.print(found)
      }
      if !found.ok { throw ExitCode(ExitStatus.checkFailed.rawValue) }
    }

    static func print(_ found: Verification) {
      var table = TextTable(["check", "", "detail"])
      for check in found.checks {
        table.add([check.name, check.ok ? "ok" : "WRONG", check.detail])
      }
      table.print()
    }
  }

  struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "stats", abstract: "How large the store is.")

    @OptionGroup var arguments: StoreArguments

    func run() throws {
      let store = try arguments.open()
      let statistics = try store.statistics()
      let reads = try store.openReads()
      let rows: KeyValuePairs<String, StatsValue> = [
        "events": .number(statistics.events), "transactions": .number(statistics.transactions),
        "entities": .number(statistics.entities), "bytes": .number(statistics.bytes),
        "mapSize": .number(statistics.mapSize), "readers": .number(statistics.readers),
        "openReads": .number(reads.count),
        "oldestRead": .number(Int(reads.first?.age ?? 0)),
        "quarantined": .number(statistics.quarantined),
        "pages": .text(Self.described(statistics.pages)),
      ]
      if arguments.json {
        return try JSON.print(
          Dictionary(rows.map { ($0.key, $0.value) }, uniquingKeysWith: { a, _ in a }))
      }
      var table = TextTable(["what", "count"], right: [1])
      for (name, value) in rows { table.add([name, value.description]) }
      table.print()
    }

    private static func described(_ pages: EventStore.PageState) -> String {
      switch pages {
      case .sound: "sound"
      case .running: "being looked at"
      case .skipped: "not looked at"
      case .damaged(let message): "damaged: \(message)"
      }
    }
  }

  /// A number or a text, as a column of `stats`.
  private enum StatsValue: Encodable, CustomStringConvertible {
    case number(Int)
    case text(String)

    var description: String {
      switch self {
      case .number(let number): "\(number)"
      case .text(let text): text
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .number(let number): try container.encode(number)
      case .text(let text): try container.encode(text)
      }
    }
  }
#endif
