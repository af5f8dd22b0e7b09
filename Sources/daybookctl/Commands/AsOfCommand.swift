#if Tools
  import ArgumentParser
  import Daybook
  import Nursery

  struct AsOfCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "as-of", abstract: "Shows a view as it was after a transaction.")

    enum View: String, ExpressibleByArgument, CaseIterable { case totals, profiles, last }

    @Argument(help: "A token, as `log` and `transactions` print them.")
    var token: TokenArgument

    @Argument(help: "What to show: totals, profiles or last.")
    var view: View

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var days: BoundaryArguments

    @Option(name: .long, help: "The unit of amounts: ml, floz, l or cup.")
    var unit: VolumeUnit = .millilitre

    func run() throws {
      let (store, boundary) = try arguments.open(days)
      let token = token.token
      switch view {
      case .totals:
        try TotalsReport(store, boundary, unit, asOf: token).print(json: arguments.json)
      case .profiles:
        let rows = try store.read(asOf: token) { try ProfilesCommand.rows($0) }
        arguments.json ? try JSON.print(rows) : ProfilesCommand.print(rows)
      case .last:
        let rows = try store.read(asOf: token) { try LastCommand.rows($0) }
        arguments.json ? try JSON.print(rows) : LastCommand.print(rows)
      }
    }
  }

  /// A token on the command line.
  struct TokenArgument: ExpressibleByArgument {
    let token: History.Token

    init?(argument: String) {
      guard let token = History.Token(argument) else { return nil }
      self.token = token
    }
  }
#endif
