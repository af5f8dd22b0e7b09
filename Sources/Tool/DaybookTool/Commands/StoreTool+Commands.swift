#if Tools
public import ArgumentParser
import Daybook
import Foundation

extension StoreTool {
  public static var commands: [CommandGroup] { toolCommands }

  /// Runs the command of this process's arguments, and ends the process when it fails.
  ///
  /// It begins on the process's first thread, and most commands end there: a process whose limits
  /// leave no room for another thread would wait for ever for one of the concurrency pool.
  public static func main() {
    if let problem = ProcessRoom.problem {
      Terminal.error("\(name): \(problem)")
      Foundation.exit(ExitStatus.damaged.rawValue)
    }
    let words = arguments(CommandLine.arguments.dropFirst().map(TimeText.withoutDash))
    // Whatever is written holds what people keep to themselves, but what is for other members.
    // Stores and keys are of their owner alone, whatever the mask.
    if words.first != "sync" { umask(0o077) }
    endsWhenToldAsFirstProcess()
    ToolRun<Self>(words).run()
  }

  /// Lets the signals that end other processes end the first one of a container, too: the system
  /// gives that one no signal for which it has no handler.
  private static func endsWhenToldAsFirstProcess() {
    guard getpid() == 1 else { return }
    for number in [SIGINT, SIGTERM] { signal(number) { _exit(128 + $0) } }
  }

  /// What `--help` says of one of the tool's commands.
  public static func help(of command: any ParsableCommand.Type) -> String {
    RootCommand<Self>.helpMessage(for: command)
  }

  /// The commands that every tool has, in groups.
  public static var toolCommands: [CommandGroup] {
    [
      CommandGroup(name: "The log", subcommands: logCommands),
      CommandGroup(name: "What is stored", subcommands: storedCommands),
      CommandGroup(name: "Take back", subcommands: isForAnyStore ? [] : undoCommands),
      CommandGroup(name: "Files", subcommands: fileCommands),
      CommandGroup(name: "Share", subcommands: shareCommands),
      CommandGroup(name: "Look after", subcommands: upkeepCommands),
    ].filter { !$0.subcommands.isEmpty }
  }

  /// What reads the log and the history.
  public static var logCommands: [any ParsableCommand.Type] {
    [
      LogCommand<Self>.self, TransactionsCommand<Self>.self, EntityCommand<Self>.self,
      DiffCommand<Self>.self,
    ] + (isForAnyStore ? [] : [AsOfCommand<Self>.self])
  }

  /// What shows things and rows as they are stored, and why a row is as it is. The last is left out
  /// of a tool without a schema: what a thing gives to a row only the projection knows.
  public static var storedCommands: [any ParsableCommand.Type] {
    [
      KindsCommand<Self>.self, EntitiesCommand<Self>.self, ViewsCommand<Self>.self,
      ViewCommand<Self>.self,
    ] + (isForAnyStore ? [] : [WhyCommand<Self>.self]) + inspectors
  }

  /// What takes transactions back and brings them back.
  public static var undoCommands: [any ParsableCommand.Type] {
    [UndoCommand<Self>.self, RedoCommand<Self>.self]
  }

  /// What reads and writes files of logs, and backups.
  public static var fileCommands: [any ParsableCommand.Type] {
    [ImportCommand<Self>.self, ExportCommand<Self>.self, BackupCommand<Self>.self]
  }

  /// What shares a store with other devices.
  public static var shareCommands: [any ParsableCommand.Type] { [SyncCommand<Self>.self] }

  /// What checks a store, repairs it and keeps it small. Those that build or replace rows are
  /// left out of a tool without a schema.
  public static var upkeepCommands: [any ParsableCommand.Type] {
    let all: [any ParsableCommand.Type] = [
      StatsCommand<Self>.self, VerifyCommand<Self>.self, DoctorCommand<Self>.self,
      ProveCommand<Self>.self,
      QuarantineCommand<Self>.self, ConsumersCommand<Self>.self, AttachmentsCommand<Self>.self,
      CompactCommand<Self>.self,
    ]
    if isForAnyStore { return all }
    return all + [
      RequeueCommand<Self>.self, RebuildCommand<Self>.self, DropCommand<Self>.self,
      PurgeCommand<Self>.self,
    ]
  }
}
#endif
