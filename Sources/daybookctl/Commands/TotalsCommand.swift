#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct TotalsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "totals", abstract: "Feeds and diapers of each day and baby, days ascending.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var days: BoundaryArguments

    @Option(name: .long, help: "The unit of amounts: ml, floz, l or cup.")
    var unit: VolumeUnit = .millilitre

    func run() throws {
      let (store, boundary) = try arguments.open(days)
      try TotalsReport(store, boundary, unit).print(json: arguments.json)
    }
  }
#endif
