#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct ProfilesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profiles", abstract: "Lists the babies, oldest profile first.")

    @OptionGroup var arguments: StoreArguments

    private struct Row: Encodable {
      let id: UUID
      let name: String
      let feedTerm: Double
      let createdAt: String
      let birthDate: Nullable<String>
    }

    func run() throws {
      let store = try arguments.open()
      let profiles = try store.read { try $0.view(CurrentProfiles.self).all() }
      if arguments.json {
        return try JSON.print(
          profiles.map { id, profile in
            Row(
              id: id, name: profile.name, feedTerm: profile.feedTerm,
              createdAt: Instant.iso(profile.createdAt), birthDate: Nullable(profile.birthDate))
          })
      }
      var table = TextTable(["name", "born", "since", "id"])
      for (id, profile) in profiles {
        table.add([
          profile.name, profile.birthDate ?? "–", String(Instant.iso(profile.createdAt).prefix(10)),
          id.uuidString,
        ])
      }
      table.print()
    }
  }
#endif
