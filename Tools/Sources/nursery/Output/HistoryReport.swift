import DaybookTool

/// The newest days with what runs, as `history` shows them.
struct HistoryReport {
  let days: [ShownDay]
  let running: Running
  let screen: Screen

  /// - Parameter isNow: whether it is what there is now.
  func print(_ arguments: StoreArguments, isNow: Bool = true) throws {
    if arguments.printsJSON {
      return try arguments.print(
        json: "days", days.map { $0.json(screen) },
        with: screen.json.merging(["running": running.json]) { _, new in new })
    }
    if days.isEmpty, running.entries.isEmpty { return Terminal.line("Nothing was entered yet.") }
    Terminal.line(screen.legend)
    running.print(screen, arguments, isNow: isNow)
    Terminal.line()
    for day in days { day.print(screen) }
  }
}
