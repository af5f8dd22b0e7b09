import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct AsOfCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "as-of", abstract: "Shows a view as it was after a transaction.")

  enum View: String, ExpressibleByArgument, CaseIterable { case history, totals, profiles, last }

  @Argument(help: "The transaction: \(TransactionName.help).")
  var transaction: TransactionName

  @Argument(help: "What to show.")
  var view: View

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(
    name: .customLong("days"), help: "How many days of the history, from 1; 3 unless told.",
    transform: Typed.days)
  var count = 3

  func run() throws {
    let (store, now) = try arguments.open(look)
    let token = try store.read { try transaction.token($0, now.zone) }
    let screen = try Screen(
      Babies(store, arguments, asOf: token), boundary: now.boundary, unit: now.unit)
    switch view {
    case .totals: try TotalsReport(store, screen, asOf: token).print(arguments)
    case .profiles: try printProfiles(store, screen)
    case .last:
      let rows = try store.read(asOf: token) { reader in
        try LastCommand.rows(reader, screen) { id in try store.read { try $0.short(id) } }
      }
      try LastCommand.print(rows, arguments, screen, isNow: false)
    case .history: try printHistory(store, screen, token)
    }
  }

  private func printProfiles(_ store: EventStore, _ screen: Screen) throws {
    let rows = try store.read { try ProfilesCommand.rows($0, screen) }
    if arguments.printsJSON { return try arguments.print(json: "babies", rows.map(\.json)) }
    ProfilesCommand.print(rows, nothing: screen.babies.nothing)
  }

  private func printHistory(
    _ store: EventStore, _ screen: Screen, _ token: History.Token
  ) throws {
    let limit = count
    let found = try store.history(screen, asOf: token) { try $0.days(limit: limit) }
    let days = try store.read { reader in try found.map { try ShownDay($0, reader, screen) } }
    let running = try store.read(asOf: token) { reader in
      try Running(reader, screen) { id in try store.read { try $0.short(id) } }
    }
    try HistoryReport(days: days, running: running, screen: screen).print(arguments, isNow: false)
  }
}
