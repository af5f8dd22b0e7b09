#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profiles", abstract: "Lists the babies, oldest profile first.")

    @OptionGroup var arguments: StoreArguments

    struct Row: Encodable, Sendable {
      let id: UUID
      let name: String
      let feedTerm: Double
      let createdAt: String
      let birthDate: Nullable<String>
    }

    func run() throws {
      let rows = try Self.rows(try arguments.open())
      if arguments.json { return try JSON.print(rows) }
      Self.print(rows)
    }

    static func rows(_ store: EventStore) throws -> [Row] { try store.read { try rows($0) } }

    static func rows(_ reader: borrowing some StoreReading & ~Copyable & ~Escapable) throws -> [Row]
    {
      try reader.view(CurrentProfiles.self).all().map { baby in
        let profile = baby.profile
        return Row(
          id: baby.id, name: profile.name, feedTerm: profile.feedTerm,
          createdAt: Instant.iso(profile.createdAt), birthDate: Nullable(profile.birthDate))
      }
    }

    static func print(_ rows: [Row]) {
      var table = TextTable(["name", "born", "since", "id"])
      for row in rows {
        table.add([
          row.name, row.birthDate.value ?? "–", String(row.createdAt.prefix(10)), row.id.uuidString,
        ])
      }
      table.print()
    }
  }
#endif
