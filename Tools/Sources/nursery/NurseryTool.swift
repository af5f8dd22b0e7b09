import ArgumentParser
import Daybook
import DaybookTool
import Foundation
import Interchange
import Nursery
import NurseryServers

#if Hub
import DaybookInspector
import HubServer
import InspectorServer
#endif

#if SQL
import MirrorTool
#endif

typealias StoreArguments = DaybookTool.StoreArguments<NurseryTool>
typealias Screen = NurseryScreen
typealias Shown = DaybookTool.Shown<NurseryScreen>
typealias ShownChange = DaybookTool.ShownChange<NurseryScreen>

/// The family's command line: what a family enters and looks at, beside what every tool has.
@main
struct NurseryTool: StoreTool {
  static let name = "nursery"
  static let abstract = "Keeps and shows a family's daybook of feeds, diapers and babies."
  static let discussion = """
    Begin with `nursery new --store family`. With DAYBOOK_STORE set to the directory, no command \
    needs --store. Lists show ids by their first digits, and commands take them so.
    """
  static let version = "0.1.0"

  typealias NewStore = DayArguments
  typealias Purge = BabyPurgeArguments

  /// The nursery with days that begin at midnight of UTC, where no store says otherwise.
  static let schema: Schema = {
    do {
      return try .nursery(boundary: .unknown).importing()
    } catch {
      preconditionFailure("\(error)")
    }
  }()

  static func schema(for views: (String) throws -> String?) throws -> Schema {
    try .nursery(boundary: .stored(views) ?? .unknown).importing()
  }

  static func notice(
    for views: (String) throws -> String?, _ command: (String) -> String
  ) throws -> String? {
    guard try DayBoundary.stored(views) == nil else { return nil }
    return """
      nobody has said where the days of this store begin: they begin at midnight of UTC until \
      `\(command("days --zone ZONE --day-start HH:MM"))` says otherwise
      """
  }

  static func zone(for views: (String) throws -> String?) throws -> TimeZone {
    try DayBoundary.stored(views).flatMap { TimeZone(identifier: $0.zone) } ?? .gmt
  }

  static func screen(
    _ look: ScreenArguments?, of store: EventStore, _ arguments: StoreArguments,
    asOf token: History.Token?
  ) throws -> NurseryScreen {
    let stored = try store.read { try $0.view(HistoryGroups.self).projection.boundary }
    return try NurseryScreen(
      // Lists call a baby that is gone Unknown; what a command did has its name.
      Babies(store, arguments, asOf: token, namesGone: look == nil),
      boundary: look?.boundary(or: stored) ?? stored, unit: look?.unit ?? FamilyUnit.usual)
  }

  static var commands: [CommandGroup] {
    [
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
          AddCommand.self, StartCommand.self, FinishCommand.self, CancelCommand.self,
          EditCommand.self, DeleteCommand.self, RestoreCommand.self,
        ] + undoCommands),
      CommandGroup(
        name: "The log",
        subcommands: [
          LogCommand<Self>.self, TransactionsCommand<Self>.self, EntityCommand<Self>.self,
          DiffCommand<Self>.self, AsOfCommand.self,
        ]),
      CommandGroup(name: "What is stored", subcommands: storedCommands),
      CommandGroup(
        name: "Files",
        subcommands: [
          ImportCommand<Self>.self, MigrateCommand.self, ExportCommand<Self>.self,
          BackupCommand<Self>.self, SnapshotCommand.self,
        ] + mirrors),
      CommandGroup(name: "Share", subcommands: shareCommands),
      CommandGroup(name: "Look after", subcommands: [DaysCommand.self] + upkeepCommands),
    ]
  }

  /// What copies a store into SQLite, where the program was built with that.
  private static var mirrors: [any ParsableCommand.Type] {
    #if SQL
    [MirrorCommand<Self>.self]
    #else
    []
    #endif
  }

  static func arguments(_ words: [String]) -> [String] { TypedNumber.withoutDash(words) }

  static var importers: [any ParsableCommand.Type] {
    [
      ImportBabyBuddy.self, ImportBabyDashboard.self, ImportHuckleberry.self, ImportNara.self,
      ImportNuzzle.self,
    ]
  }

  static var exporters: [any ParsableCommand.Type] {
    [
      ExportBabyDashboard.self, ExportBabyBuddy.self, ExportNuzzle.self, ExportView.self,
      ExportReport.self,
    ]
  }

  static var environmentProblem: String? { FamilyUnit.problem }

  static func exitStatus(of error: any Error) -> ExitStatus? {
    switch error {
    case is DayBoundaryError, is NurseryError: .badData
    case is OpenQuestions: .usage
    case let error as InterchangeError:
      switch error.code {
      case .serverRefused, .serverFailed, .serverUnreachable, .serverMoved: .noInput
      case .badServer: .usage
      default: nil
      }
    default: nil
    }
  }

  static func statistics(
    _ store: EventStore, _ screen: NurseryScreen
  ) throws -> [Statistic] {
    let (first, last, sources) = try store.read { reader in
      var (first, last): (Date?, Date?) = (nil, nil)
      var sources: [String: Int] = [:]
      try reader.forEachEntry(newestFirst: false) { _, entry in
        let facts = entry.facts
        first = first ?? facts.date
        last = facts.date
        sources[facts.source?.provider ?? "by hand", default: 0] += 1
        return true
      }
      return (first, last, sources)
    }
    let times = [("first entry", "firstEntry", first), ("last entry", "lastEntry", last)].map {
      Statistic($0, $2.map { screen.time($0) } ?? "–", json: [String: JSON.Value].time($1, $2))
    }
    let counts = sources.sorted { $0.key < $1.key }.map { source, count in
      Statistic(
        "entries \(source == "by hand" ? source : "from \(source)")", "\(count)",
        json: ["sources": .object([source: .int(count)])])
    }
    // Also where there is no entry.
    let none = Statistic("entries", "none", json: ["sources": .object([:])])
    return times + (counts.isEmpty ? [none] : counts)
  }
}

/// The unit of amounts of a family, `DAYBOOK_UNIT`.
enum FamilyUnit {
  private static let told = Surroundings.value("DAYBOOK_UNIT")

  /// Millilitres unless told.
  static let usual = told.flatMap { VolumeUnit(text: $0) } ?? .millilitre

  /// What is wrong with the variable; nil when nothing is.
  static var problem: String? {
    told.flatMap {
      VolumeUnit(text: $0) == nil
        ? "DAYBOOK_UNIT is “\($0)”, which is no unit; it takes \(VolumeUnit.words)" : nil
    }
  }
}

#if Hub
extension NurseryTool: HubTool, InspectorTool {
  static func boards(_ store: EventStore, _ screen: NurseryScreen) -> [InspectorBoard] {
    NurseryBoards(store, screen).all
  }
}
#endif
