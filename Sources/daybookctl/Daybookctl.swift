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
        cannot be imported, an unknown zone, view or transaction, or a token of another store; 66 no \
        such store, file or folder; 70 an internal failure; 73 a file or folder that cannot be made; \
        74 a damaged store, a file that is no store, or a failing disk; 76 a store of a newer format. \
        A command that fails says why in one sentence on standard error, and has changed nothing; \
        only an import that the disk cut short has kept the transactions before, and goes on when run again.
        """,
      version: "0.1.0",
      subcommands: [
        DemoCommand.self, ImportCommand.self, ExportCommand.self, ProfilesCommand.self,
        HistoryCommand.self, TotalsCommand.self, LastCommand.self, LogCommand.self,
        TransactionsCommand.self, ConsumersCommand.self, UndoCommand.self, RedoCommand.self,
        EntityCommand.self,
        AsOfCommand.self,
        DiffCommand.self, PurgeCommand.self, CompactCommand.self, RebuildCommand.self,
        VerifyCommand.self,
        DoctorCommand.self, QuarantineCommand.self, RequeueCommand.self,
        SnapshotCommand.self, StatsCommand.self,
      ])

    static func main() async {
      // Whatever is written holds what a family keeps to itself.
      umask(0o077)
      do {
        var command = try parseAsRoot()
        if var asynchronous = command as? any AsyncParsableCommand {
          try await asynchronous.run()
        } else {
          try command.run()
        }
      } catch {
        guard let status = ExitStatus(error) else { exit(withError: error) }
        Terminal.error("daybookctl: \(error)")
        Foundation.exit(status.rawValue)
      }
    }
  }
#else
  @main
  struct Daybookctl {
    static func main() { print("daybookctl was built without the trait Tools") }
  }
#endif
