import ArgumentParser
import Daybook
import DaybookTool
import Nursery

struct SnapshotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Publishes small files for widgets and extensions.",
    subcommands: [WidgetsCommand.self])
}

struct WidgetsCommand: ParsableCommand, StoreCommand {
  static let configuration = CommandConfiguration(
    commandName: "widgets", abstract: "Publishes BabyDashboard's widget file of each baby.",
    discussion: """
      Files that are there already are replaced only where the log has changed what they show, and \
      those of deleted babies go. With --now every file is made for that time.
      """)

  @OptionGroup var arguments: StoreArguments

  @Option(name: .long, help: "The folder of the files; made when it is missing.")
  var out: String

  @Option(
    name: .long, help: "The time to build for, such as 2026-01-02T03:04:05Z.",
    transform: Typed.instant)
  var now: Date?

  func run() throws {
    try StoreFolder.refuse(out)
    let time = now
    let publisher = SnapshotPublisher(
      store: try arguments.open(), builder: WidgetSnapshots(), folder: out,
      now: { time ?? Surroundings.current.now })
    let report = try time == nil ? publisher.update() : publisher.refresh()
    if let failure = report.failures.first { throw failure.error }
    if arguments.printsJSON {
      return try arguments.print(
        json: [
          "token": .text(report.token.description), "written": JSON.Value(report.written),
          "removed": JSON.Value(report.removed),
        ] as [String: JSON.Value])
    }
    for name in report.written { Terminal.line("wrote \(name)") }
    for name in report.removed { Terminal.line("removed \(name)") }
    for name in report.abandoned { Terminal.line("left \(name), which somebody else wrote") }
    Terminal.line("\(out) is up to date with transaction \(report.token.number)")
  }
}
