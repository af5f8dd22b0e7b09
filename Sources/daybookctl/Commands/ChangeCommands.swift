#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff", abstract: "What happened to entities between two tokens.")

    @Argument(help: "The earlier token.")
    var first: TokenArgument

    @Argument(help: "The later token.")
    var last: TokenArgument

    @OptionGroup var arguments: StoreArguments

    private struct Row: Encodable {
      let kind: String
      let entity: UUID
      let change: String
      let properties: [String]
    }

    func run() throws {
      let (first, last) = (first.token, last.token)
      let changes = try arguments.open().read { try $0.differences(from: first, to: last) }
      let rows = changes.map {
        Row(
          kind: $0.kind, entity: $0.entity, change: $0.sort.rawValue,
          properties: $0.properties.map(\.description))
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(["kind", "entity", "change", "properties"])
      for row in rows {
        table.add([
          row.kind, row.entity.uuidString, row.change, row.properties.joined(separator: ", "),
        ])
      }
      table.print()
    }
  }

  struct EntityCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "entity", abstract: "Every version of one baby, feed or diaper change.")

    @Argument(help: "The identifier, a UUID.")
    var id: UUID

    @OptionGroup var arguments: StoreArguments

    private struct Row: Encodable {
      let transaction: UInt64
      let token: String
      /// Absent for what the entity was when its older events were purged.
      let wallTime: Nullable<String>
      let author: Nullable<String>
      let context: Nullable<String>
      let value: Nullable<String>
    }

    func run() throws {
      let store = try arguments.open()
      let rows = try store.read { reader in
        try Self.rows(reader, BabyProfile.self, id) + Self.rows(reader, FeedSession.self, id)
          + Self.rows(reader, DiaperChange.self, id)
      }
      guard !rows.isEmpty else {
        throw StoreError(.invalidArgument, "the store knows no entity \(id)")
      }
      if arguments.json { return try JSON.print(rows) }
      var table = TextTable(["number", "when (UTC)", "author", "context", "value"], right: [0])
      for row in rows {
        table.add([
          "\(row.transaction)", row.wallTime.value.map { String($0.prefix(19)) } ?? "purged up to",
          row.author.value ?? "–",
          row.context.value ?? "–", row.value.value ?? "gone",
        ])
      }
      table.print()
    }

    private static func rows<E: Entity>(
      _ reader: borrowing Reader, _ type: E.Type, _ id: UUID
    ) throws -> [Row] {
      try baseline(reader, type, id)
        + reader.versions(of: type, id).map { version in
          Row(
            transaction: version.transaction.number, token: version.transaction.token.description,
            wallTime: Nullable(Instant.iso(version.transaction.wallTime)),
            author: Nullable(version.transaction.author),
            context: Nullable(version.transaction.context),
            value: Nullable(version.value.map { Description.of($0) }))
        }
    }

    /// What the entity was when its older events were purged; none when nothing of it was.
    private static func baseline<E: Entity>(
      _ reader: borrowing Reader, _ type: E.Type, _ id: UUID
    ) throws -> [Row] {
      let oldest = try reader.oldestToken()
      guard oldest.number > 0, try reader.isKnown(type, id) else { return [] }
      let value = try reader.entity(type, id, asOf: oldest)
      // Nothing was there, and what came later is told by its transactions.
      if value == nil, try !reader.versions(of: type, id).isEmpty { return [] }
      return [
        Row(
          transaction: oldest.number, token: oldest.description, wallTime: Nullable(nil),
          author: Nullable(nil), context: Nullable(nil),
          value: Nullable(value.map { Description.of($0) }))
      ]
    }
  }
#endif
