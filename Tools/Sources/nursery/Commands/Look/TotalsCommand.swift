import ArgumentParser
import DaybookTool

struct TotalsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "totals", abstract: "What each baby had on each day, days ascending.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  @Option(
    name: .customLong("days"), help: "How many days up to today, from 1; all unless told.",
    transform: Typed.days)
  var count: Int?

  func run() throws {
    let (store, screen) = try arguments.open(look)
    try TotalsReport(store, screen, days: count).print(arguments)
  }
}
