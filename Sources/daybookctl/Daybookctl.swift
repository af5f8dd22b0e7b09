#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Interchange
  import Nursery

  /// The command line: imports, views, history and upkeep of a store.
  @main
  struct Daybookctl: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "daybookctl",
      abstract: "Reads, fills and checks a Daybook store.",
      discussion: """
        Exit status: 0 done; 1 a check found something wrong; 64 wrong arguments; 65 a file that \
        cannot be imported, or an entry that is not there; 66 no such store or file; 70 an internal \
        failure; 74 a damaged store or a failing disk; 76 a store of a newer format.
        """,
      version: "0.1.0",
      subcommands: [
        DemoCommand.self, ImportCommand.self, ExportCommand.self, ProfilesCommand.self,
        HistoryCommand.self, TotalsCommand.self, LastCommand.self, LogCommand.self,
        TransactionsCommand.self, ConsumersCommand.self, UndoCommand.self, RebuildCommand.self,
        VerifyCommand.self,
        StatsCommand.self,
      ])

    static func main() async {
      do {
        var command = try parseAsRoot()
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      } catch {
        if let status = ExitStatus(error) {
          Terminal.error("daybookctl: \(error)")
          Foundation.exit(status.rawValue)
        }
        exit(withError: error)
      }
    }
  }
#else
  @main
  struct Daybookctl {
    static func main() { print("daybookctl was built without the trait Tools") }
  }
#endif
