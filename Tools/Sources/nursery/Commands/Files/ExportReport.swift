import ArgumentParser
import Daybook
import DaybookTool
import Nursery
import NurseryInterchange

struct ExportReport: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Writes one HTML page to print: totals, charts, every entry.",
    discussion: """
      The page needs nothing else: no script, no picture, no network. Days and times are those of \
      the zone, of a baby with a zone of its own those of that zone.
      """)

  @OptionGroup var arguments: StoreArguments

  @OptionGroup var output: FileArguments

  @Option(name: .long, help: "The heading; the names of the babies unless told.")
  var title: String?

  @OptionGroup var look: ScreenArguments

  func validate() throws { try output.checkReport(arguments) }

  func run() throws {
    try output.check()
    let (store, screen) = try arguments.open(look)
    let babies = screen.babies.all
    let title = title ?? babies.map(\.profile.name).joined(separator: ", ")
    let report = FamilyReport(title: title.isEmpty ? "Daybook" : title, unit: screen.unit)
    let page = try store.history(screen) { try report.html($0, of: babies) }
    try output.write(page)
    let losses = try store.history(screen) { history in
      var losses: [String] = []
      try history.forEach(HistoryGroups.entries) { _, entry in
        if !entry.entry.attachments.isEmpty {
          losses.append("Its pictures are left out: the page holds none.")
        }
        return true
      }
      return losses
    }
    guard let file = output.path else { return Terminal.losses(losses, to: 2) }
    if arguments.printsJSON { return try arguments.print(json: ["file": file]) }
    Terminal.line("The page is in \(file).")
    Terminal.losses(losses)
  }
}
