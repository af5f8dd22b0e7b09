import ArgumentParser
import DaybookTool

struct TotalsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "totals", abstract: "What each baby had on each day, days ascending.")

  @OptionGroup var arguments: StoreArguments
  @OptionGroup var look: ScreenArguments

  func run() throws {
    let (store, screen) = try arguments.open(look)
    try TotalsReport(store, screen).print(arguments)
  }
}
