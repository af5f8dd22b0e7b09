#if Tools
  import ArgumentParser
  import Daybook
  import Foundation
  import Nursery

  struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "history", abstract: "The newest days, entry by entry, newest first.")

    @OptionGroup var arguments: StoreArguments
    @OptionGroup var days: BoundaryArguments

    @Option(name: .long, help: "Only the entries of this baby (its id).")
    var baby: UUID?

    @Option(name: .customLong("days"), help: "How many days, from 1.")
    var count = Count(3)

    func run() throws {
      let (store, boundary) = try arguments.open(days)
      let (limit, baby) = (count.value, baby)
      let found = try store.history(boundary) { try $0.days(limit: limit, baby: baby) }
      let names = try Names(store)
      if arguments.json { return try JSON.print(found.map { HistoryDayRow($0, names) }) }
      for day in found { HistoryPrinter.print(day, names, boundary.zone) }
    }
  }
#endif
