import ArgumentParser
import Daybook
import Foundation
import Interchange
import Nursery

/// The command line: what a family enters and looks at, its log, and upkeep of a store.
@main
struct Daybookctl: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "daybookctl",
    abstract: "Keeps and shows a family's daybook of feeds, diapers and babies.",
    discussion: """
      Begin with `daybookctl new --store family`. With DAYBOOK_STORE set to the directory, no command \
      needs --store. Lists show ids by their first digits, and commands take them so.
      """,
    version: "0.1.0",
    groupedSubcommands: [
      CommandGroup(
        name: "Look",
        subcommands: [
          TodayCommand.self, DayCommand.self, HistoryCommand.self, LastCommand.self,
          TotalsCommand.self, TrendsCommand.self, SearchCommand.self, TagsCommand.self,
          ShowCommand.self, ProfilesCommand.self, ConflictsCommand.self,
        ]),
      CommandGroup(
        name: "Write",
        subcommands: [
          NewCommand.self, ProfileCommand.self, TypeCommand.self, ChecklistCommand.self,
          AddCommand.self, StartCommand.self,
          FinishCommand.self, CancelCommand.self, EditCommand.self, DeleteCommand.self,
          RestoreCommand.self, UndoCommand.self, RedoCommand.self,
        ]),
      CommandGroup(
        name: "The log",
        subcommands: [
          LogCommand.self, TransactionsCommand.self, EntityCommand.self, DiffCommand.self,
          AsOfCommand.self,
        ]),
      CommandGroup(
        name: "Files",
        subcommands: [
          ImportCommand.self, MigrateCommand.self, ExportCommand.self, BackupCommand.self,
          SnapshotCommand.self,
          DemoCommand.self,
        ]),
      CommandGroup(name: "Share", subcommands: sharing),
      CommandGroup(
        name: "Look after",
        subcommands: [
          DaysCommand.self, StatsCommand.self, VerifyCommand.self, DoctorCommand.self,
          QuarantineCommand.self,
          RequeueCommand.self, RebuildCommand.self, DropCommand.self, ConsumersCommand.self,
          PurgeCommand.self, CompactCommand.self,
        ]),
    ])

  private static var sharing: [any ParsableCommand.Type] {
    [SyncCommand.self]
  }

  static func main() async {
    // Whatever is written holds what a family keeps to itself.
    umask(0o077)
    let words = CommandLine.arguments.dropFirst().map(TimeText.withoutDash)
    if CommandWords.askForHelp(words) { return Terminal.text(CommandWords.help) }
    do {
      try CommandWords.check(words)
      var command = try parseAsRoot(words)
      try (command as? any StoreCommand)?.arguments.requirePath()
      Terminal.start(words.first ?? "")
      if var asynchronous = command as? any AsyncParsableCommand {
        try await asynchronous.run()
      } else {
        try command.run()
      }
      Terminal.end()
    } catch {
      fail(error, words)
    }
  }

  /// Says in one sentence what went wrong, and ends the process.
  private static func fail(_ error: any Error, _ words: [String]) -> Never {
    Terminal.end()
    if let status = ExitStatus(error) {
      Terminal.error("daybookctl: \(PlainError.sentence(error))")
      Foundation.exit(status.rawValue)
    }
    guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
    let message = PlainError.argument(self.message(for: error))
    Terminal.error("daybookctl: \(message); see \(CommandWords.path(words)) --help")
    Foundation.exit(ExitStatus.usage.rawValue)
  }
}
